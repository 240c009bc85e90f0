/**
 * The location of a record in the undecoded file. `record` and `line` are numbers from 1. `byteOffset` counts from 0,
 * and `byteLength` is in bytes.
 */
export interface RecordLocation {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
}
