import type { WorkbookPlace } from '../../../../compiler/workbooks.ts';
import type { OpenedFile } from '../disk/local-file.ts';
import type { Packing } from './packing.ts';

/** A file on disk that is compressed or an archive. */
export interface PackedFile {
  handle: OpenedFile;
  packing: Packing;
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
  /** Called after each read with the number of compressed bytes that this read returned. */
  onRead?: (bytes: number) => void;
  /** Where the records are, if the file should be a workbook. Then its rows are the content. */
  workbook?: WorkbookPlace | undefined;
}
