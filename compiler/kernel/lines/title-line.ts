import type { Failures } from '../expressions/failures.ts';

/** A value of one of the lines before the header or the first record. */
export interface TitleLine {
  /** The number of the line, from 1. */
  readonly line: number;
  /** Returns the value in the text of the line, or null. */
  readonly find: (text: string | null, record: Failures) => string | null;
}
