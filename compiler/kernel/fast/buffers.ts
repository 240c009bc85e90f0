import type { FastRange } from '../model/fast-source.ts';

/** Maximum length of a record that a fast reader reads, in bytes. */
export const MAX_FAST_RECORD_BYTES = 256 * 1024;
/** Number of bytes that are loaded at once, unless a record is longer. */
export const CHUNK_BYTES = 64 * 1024;
/** Messages are moved to their batch when they reach this many bytes. */
export const FLUSH_BYTES = 128 * 1024;

/** Maximum size of the parts of a message that do not come from the record: field names, padding. */
export const MAX_ADDED_BYTES = 4 * MAX_FAST_RECORD_BYTES;
/** Escaping in JSON lengthens a byte to at most six bytes (a control character). */
const OUTPUT_BYTES = FLUSH_BYTES + 24 * MAX_FAST_RECORD_BYTES;
/** Texts of unbounded length may be written up to this index, so that the rest of the record still has room. */
const MAX_WRITTEN_BYTES = OUTPUT_BYTES / 2;
/** Readable bytes after the longest record: a fast reader may look ahead. */
const LOOKAHEAD_BYTES = 64;

/**
 * The input and output buffers of all fast readers. Using the same arrays for all files lets V8 compile their addresses
 * into the code, instead of checking the type, address and length of each array at every access. (V8 does so only in a
 * thread that has never detached an ArrayBuffer, for example by transferring one to another thread.) Messages are
 * copied out before another file uses the buffers.
 */
class FastBuffers {
  readonly input = new Uint8Array(MAX_FAST_RECORD_BYTES + LOOKAHEAD_BYTES);
  readonly output = new Uint8Array(OUTPUT_BYTES);
  readonly inputView = new DataView(this.input.buffer);
  readonly outputView = new DataView(this.output.buffer);
  /** The owner of the loaded bytes, identified by an empty object, and their offsets as its ranges count them. */
  #owner: object | null = null;
  #start = 0;
  #end = 0;

  /**
   * Loads a range into `input`, followed by a NUL, unless it is already there. Returns the index in the range's bytes
   * that corresponds to `input[0]`.
   */
  load(owner: object, { input, base, at, end }: FastRange): number {
    const isThere = this.#owner === owner && base + at >= this.#start && base + end === this.#end;
    if (!isThere) {
      this.#owner = owner;
      this.#start = base + at;
      this.#end = base + end;
      this.input.set(input.subarray(at, end));
      this.input[end - at] = 0;
    }
    return this.#start - base;
  }
}

/** The buffers of all fast readers in a thread. */
export const fastBuffers = new FastBuffers();

/** Returns whether the output still has room for the rest of the record if it is written up to index `end`. */
export function hasRoomAfter(end: number): boolean {
  return end <= MAX_WRITTEN_BYTES;
}
