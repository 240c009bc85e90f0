import type { RecordReport } from '../model/record-report.ts';

/**
 * The second reading of a record: from its bytes to its JSON in one pass, emitted beside the careful one. What it accepts
 * is to the byte what the careful reading gives; all else it refuses. It finds no issue itself: a field that is not
 * clean is read by the careful reader of that field, which tells the report; the record goes on.
 * It reads and writes `fastWindows`.
 */
export interface FastReader {
  /** Where records are bound to fewer bytes, a correction could make a value too long: then it is not used. */
  readonly minRecordLimit: number;
  /** Begins a piece of a file, or goes on with it; false where this file cannot be read so. `report` tells of the record that is being read. */
  begin(report: RecordReport, piece: FastChunk): boolean;
  /** Reads the record that begins at `at`. Gives the end of its JSON, which begins at `length`, or -1 where it has to be read carefully. */
  read(at: number, length: number): number;
  /** Where the record behind the accepted one begins. */
  next(): number;
  /** Writes the key of the accepted record behind others; gives its end, `length` itself where there is none, -1 where the record has to be read carefully. */
  writeKey: ((keys: Uint8Array, length: number) => number) | null;
}

/** Bytes that a fast reader may go through. */
export interface FastChunk {
  /** Where what lies in the window for reading begins among the bytes of the stretch. */
  rangeOffset: number;
  /** End of what has come of it, in the window: a NUL stands there. */
  limit: number;
  maxRecordBytes: number;
  /** Where the fields stand, as the format has it; the same object as long as nothing changes. */
  layout: unknown;
}
