import type { RepeatedHeader } from '../bytes/header-mark.ts';
import type { RecordLocation } from './record-location.ts';

/**
 * Bytes that contain complete records, for a fast reader. A record that starts before `limit` ends before or at `end`.
 * If a record does not, the fast reader rejects it.
 */
export interface FastRange {
  input: Uint8Array;
  /**
   * Offset of `input[0]` in the source's decoded bytes. All ranges of a source count from the same origin, which need
   * not be the beginning of the file.
   */
  base: number;
  /** Index in `input` at which the first record starts. */
  at: number;
  /** Index in `input`. The fast reader may read all records that start before it. */
  limit: number;
  end: number;
  maxRecordBytes: number;
  layout: unknown;
  /** Finds records that may repeat the header line and need the careful reader. Null: there is none. */
  header: RepeatedHeader | null;
  /** Records with fewer characters are short: they are counted, or need the careful reader. 0: none is short. */
  shortBelow: number;
  /** The same for each record type. Null if the spec has one type, or no record is short. */
  shortBelowByType: readonly number[] | null;
  rejectsShort: boolean;
  /** Whether a record that begins with a byte order mark needs the careful reader. */
  stopsAtMark: boolean;
  /** Finds lines that `recordWhen` does not select. Null if all lines are records, or the fast reader finds them. */
  others: OtherLines | null;
}

/** Finds lines that are no records in their bytes. */
export interface OtherLines {
  /**
   * Returns the index after the line that begins at index `from` and is no record. Returns -1 if it may be a record, or
   * the careful reader must decide. `limit`: index after the last byte that is loaded.
   */
  endOf(bytes: Uint8Array, from: number, limit: number): number;
}

/** The part of a record source that provides ranges of complete records to a fast reader. */
export interface FastSource {
  /**
   * Returns the complete records that have not been read yet, at most `maxBytes` bytes. Returns null if the careful
   * reader must continue first, for example at a header, or if no complete record is that short.
   */
  nextRange(maxBytes: number): FastRange | null;
  /**
   * Moves the source to index `at` of the range: after `records` records that the fast reader has accepted, and
   * `otherLines` lines that it has skipped because `recordWhen` does not select them. `inside`: the number of records that
   * the fast reader has found in these records. Default: 0.
   */
  skip(at: number, records: number, otherLines: number, inside?: number): void;
  /** Counts accepted records that are short. Absent if `shortBelow` is 0. */
  noteShort?(records: number): void;
  /**
   * Skips the comments and blank lines at the source's index, but not beyond the last range. Returns whether there was
   * one. If this method is absent, the careful reader skips them.
   */
  skipOtherLines?(): boolean;
  /** Finds the text of a field's cell, see RecordSource. Issues then show cells as sent. */
  cellOf?(key: string, keys: readonly string[]): string | null | undefined;
  /**
   * Returns the location of a record that the fast reader has accepted. The record extends from index `at` to index
   * `next`. `before` records and skipped lines of the range precede it. Called in file order. If this method is absent, the careful
   * reader reads all records with issues.
   */
  locate?(at: number, next: number, before: number): Omit<RecordLocation, 'record'>;
  /** Returns only the line of such a record. It may be called in any order. Absent: as for `locate`. */
  lineAt?(before: number): number;
}
