import type { RecordPlace } from '../model/batch-builder.ts';
import type { RecordReport } from '../model/record-report.ts';

/**
 * The second reading of a record: from its bytes to its JSON in one pass, emitted beside the careful one. What it accepts
 * is to the byte what the careful reading gives; all else it refuses. It finds no issue itself: a field that is not
 * clean is read by the careful reader of that field, which tells the report; the record goes on.
 * It reads and writes `fastWindows`.
 */
export interface FastReader {
  /** Where records are bound to fewer bytes, a correction could make a value too long: then it is not used. */
  readonly leastRecordBytes: number;
  /** Begins a piece of a file, or goes on with it; false where this file cannot be read so. `report` tells of the record that is being read. */
  begin(report: RecordReport, piece: FastPiece): boolean;
  /** Reads the record that begins at `at`. Gives the end of its JSON, which begins at `length`, or -1 where it has to be read carefully. */
  read(at: number, length: number): number;
  /** Where the record behind the accepted one begins. */
  next(): number;
  /** Writes the key of the accepted record behind others; gives its end, `length` itself where there is none, -1 where the record has to be read carefully. */
  writeKey: ((keys: Uint8Array, length: number) => number) | null;
}

/** Bytes that a fast reader may go through. */
export interface FastPiece {
  /** Where what lies in the window for reading begins among the bytes of the stretch. */
  origin: number;
  /** End of what has come of it, in the window: a NUL stands there. */
  limit: number;
  maxRecordBytes: number;
  /** Where the fields stand, as the format has it; the same object as long as nothing changes. */
  layout: unknown;
}

/** Whole records, of which each but a refused one ends before `end`. */
export interface FastStretch {
  input: Uint8Array;
  /** Offset of `input[0]`, counted from any place that stays the same. */
  base: number;
  /** Where a record begins. */
  at: number;
  /** Records that begin before it are whole. */
  limit: number;
  end: number;
  maxRecordBytes: number;
  layout: unknown;
}

/** What a source offers whose records may be read fast. */
export interface FastSource {
  /** What has come, but no more than so many bytes; null where the careful reading has to go on first (a header, lines that are skipped), or no whole record is that short. */
  stretch(mostBytes: number): FastStretch | null;
  /** Goes behind records that were accepted. */
  pass(at: number, records: number): void;
  /**
   * Where an accepted record stands, from `at` up to `next`, `records` behind the beginning of the stretch; records are
   * asked about in their order. Absent where records with issues are left to the careful reading.
   */
  place?(at: number, next: number, records: number): Omit<RecordPlace, 'record'>;
}
