/** The place of a record in the undecoded file: its number and line from 1, its offset and length in bytes. */
export interface RecordLocation {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
}
