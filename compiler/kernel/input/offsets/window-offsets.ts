import type { ByteWindow } from '../../bytes/window.ts';

/** The chunks that no longer matter are dropped when there are more than this many. */
const MAX_PAST_PIECES = 1000;

/**
 * The offsets in the undecoded file of the characters in a window. It stores the offsets of chunks of the file, and
 * counts the characters between the requested one and the end of its chunk.
 */
export class WindowOffsets {
  readonly #window: ByteWindow;
  readonly #unitBytes: 1 | 2;
  /** The ends of the chunks: in the decoded bytes, and in the file. The first element is the start of the first one. */
  readonly #decoded: number[];
  readonly #source: number[];

  /**
   * @param from the offset in the file at which reading starts
   * @param unitBytes number of bytes of a character. With 2, a character beyond U+FFFF has 4 bytes (UTF-16).
   */
  constructor(window: ByteWindow, from: number, unitBytes: 1 | 2) {
    this.#window = window;
    this.#unitBytes = unitBytes;
    this.#decoded = [window.base + window.end];
    this.#source = [from];
  }

  /** Skips bytes of the file that are not part of its text. Must be called before the first chunk is added. */
  skipMark(bytes: number): void {
    this.#source[0] = (this.#source[0] ?? 0) + bytes;
  }

  /** Adds a chunk of the file: its length after decoding, and its length in the file. */
  add(decodedBytes: number, sourceBytes: number): void {
    this.#decoded.push((this.#decoded.at(-1) ?? 0) + decodedBytes);
    this.#source.push((this.#source.at(-1) ?? 0) + sourceBytes);
  }

  /** Drops the chunks before the window. */
  forgetPast(): void {
    const past = this.#findChunk(this.#window.base) - 1;
    if (past < MAX_PAST_PIECES) return;
    this.#decoded.splice(0, past);
    this.#source.splice(0, past);
  }

  /** Returns the offset in the file of the character at an index of the window. */
  offsetOf(at: number): number {
    const decoded = this.#window.base + at;
    const chunk = this.#findChunk(decoded);
    const end = this.#decoded[chunk] ?? 0;
    const sourceEnd = this.#source[chunk] ?? 0;
    if (decoded >= end) return sourceEnd;
    const isAscii =
      this.#unitBytes * (end - (this.#decoded[chunk - 1] ?? end)) === sourceEnd - (this.#source[chunk - 1] ?? 0);
    return (
      sourceEnd - (isAscii ? this.#unitBytes * (end - decoded) : this.#countSourceBytes(at, end - this.#window.base))
    );
  }

  /** Returns the index of the first chunk that ends at an offset of the decoded bytes or after it, or of the last one. */
  #findChunk(decoded: number): number {
    let low = 0;
    let high = this.#decoded.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#decoded[middle] ?? 0) < decoded) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #countSourceBytes(from: number, to: number): number {
    const { bytes } = this.#window;
    let units = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if ((byte & 0xc0) !== 0x80) units++;
      // A character of four bytes in UTF-8 is a surrogate pair in UTF-16. 0xFF is a malformed unit.
      if (byte >= 0xf0 && byte < 0xff && this.#unitBytes === 2) units++;
    }
    return units * this.#unitBytes;
  }
}
