import type { RecordLocation } from './record-location.ts';

/** Complete records, ready for a fast reader. All of them end before `end`, except one that the fast reader rejects. */
export interface FastRange {
  input: Uint8Array;
  /** The offset of `input[0]`. The zero point is arbitrary but the same for all ranges of a source. */
  base: number;
  /** Index in `input` of the first record. */
  at: number;
  /** Index in `input` before which every record that starts is complete. */
  limit: number;
  end: number;
  maxRecordBytes: number;
  layout: unknown;
}

/** The side of a record source that feeds a fast reader. */
export interface FastSource {
  /**
   * Returns the unread complete records, at most `maxBytes` bytes of them. Returns null if the careful reader must
   * continue first (header, skipped lines), or if no complete record is that short.
   */
  nextRange(maxBytes: number): FastRange | null;
  /** Skips `records` records, up to index `at`: the fast reader has accepted them. */
  skip(at: number, records: number): void;
  /**
   * Returns the location of an accepted record that spans the indexes `at` to `next`, `records` records after the start
   * of the range. Called in file order. Absent if records with issues are left to the careful reader.
   */
  locate?(at: number, next: number, records: number): Omit<RecordLocation, 'record'>;
}
