const ESCAPE = 0x1b;
const ESCAPE_BYTES = 3;
const ASCII = '\x1b(B';
const ROMAN = '\x1b(J';

/**
 * Joins parts of a file in ISO-2022-JP after the parts between them were removed. After a gap, it inserts the escape
 * sequence of the character set in which the next part was written. If a removed part leaves two escape sequences side
 * by side, it removes the first one, because a decoder would emit U+FFFD (Encoding Standard, section 12.2.1). Gaps
 * start and end at XML tags. There the character set is ASCII or JIS X 0201 Roman, which differs from ASCII in two
 * characters.
 */
export class Iso2022Joiner {
  /**
   * `#mode`: the character set after the bytes that were emitted. `#expectedMode`: the character set after the bytes
   * that were skipped last.
   */
  #mode = ASCII;
  #expectedMode = ASCII;
  /** A complete or partial escape sequence at the end of the appended bytes, which is not yet emitted. */
  #held = new Uint8Array(0);
  #isAfterGap = false;

  /**
   * Adds the next bytes of the file. Returns the bytes that can be written now. They are fewer than `bytes` if an
   * escape sequence at the end is held back. They are more if an escape sequence is inserted, or was held back before.
   */
  append(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0) return bytes;
    const needsEscape = this.#isAfterGap && bytes[0] !== ESCAPE && this.#expectedMode !== this.#mode;
    this.#isAfterGap = false;
    const all = Buffer.concat([this.#held, Buffer.from(needsEscape ? this.#expectedMode : '', 'latin1'), bytes]);
    const last = all.lastIndexOf(ESCAPE);
    const end = last >= 0 && all.length - last <= ESCAPE_BYTES ? last : all.length;
    this.#held = new Uint8Array(all.subarray(end));
    this.#mode = modeAfter(all.subarray(0, end), this.#mode);
    return new Uint8Array(all.subarray(0, end));
  }

  /** Omits the next bytes of the file from the output. */
  skip(bytes: Uint8Array): void {
    const before = this.#isAfterGap ? this.#expectedMode : modeAfter(this.#held, this.#mode);
    this.#expectedMode = modeAfter(bytes, before);
    this.#isAfterGap = true;
    if (this.#held.length === ESCAPE_BYTES) this.#held = new Uint8Array(0);
  }

  /** Returns the bytes that were held back. Call it at the end of the file. */
  end(): Uint8Array {
    return this.#held;
  }
}

/**
 * Returns the escape sequence of the character set after `bytes`, if the character set before them is `before`. The
 * last escape sequence in `bytes` determines it. A line end resets it to ASCII, unless it is Roman.
 */
function modeAfter(bytes: Uint8Array, before: string): string {
  const text = Buffer.from(bytes).toString('latin1');
  const last = [...text.matchAll(/\x1b(?:\([BIJ]|\$[@B])/gu)].at(-1);
  const mode = last?.[0] ?? before;
  return mode !== ROMAN && /[\r\n]/u.test(text.slice(last?.index ?? 0)) ? ASCII : mode;
}
