import { CR, LF } from '../../bytes/ascii.ts';
import type { Repeat } from '../../repeats/repeat.ts';
import { isPlainAscii } from './record-columns.ts';

const SPACE = 0x20;

/** Finds the columns of groups of characters in a line that is entirely ASCII. */
export class GroupColumns {
  /** The offset of each column from the beginning of a group. */
  readonly offsets: Int32Array;
  /** The offset of the present group from the beginning of its line, and the length of each group. */
  start = 0;
  readonly length: number;
  readonly #first: number;
  readonly #times: number;
  readonly #stopsWhenEmpty: boolean;

  /** @param columns positions of columns in a group, in characters from 0, in ascending order */
  constructor(
    columns: readonly number[],
    { start, length, times, stopsWhenEmpty }: Pick<Repeat, 'start' | 'length' | 'times' | 'stopsWhenEmpty'>,
  ) {
    this.offsets = Int32Array.from(columns);
    this.#first = start - 1;
    this.length = length;
    this.#times = times;
    this.#stopsWhenEmpty = stopsWhenEmpty;
  }

  /**
   * Returns the number of groups of the line from index `at` to index `next`. Returns -1 if the careful reader must find
   * them: not all characters are ASCII, a group is cut, or one with content follows an empty one.
   */
  count(input: Uint8Array, at: number, next: number): number {
    const end = endOf(input, at, next);
    if (!isPlainAscii(input, at, end)) return -1;
    let filled = 0;
    let isAfterEmpty = false;
    for (let number = 1; number <= this.#times; number++) {
      const from = at + this.#offsetOf(number);
      const isAbsent = from >= end;
      if ((isAbsent && !this.#stopsWhenEmpty) || (!isAbsent && from + this.length > end)) return -1;
      if (this.#stopsWhenEmpty && (isAbsent || isBlank(input, from, from + this.length))) isAfterEmpty = true;
      else if (isAfterEmpty) return -1;
      else filled++;
    }
    return filled;
  }

  /** Moves to a group, from 1. */
  use(number: number): void {
    this.start = this.#offsetOf(number);
  }

  #offsetOf(number: number): number {
    return this.#first + (number - 1) * this.length;
  }
}

/** Returns the index after the characters of a line. */
function endOf(input: Uint8Array, at: number, next: number): number {
  let end = next;
  if (end > at && input[end - 1] === LF) end--;
  if (end > at && input[end - 1] === CR) end--;
  return end;
}

function isBlank(input: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (input[at] !== SPACE) return false;
  return true;
}
