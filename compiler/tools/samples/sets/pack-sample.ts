import type { FileWriter } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleText } from './sample-set.ts';

/** Returns a sample as the file that people send, if a module reads other bytes. */
export function packSample(file: SampleText, { packFile }: Pick<FileWriter, 'packFile'>): SampleText {
  return packFile === undefined ? file : { ...file, bytes: packFile(file.bytes), content: file.bytes };
}
