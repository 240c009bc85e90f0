import { rejectsOf } from '../../../compiler/formats.ts';
import { documentRejects } from './document-rejects.ts';
import { lineRejects } from './line-rejects.ts';
import { listRejects } from './list-rejects.ts';
import { tableRejects } from './table-rejects.ts';
import type { ReplayFile } from './places/rejected-records.ts';

const readers: Readonly<Record<ReturnType<typeof rejectsOf>, (file: ReplayFile) => AsyncGenerator<Uint8Array>>> = {
  LINES: lineRejects,
  DOCUMENT: documentRejects,
  LIST: listRejects,
  TABLE: tableRejects,
};

/**
 * Yields a file with the records that were not published, in the way that its format names; see `rejects` of FileFormat.
 * Yields nothing if everything was published.
 */
export function readRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  return readers[rejectsOf(file.module.spec)](file);
}
