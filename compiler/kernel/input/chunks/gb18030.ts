import { type SequenceReader, createSequenceReader } from '../encodings/character-sequences.ts';

/** The bytes of U+FFFD in GB 18030. */
const REPLACEMENT = [0x84, 0x31, 0xa4, 0x37] as const;
const LOOKBACK_BYTES = 256;
/** Bytes below this value are never part of a character of several bytes (Encoding Standard, section 10.2.1). */
const MIN_TRAIL_BYTE = 0x30;

/** Cuts GB 18030 bytes between characters. A U+FFFD in the file can then be distinguished from a malformed sequence. */
export class Gb18030Aligner {
  readonly #read: SequenceReader = createSequenceReader('gb18030');
  readonly #decoder = new TextDecoder('gb18030');
  #carried = new Uint8Array(0);

  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#carried.length + chunk.length);
    bytes.set(this.#carried);
    bytes.set(chunk, this.#carried.length);
    const end = this.#findWholeEnd(bytes);
    this.#carried = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  takeRest(): Uint8Array {
    return this.#carried;
  }

  /**
   * Returns one element for each U+FFFD in the decoded text, in order: whether the file itself contains this character.
   */
  isReplacementInSource(_text: string, source: Uint8Array): boolean[] {
    const isInSource: boolean[] = [];
    let decodedTo = 0;
    for (const at of this.#findReplacements(source)) {
      const malformed = this.#decoder.decode(source.subarray(decodedTo, at)).split('\ufffd').length - 1;
      for (let i = 0; i < malformed; i++) isInSource.push(false);
      isInSource.push(true);
      decodedTo = at + REPLACEMENT.length;
    }
    return isInSource;
  }

  /**
   * Returns the index after the last complete character. If one of the last bytes can only be a character of one byte,
   * such as a line end or a comma, the index is after it. Otherwise all bytes are examined.
   */
  #findWholeEnd(bytes: Uint8Array): number {
    const first = Math.max(0, bytes.length - LOOKBACK_BYTES);
    for (let at = bytes.length - 1; at >= first; at--) {
      if ((bytes[at] ?? 0) < MIN_TRAIL_BYTE) return at + 1;
    }
    let at = 0;
    for (let next = this.#next(bytes, at); next !== null; next = this.#next(bytes, at)) at = next;
    return at;
  }

  #findReplacements(source: Uint8Array): number[] {
    const offsets: number[] = [];
    let at = 0;
    for (let next = this.#next(source, at); next !== null; next = this.#next(source, at)) {
      if (next - at === REPLACEMENT.length && REPLACEMENT.every((byte, i) => source[at + i] === byte)) offsets.push(at);
      at = next;
    }
    return offsets;
  }

  /** Returns the index after the character or malformed sequence at `at`, or null if it is incomplete. */
  #next(bytes: Uint8Array, at: number): number | null {
    const sequence = at < bytes.length ? this.#read(bytes, at, bytes.length) : null;
    return sequence === null ? null : at + sequence.length;
  }
}
