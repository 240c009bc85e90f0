const REPLACEMENT = 0xfffd;

/** Cuts UTF-16 where no character is split, so that its units and those of the decoded text stand one beside the other. */
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

  /** Notes that these bytes have been decoded: the mark at the beginning of the file is behind. */
  noteDecoded(source: Uint8Array): void {
    if (source.length > 0) this.#isFirst = false;
  }

  /** For each U+FFFD of the text whether the file has it so: then it is a character like others. */
  isReplacementInSource(text: string, source: Uint8Array): boolean[] {
    const skipped = this.#isFirst && this.#unit(source, 0) === 0xfeff ? 1 : 0;
    const sent: boolean[] = [];
    for (let i = text.indexOf('\ufffd'); i >= 0; i = text.indexOf('\ufffd', i + 1)) {
      sent.push(this.#unit(source, 2 * (i + skipped)) === REPLACEMENT);
    }
    return sent;
  }

  #unit(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    return this.#isBigEndian ? (first << 8) | second : (second << 8) | first;
  }
}
