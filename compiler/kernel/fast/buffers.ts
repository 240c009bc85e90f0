import type { FastRange } from '../model/fast-source.ts';

/** Maximum length of a record that a fast reader can read, in bytes. */
export const MAX_FAST_RECORD_BYTES = 256 * 1024;
/** Number of bytes that the fast reader loads at once. If the next record is longer, it loads more. */
export const CHUNK_BYTES = 64 * 1024;
/** The messages in the output buffer are moved to their batch when their total size reaches this number of bytes. */
export const FLUSH_BYTES = 128 * 1024;

/**
 * Maximum size of the parts of a message that do not come from the record, such as field names and padding. In bytes.
 */
export const MAX_ADDED_BYTES = 4 * MAX_FAST_RECORD_BYTES;
/** JSON escapes lengthen a byte to at most six bytes, for a control character. */
const OUTPUT_BYTES = FLUSH_BYTES + 24 * MAX_FAST_RECORD_BYTES;
/** The last index up to which a text of unbounded length may be written. The remaining fields then still have room. */
const MAX_WRITTEN_BYTES = OUTPUT_BYTES / 2;
/** The index in the output from which on values are written that do not belong to the message, or not yet. */
export const ASIDE_START = OUTPUT_BYTES;
const ASIDE_BYTES = 16 * MAX_FAST_RECORD_BYTES;
const MAX_ASIDE = ASIDE_START + ASIDE_BYTES / 2;
/** Bytes of the input buffer after the longest record. A fast reader may look ahead by this many bytes. */
const LOOKAHEAD_BYTES = 64;
/** The index in the input after everything that is loaded. Cells that are not in the file as text are written there. */
export const SCRATCH_START = MAX_FAST_RECORD_BYTES + LOOKAHEAD_BYTES;
/** The maximum length of such a cell, with the NUL after it. */
export const SCRATCH_BYTES = 128;

/**
 * The input and output buffers that all fast readers share. V8 can compile the addresses of constant arrays into the
 * code. Otherwise it would check the type, address and length of the array at every access. (V8 does so only in a
 * thread that has never detached an ArrayBuffer, for example by transferring one to another thread.) Messages are
 * copied out before a transformer of another file uses the buffers.
 */
class FastBuffers {
  readonly input = new Uint8Array(SCRATCH_START + SCRATCH_BYTES + LOOKAHEAD_BYTES);
  readonly output = new Uint8Array(OUTPUT_BYTES + ASIDE_BYTES);
  readonly inputView = new DataView(this.input.buffer);
  readonly outputView = new DataView(this.output.buffer);
  /** The number of characters of the fixed-width record that was found last. */
  characters = 0;
  /**
   * `#owner`: the object that identifies the loop whose bytes are loaded. `#start`, `#end`: the offsets of these bytes,
   * with the origin of the loop's ranges (`FastRange.base`).
   */
  #owner: object | null = null;
  #start = 0;
  #end = 0;

  /**
   * Copies the range's bytes into `input`, followed by a NUL, unless they are already there. Returns the index in
   * `range.input` of the byte that is at `input[0]`.
   * @param owner identifies the caller: an object that no other caller passes
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

  /** Has the next caller copy its bytes again. Readers write to bytes that were read, and they are read once more. */
  forget(): void {
    this.#owner = null;
  }
}

/** The buffers of all fast readers in this thread. */
export const fastBuffers = new FastBuffers();

/** Returns whether the output has room for the remaining fields of a record that has been written up to index `end`. */
export function hasRoomAfter(end: number): boolean {
  return end <= MAX_WRITTEN_BYTES || (end >= ASIDE_START && end <= MAX_ASIDE);
}
