import { truncatedData } from '../data/damaged-data.ts';
import type { InputBuffer } from '../data/input-buffer.ts';

/**
 * Reads bits of the available bytes of an input, the highest bit of a byte first. After the last byte it reads zeros:
 * `isPastEnd` says so.
 */
export class BitReader {
  readonly #input: InputBuffer;
  /** The last `count` bits of `held` are read next. */
  #held = 0;
  #count = 0;

  constructor(input: InputBuffer) {
    this.#input = input;
  }

  /** Whether bits were read that the input does not have. */
  get isPastEnd(): boolean {
    return this.#input.at - (this.#count >> 3) > this.#input.end;
  }

  /** Returns the next bits without reading them: 1 to 24. */
  peek(bits: number): number {
    while (this.#count < bits) {
      const input = this.#input;
      this.#held = (this.#held << 8) | (input.at < input.end ? (input.bytes[input.at] as number) : 0);
      input.at++;
      this.#count += 8;
    }
    return (this.#held >>> (this.#count - bits)) & ((1 << bits) - 1);
  }

  /** Skips bits that were peeked. */
  skip(bits: number): void {
    this.#count -= bits;
  }

  /** Reads 1 to 24 bits. */
  read(bits: number): number {
    const value = this.peek(bits);
    this.#count -= bits;
    return value;
  }

  /** Reads 32 bits, as a signed number. */
  read32(): number {
    return (this.read(16) << 16) | this.read(16);
  }

  /** Returns the bytes that were peeked but not read, and skips the rest of a byte. Throws a RunFailure after the end. */
  align(): void {
    const { isPastEnd } = this;
    this.#input.at -= this.#count >> 3;
    this.#count = 0;
    if (isPastEnd) throw truncatedData();
  }

  /** Puts the bytes back that were peeked but not read, so that the input may be filled. Up to 7 bits stay here. */
  release(): void {
    this.#input.at -= this.#count >> 3;
    this.#held >>>= this.#count & ~7;
    this.#count &= 7;
  }
}
