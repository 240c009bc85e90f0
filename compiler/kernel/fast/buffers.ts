import type { FastRange } from '../model/fast-source.ts';

/** Longest record that is read fast, in bytes. */
export const MAX_FAST_RECORD_BYTES = 256 * 1024;
/** So many bytes are read at once, where records are not longer. */
export const CHUNK_BYTES = 64 * 1024;
/** From so many bytes of messages on they go to their batch. */
export const FLUSH_BYTES = 128 * 1024;

/** What a message may take besides the values that stand in the record: the names of its fields, padding. */
export const MAX_ADDED_BYTES = 4 * MAX_FAST_RECORD_BYTES;
/** A byte of a record becomes six at most (a control character). */
const OUTPUT_BYTES = FLUSH_BYTES + 24 * MAX_FAST_RECORD_BYTES;
/** What is written beyond that must leave the rest of the record its room. */
const MAX_WRITTEN_BYTES = OUTPUT_BYTES / 2;
/** Behind the longest record there are some bytes more to look at. */
const SPARE_BYTES = 64;

/**
 * What is read fast, and what that writes: the same bytes for all files, piece after piece, so that V8 compiles their
 * addresses into the code instead of asking each array again and again what it is, where it lies and how long it is. (It
 * does so in a thread that has never detached an ArrayBuffer, as moving one to another thread does.)
 * What is written is taken before another file may come.
 */
class FastBuffers {
  readonly input = new Uint8Array(MAX_FAST_RECORD_BYTES + SPARE_BYTES);
  readonly output = new Uint8Array(OUTPUT_BYTES);
  readonly inputView = new DataView(this.input.buffer);
  readonly outputView = new DataView(this.output.buffer);
  /** Whose bytes are there, told by a token that holds nothing else, and which of them, as its stretches count. */
  #owner: object | null = null;
  #from = 0;
  #to = 0;

  /** Has a stretch of somebody's bytes in `input`, and a NUL behind it; gives where `input` begins among its bytes. */
  load(owner: object, { input, base, at, end }: FastRange): number {
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
export const fastBuffers = new FastBuffers();

/** Whether so many bytes of messages leave enough room for the rest of the record. */
export function hasRoomAfter(end: number): boolean {
  return end <= MAX_WRITTEN_BYTES;
}
