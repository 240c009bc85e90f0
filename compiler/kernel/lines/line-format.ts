import type { LineScanner } from './line-finder.ts';

/** The end of the record needs more bytes. */
export const INCOMPLETE = 0;
/** The end of the record has been found. */
export const WHOLE = 1;
/** The quotes of the record are malformed. */
export const BROKEN = 2;
/** The record is longer than its limit. Its quotes are well-formed up to the limit. */
export const LONG = 3;
/** The result of `RecordEndFinder.findEnd`. */
export type RecordEnd = typeof INCOMPLETE | typeof WHOLE | typeof BROKEN | typeof LONG;

/** Finds the ends of records that may span several lines, because quoted cells may contain line ends. */
export interface RecordEndFinder {
  /** Index after the record, without its line end, and the index at which the next line begins. */
  end: number;
  next: number;
  reset(): void;
  /** Returns whether a part of the window contains a quote. */
  hasQuote(from: number, to: number): boolean;
  /** Finds the end of the record that begins at `start`. `final`: the file ends at `limit`. */
  findEnd(start: number, limit: number, final: boolean): RecordEnd;
}

/** The number of lines to skip at the top and at the bottom of the file, and the maximum record length in bytes. */
export interface LineSettings {
  skipTop: number;
  skipBottom: number;
  maxRecordBytes: number;
}

/** How a format treats the lines of a file. */
export interface LineFormat {
  settings: LineSettings;
  scanner: LineScanner;
  /** Null if every record is one line. */
  endFinder: RecordEndFinder | null;
  /** Whether the line that begins at `at` is a comment. */
  isComment(at: number, limit: number): boolean;
  /**
   * Returns the index up to which a line consists of blanks, starting from `start`. Returns NOT_BLANK if blank lines
   * are records.
   */
  findBlankEnd(start: number, end: number): number;
}

/** The result of `findBlankEnd` if blank lines are records. */
export const NOT_BLANK = -1;
