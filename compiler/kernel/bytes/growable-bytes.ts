const FIRST_BYTES = 4 * 1024;
/** Bytes by which a new buffer may exceed the expected size of the result. */
const SPARE_BYTES = 16 * 1024;

/** Memory that is used more than once. release() returns false for memory that take() did not return. */
interface ReusedMemory {
  take(bytes: number): Uint8Array<ArrayBuffer>;
  release(bytes: Uint8Array): boolean;
}

/**
 * A byte buffer that grows while it is written. `length` is the number of written bytes, and `take` returns them
 * without a copy.
 */
export class GrowableBytes {
  bytes = new Uint8Array(0);
  length = 0;
  /** The expected size of the next result, in bytes. It is derived from the last result. */
  #expected = 0;
  readonly #encoder = new TextEncoder();
  readonly #memory: ReusedMemory | null;

  /** Takes its buffers from `memory`. If it is null, each result has a new buffer. */
  constructor(memory: ReusedMemory | null = null) {
    this.#memory = memory;
  }

  /**
   * Returns the buffer, enlarged if necessary, so that the caller can write `more` bytes from index `length` on. The
   * caller then increases `length`.
   */
  reserve(more: number): Uint8Array<ArrayBuffer> {
    if (this.length + more > this.bytes.length)
      this.#grow(Math.max(FIRST_BYTES, this.#expected, 2 * this.bytes.length, this.length + more));
    return this.bytes;
  }

  add(bytes: Uint8Array): void {
    this.reserve(bytes.length).set(bytes, this.length);
    this.length += bytes.length;
  }

  addText(text: string): void {
    const bytes = this.reserve(text.length * 3);
    this.length += this.#encoder.encodeInto(text, this.length === 0 ? bytes : bytes.subarray(this.length)).written;
  }

  /** Returns the written bytes and starts an empty buffer. The caller owns the result. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.subarray(0, this.length);
    // A quarter more than the last result. It follows the size of the results, so that one giant record does not
    // determine the size of all later buffers.
    this.#expected = this.length + (this.length >> 2) + SPARE_BYTES;
    this.bytes = new Uint8Array(0);
    this.length = 0;
    return taken;
  }

  #grow(size: number): void {
    const grown = this.#memory?.take(size) ?? new Uint8Array(size);
    grown.set(this.bytes.subarray(0, this.length));
    this.#memory?.release(this.bytes);
    this.bytes = grown;
  }
}
