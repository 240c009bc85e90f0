import type { RecordLocation } from './record-location.ts';

/** Whole records, of which each but a refused one ends before `end`. */
export interface FastRange {
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
  nextRange(mostBytes: number): FastRange | null;
  /** Goes behind records that were accepted. */
  skip(at: number, records: number): void;
  /**
   * Where an accepted record stands, from `at` up to `next`, `records` behind the beginning of the stretch; records are
   * asked about in their order. Absent where records with issues are left to the careful reading.
   */
  locate?(at: number, next: number, records: number): Omit<RecordLocation, 'record'>;
}
