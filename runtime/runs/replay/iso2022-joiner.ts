const ESCAPE = 0x1b;
const ESCAPE_BYTES = 3;
const ASCII = '\x1b(B';
const ROMAN = '\x1b(J';

/**
 * Joins parts of a file in ISO-2022-JP between which something was left out. What stands behind a gap is read in the mode
 * in which it stood; and two escape sequences never meet, for which a decoder would give U+FFFD (Encoding Standard, 12.2.1).
 * Gaps begin and end at tags: so in ASCII, or in JIS X 0201 Roman, which differs from it in two characters.
 */
export class Iso2022Joiner {
  /** The mode behind what was given out, and behind what was left out last. */
  #mode = ASCII;
  #expectedMode = ASCII;
  /** An escape sequence, or the beginning of one, at the end of what is kept. */
  #held = new Uint8Array(0);
  #isAfterGap = false;

  /** Takes the next bytes that are kept; gives what can be written. */
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

  /** Takes the bytes that are left out next. */
  skip(bytes: Uint8Array): void {
    const before = this.#isAfterGap ? this.#expectedMode : modeAfter(this.#held, this.#mode);
    this.#expectedMode = modeAfter(bytes, before);
    this.#isAfterGap = true;
    if (this.#held.length === ESCAPE_BYTES) this.#held = new Uint8Array(0);
  }

  /** What is left at the end. */
  end(): Uint8Array {
    return this.#held;
  }
}

/** The mode behind some bytes that begin in a mode: what the last escape sequence among them says. A line end behind it ends all but Roman. */
function modeAfter(bytes: Uint8Array, before: string): string {
  const text = Buffer.from(bytes).toString('latin1');
  const last = [...text.matchAll(/\x1b(?:\([BIJ]|\$[@B])/gu)].at(-1);
  const mode = last?.[0] ?? before;
  return mode !== ROMAN && /[\r\n]/u.test(text.slice(last?.index ?? 0)) ? ASCII : mode;
}
