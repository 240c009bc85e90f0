const REPLACEMENT = 0xfffd;

/** Cuts UTF-16 bytes between characters. The nth two-byte unit is then the nth unit of the decoded text. */
export class Utf16Aligner {
  readonly #isBigEndian: boolean;
  #carried = new Uint8Array(0);
  #isFirst = true;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#carried.length + chunk.length);
    bytes.set(this.#carried);
    bytes.set(chunk, this.#carried.length);
    let end = bytes.length & ~1;
    if (end >= 2 && (this.#unit(bytes, end - 2) & 0xfc00) === 0xd800) end -= 2;
    this.#carried = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  takeRest(): Uint8Array {
    return this.#carried;
  }

  /** Records that `source` has been decoded. A byte order mark is then no longer possible. */
  noteDecoded(source: Uint8Array): void {
    if (source.length > 0) this.#isFirst = false;
  }

  /**
   * Returns one element for each U+FFFD in the decoded text, in order: whether the file itself contains this character.
   */
  isReplacementInSource(text: string, source: Uint8Array): boolean[] {
    const skipped = this.#isFirst && this.#unit(source, 0) === 0xfeff ? 1 : 0;
    const isInSource: boolean[] = [];
    for (let i = text.indexOf('\ufffd'); i >= 0; i = text.indexOf('\ufffd', i + 1)) {
      isInSource.push(this.#unit(source, 2 * (i + skipped)) === REPLACEMENT);
    }
    return isInSource;
  }

  #unit(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    return this.#isBigEndian ? (first << 8) | second : (second << 8) | first;
  }
}
