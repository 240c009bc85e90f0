import { type LineFormat, NOT_BLANK } from './line-format.ts';

const MAX_CHARACTER_BYTES = 4;

/** What remains known about a line while its bytes are being discarded. */
export interface Discarded {
  /** Offset in the undecoded file at which the line begins. */
  byteOffset: number;
  isOther: boolean;
  /** Whether all bytes of the line so far are blanks. If so, only these blanks have been discarded. */
  isBlank: boolean;
}

/**
 * Returns the index up to which the bytes from `at` to `end` of a discarded line can be dropped, and updates
 * `discarded.isBlank`. If the line has only blanks so far, the index is after its last blank: up to three bytes remain,
 * because they may be an incomplete blank character.
 */
export function skipBlanks(format: LineFormat, discarded: Discarded, { at, end }: { at: number; end: number }): number {
  const blankEnd = format.findBlankEnd(at, end);
  discarded.isBlank = blankEnd !== NOT_BLANK && end - blankEnd < MAX_CHARACTER_BYTES;
  return discarded.isBlank ? blankEnd : end;
}
