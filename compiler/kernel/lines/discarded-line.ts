import { type LineFormat, NOT_BLANK } from './line-format.ts';

const MAX_CHARACTER_BYTES = 4;

/** The memory of a line whose bytes have been discarded. */
export interface Discarded {
  /** Offset of the line in the file. */
  byteOffset: number;
  isOther: boolean;
  /** Whether the line has been blank so far. If so, only its blanks have been discarded. */
  isBlank: boolean;
}

/**
 * Returns the index up to which a line that is being discarded is skipped. If it has been blank so far, only its blanks
 * are skipped, without a last character that may be incomplete.
 */
export function skipBlanks(format: LineFormat, discarded: Discarded, { at, end }: { at: number; end: number }): number {
  const blankEnd = format.findBlankEnd(at, end);
  discarded.isBlank = blankEnd !== NOT_BLANK && end - blankEnd < MAX_CHARACTER_BYTES;
  return discarded.isBlank ? blankEnd : end;
}
