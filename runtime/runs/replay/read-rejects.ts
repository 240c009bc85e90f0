import { type FileFormat, findFileFormat } from '../../../compiler/formats.ts';
import { documentRejects } from './document-rejects.ts';
import { lineRejects } from './line-rejects.ts';
import type { ReplayFile } from './rejected-records.ts';

const readers: Readonly<Record<FileFormat['rejects'], (file: ReplayFile) => AsyncGenerator<Uint8Array>>> = {
  LINES: lineRejects,
  DOCUMENT: documentRejects,
};

/**
 * Yields a file with the records that were not published, in the way that its format names; see `rejects` of FileFormat.
 * Yields nothing if everything was published.
 */
export function readRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  return readers[findFileFormat(file.module.spec.format).rejects](file);
}
