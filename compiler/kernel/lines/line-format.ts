import type { LineScanner } from './line-finder.ts';

/** How a frame ended: more bytes are needed, the record is whole, its quotes are broken, or it goes on beyond its limit with all quotes closed. */
export const INCOMPLETE = 0;
export const WHOLE = 1;
export const BROKEN = 2;
export const LONG = 3;
export type RecordEnd = typeof INCOMPLETE | typeof WHOLE | typeof BROKEN | typeof LONG;

/** Finds the end of records that go on behind their first line: quotes may hold line ends. */
export interface RecordEndFinder {
  /** End of the record that was framed, without its line end, and where the line behind it begins. */
  end: number;
  next: number;
  reset(): void;
  /** Whether there is a quote in a stretch. */
  hasQuote(from: number, to: number): boolean;
  /** Frames the record that begins at `start`. */
  findEnd(start: number, limit: number, final: boolean): RecordEnd;
}

/** Which lines of a file are looked at, and how long a record may be. */
export interface LineSettings {
  skipTop: number;
  skipBottom: number;
  maxRecordBytes: number;
}

/** What a format says of the lines of a file. */
export interface LineFormat {
  settings: LineSettings;
  scanner: LineScanner;
  /** Null where a record is a line. */
  endFinder: RecordEndFinder | null;
  /** Whether the line that begins here is no record, whatever it holds. */
  isComment(at: number, limit: number): boolean;
  /** How far a line is blank from `start` on, or from a place that is blank so far; NOT_BLANK where blank lines are records. */
  findBlankEnd(start: number, end: number): number;
}

/** What `blankTo` gives where blank lines are records. */
export const NOT_BLANK = -1;
