import type { FollowedCell } from './line-parser.ts';
import type { LineScanner } from './line-finder.ts';
import type { TitleLine } from './title-line.ts';
import type { TitleLines } from './title-lines.ts';

/** More bytes are needed to find the end of the record. */
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
  /**
   * Set when `findEnd` returns WHOLE. `end`: index after the record, without its line end. `next`: index at which the
   * next line begins.
   */
  end: number;
  next: number;
  reset(): void;
  /** Returns whether there is a quote between two indexes of the window. */
  hasQuote(from: number, to: number): boolean;
  /** Finds the end of the record that begins at index `start`. `final`: the file ends at `limit`. */
  findEnd(start: number, limit: number, final: boolean): RecordEnd;
  /**
   * Follows the quoted cell that was too long, while its lines are read as records. Returns true once, when the cell is
   * closed validly. Absent if the format does not follow cells.
   */
  followLongCell?(limit: number, final: boolean): boolean;
  /** Returns how far such a cell is followed, seen from index `at` of the window. Null: none was too long so far. */
  followed?(at: number): FollowedCell | null;
  /** Continues to follow a cell from another position of the file, which begins at index `at` of the window. */
  follow?(cell: FollowedCell, at: number): void;
}

/** The number of lines to skip at the top and at the bottom of the file, and the maximum record length in bytes. */
export interface LineSettings {
  skipTop: number;
  skipBottom: number;
  maxRecordBytes: number;
  /** The values of lines before the header or the first record. Absent: no field has one. */
  titles?: readonly TitleLine[];
}

/** The parts and settings with which a format reads the lines of a file. */
export interface LineFormat {
  settings: LineSettings;
  /**
   * Whether the file is a text with line ends. Then a byte order mark at the start of a line belongs to no value, and a
   * last line of U+001A (the end of a file in CP/M and DOS) is no record.
   */
  isText: boolean;
  /** Reads the values of lines before the records. Null: no field has one. */
  titles: TitleLines | null;
  scanner: LineScanner;
  /** Finds the ends of records with several lines. Null if every record is one line. */
  endFinder: RecordEndFinder | null;
  /**
   * Returns the delimiter that a first line such as `sep=;` declares. Null: the line declares none. Absent: the first
   * line of the file has been read, or no line declares one.
   */
  declaredDelimiter?(start: number, end: number): string | null;
  /** Whether line ends before a record belong to no record: records end with a separator instead. Absent: false. */
  skipsLineEnds?: boolean;
  /** Returns whether the line that begins at index `at` is a comment. `limit`: index up to which bytes have arrived. */
  isComment(at: number, limit: number): boolean;
  /**
   * Returns the index of the first byte from `start` to `end` that is not a blank, or `end` if all are blanks. Returns
   * NOT_BLANK if the format treats blank lines as records.
   */
  findBlankEnd(start: number, end: number): number;
}

/** The result of `findBlankEnd` if the format treats blank lines as records. */
export const NOT_BLANK = -1;
