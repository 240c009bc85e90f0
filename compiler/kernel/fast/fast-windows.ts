import type { FastStretch } from './fast-reader.ts';

/** Longest record that is read fast, in bytes. */
export const LONGEST_FAST = 256 * 1024;
/** So many bytes are read at once, where records are not longer. */
export const PIECE_BYTES = 64 * 1024;
/** From so many bytes of messages on they go to their batch. */
export const FULL_BYTES = 128 * 1024;

/** What a message may take besides the values that stand in the record: the names of its fields, padding. */
export const MOST_ADDED = 4 * LONGEST_FAST;
/** Most bytes that one value takes in a message: six (a control character) for each of the record. */
const LONGEST_VALUE = 6 * LONGEST_FAST;
/** Behind the longest record there are some bytes more to look at. */
const SPARE_BYTES = 64;

/**
 * What is read fast, and what that writes: the same bytes for all files, piece after piece, so that V8 compiles their
 * addresses into the code instead of asking each array again and again what it is, where it lies and how long it is. (It
 * does so in a thread that has never detached an ArrayBuffer, as moving one to another thread does.)
 * What is written is taken before another file may come.
 */
class FastWindows {
  readonly input = new Uint8Array(LONGEST_FAST + SPARE_BYTES);
  /** No member of a message begins beyond: fields that overlap can make much of a short record. It is read carefully then. */
  readonly mostWritten = FULL_BYTES + LONGEST_VALUE + MOST_ADDED;
  readonly output = new Uint8Array(this.mostWritten + LONGEST_VALUE + MOST_ADDED);
  readonly inputView = new DataView(this.input.buffer);
  readonly outputView = new DataView(this.output.buffer);
  /** Whose bytes are there, told by a token that holds nothing else, and which of them, as its stretches count. */
  #owner: object | null = null;
  #from = 0;
  #to = 0;

  /** Has a stretch of somebody's bytes in `input`, and a NUL behind it; gives where `input` begins among its bytes. */
  load(owner: object, { input, base, at, end }: FastStretch): number {
    const isThere = this.#owner === owner && base + at >= this.#from && base + end === this.#to;
    if (!isThere) {
      this.#owner = owner;
      this.#from = base + at;
      this.#to = base + end;
      this.input.set(input.subarray(at, end));
      this.input[end - at] = 0;
    }
    return this.#from - base;
  }
}

/** The bytes of all fast readers of a thread. */
export const fastWindows = new FastWindows();
