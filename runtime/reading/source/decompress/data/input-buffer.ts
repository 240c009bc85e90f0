import { truncatedData } from './damaged-data.ts';

/** Bytes of a stream that a decoder reads without waiting. `fill` makes them available. */
export class InputBuffer {
  /** The available bytes are those from `at` to `end`. */
  bytes: Uint8Array = new Uint8Array(MIN_BYTES);
  at = 0;
  end = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #isEnded = false;
  /** Offset of `bytes[0]` in the stream. */
  #base = 0;

  /** @param chunks may be overwritten when the next one is requested */
  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The number of bytes that are available. */
  get available(): number {
    return this.end - this.at;
  }

  /** Offset of the next byte in the stream. */
  get position(): number {
    return this.#base + this.at;
  }

  /** Makes `length` bytes available, or all that are left. Returns whether there are as many. */
  async fill(length: number): Promise<boolean> {
    while (this.available < length && !this.#isEnded) {
      const next = await this.#chunks.next();
      if (next.done === true) this.#isEnded = true;
      else this.#add(next.value, length);
    }
    return this.available >= length;
  }

  /** Returns the next bytes, which are overwritten by the next call of `fill`. Throws a RunFailure if there are fewer. */
  async take(length: number): Promise<Uint8Array> {
    if (!(await this.fill(length))) throw truncatedData();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Ends the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #add(chunk: Uint8Array, length: number): void {
    const { available } = this;
    if (this.end + chunk.length > this.bytes.length) {
      const needed = Math.max(available + chunk.length, length);
      const target = needed > this.bytes.length ? new Uint8Array(2 * needed) : this.bytes;
      target.set(this.bytes.subarray(this.at, this.end));
      this.bytes = target;
      this.#base += this.at;
      this.at = 0;
      this.end = available;
    }
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }
}

const MIN_BYTES = 64 * 1024;
