import type { RecordPlace } from '../batch.ts';
import type { RecordReport } from '../report.ts';

/**
 * The second reading of a record: from its bytes to its JSON in one pass, emitted beside the careful one. What it accepts
 * is to the byte what the careful reading gives; all else it refuses. It finds no issue itself: a field that is not
 * clean is read by the careful reader of that field, which tells the report; the record goes on.
 */
export interface FastReader {
  /** Where records are bound to fewer bytes, a correction could make a value too long: then it is not used. */
  readonly leastRecordBytes: number;
  /** Begins a stretch of a file, or goes on with it; false where this file cannot be read so. `report` tells of the record that is being read. */
  begin(report: RecordReport, stretch: FastStretch): boolean;
  /**
   * Reads the record that begins at `at`. Gives the end of its JSON in `output`, or -1 where it has to be read carefully.
   * An end beyond `output`: that was too small, and the record is to be read again with a larger one.
   */
  read(input: Uint8Array, at: number, output: Uint8Array, length: number): number;
  /** Where the record behind the accepted one begins. */
  next(): number;
  /** Writes the key of the accepted record behind others; gives its end, `length` itself where there is none, -1 where the record has to be read carefully. */
  writeKey: ((output: Uint8Array, keys: Uint8Array, length: number) => number) | null;
}

/** Bytes that a fast reader may go through: whole records, of which each but a refused one ends before `limit`. */
export interface FastStretch {
  input: Uint8Array;
  /** Where a record begins. */
  at: number;
  limit: number;
  maxRecordBytes: number;
  /** Where the fields stand, as the format has it; the same object as long as nothing changes. */
  layout: unknown;
}

/** What a source offers whose records may be read fast. */
export interface FastSource {
  /** What has come; null where the careful reading has to go on first (a header, lines that are skipped). */
  stretch(): FastStretch | null;
  /** Goes behind records that were accepted. */
  pass(at: number, records: number): void;
  /**
   * Where an accepted record stands, from `at` up to `next`, `records` behind the beginning of the stretch; records are
   * asked about in their order. Absent where records with issues are left to the careful reading.
   */
  place?(at: number, next: number, records: number): Omit<RecordPlace, 'record'>;
}
