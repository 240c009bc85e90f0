/** Where a record stands in the file. */
export interface RecordLocation {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
}
