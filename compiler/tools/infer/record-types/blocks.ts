import type { TrailerNumbers } from './numbers.ts';
import { type Wanted, widen } from './wanted.ts';

/** How a file is divided into blocks of lines. */
export interface Blocks {
  /** The number of lines of all records. */
  readonly records: number;
  /** The number of lines after them that only fill up the last block. */
  readonly fillers: number;
}

/** The usual number of lines of a block. */
const USUAL = 10;
const COUNT_DIGITS = 6;

/** Returns the number of lines of a block, or null if the file is not filled up to whole blocks. */
export function sizeOfBlocks({ records, fillers }: Blocks): number | null {
  const isFilled = fillers > 0 && fillers < USUAL && (records + fillers) % USUAL === 0;
  return isFilled ? USUAL : null;
}

/** Finds the number of blocks in a trailer of a file. It is small in most files, so it must follow another number. */
export function findBlocks({ records, fillers }: Blocks, numbers: TrailerNumbers): Wanted[] {
  const count = Math.ceil(records / USUAL);
  if (count < 2 && sizeOfBlocks({ records, fillers }) === null) return [];
  const places = numbers.find([count]).map((place) => widen(place, COUNT_DIGITS));
  return [{ places, of: { including: ['self'], blockOf: USUAL, isSmall: count < USUAL }, isWhole: true }];
}
