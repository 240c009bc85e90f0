const FIRST_BYTES = 4 * 1024;
/** The next one may hold so much more than the last. */
const SPARE_BYTES = 16 * 1024;

/** Bytes that are written one behind the other and then taken as they stand, without a copy. */
export class GrowableBytes {
  bytes = new Uint8Array(0);
  length = 0;
  /** What the last one that was taken held: the next will hold about as much. */
  #expected = 0;
  readonly #encoder = new TextEncoder();

  /** Makes room for `more` bytes. */
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

  /** What stands; it belongs to the caller, and the store begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.subarray(0, this.length);
    // A quarter more than the last time, and not the giant that one record needed.
    this.#expected = this.length + (this.length >> 2) + SPARE_BYTES;
    this.bytes = new Uint8Array(0);
    this.length = 0;
    return taken;
  }

  #grow(size: number): void {
    const grown = new Uint8Array(size);
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
