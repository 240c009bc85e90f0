const ESCAPE = 0x1b;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const REPLACEMENT = 0xfffd;
/** The result for a byte that does not complete a character. */
const NOTHING = -1;

/**
 * The escape sequences that select a character set: ASCII, JIS X 0201 Roman, JIS X 0201 Katakana, and two editions of
 * JIS X
 * 0208.
 */
const ASCII = '\x1b(B';
const ROMAN = '\x1b(J';
const KATAKANA = '\x1b(I';
const KANJI: readonly string[] = ['\x1b$@', '\x1b$B'];

/**
 * Decodes ISO-2022-JP byte by byte (Encoding Standard, section 12.2.1; RFC 1468). A line end is recognised in every
 * shift state. After a line end, JIS X 0208 and Katakana are no longer selected, as RFC 1468 demands. One broken record
 * therefore does not garble the next.
 */
export class Iso2022JpStates {
  /** The shift state: the escape sequence of the selected character set. Empty for ASCII. */
  mode: string;
  /** The first byte of an unfinished two-byte character, or 0 if there is none. */
  #lead = 0;
  /** The bytes of an unfinished escape sequence. Empty if there is none. */
  #escape = '';
  /** Whether the last escape sequence has not been followed by a character yet. */
  #isEmpty = false;
  /**
   * Decodes the characters of JIS X 0208: EUC-JP contains them, with 80 (hexadecimal) added to each byte. `#cache`
   * contains the decoded characters by their two bytes.
   */
  readonly #table = new TextDecoder('euc-jp');
  readonly #cache = new Map<number, number>();

  constructor(mode: string) {
    this.mode = mode;
  }

  /**
   * Decodes one byte. Calls `take` with each code point that the byte completes, and with U+FFFD for a malformed
   * sequence.
   */
  next(byte: number, take: (codePoint: number) => void): void {
    if (this.#escape !== '') this.#nextOfEscape(byte, take);
    else if (byte === ESCAPE) this.#beginEscape(take);
    else {
      const isFirst = this.#lead === 0;
      const codePoint = this.#codePoint(byte, take);
      if (codePoint !== NOTHING) take(codePoint);
      if (isFirst) this.#isEmpty = false;
    }
  }

  /** Ends the input. Calls `take` with U+FFFD for an unfinished character or escape sequence. */
  end(take: (codePoint: number) => void): void {
    const pending = this.#escape;
    this.#escape = '';
    if (this.#lead !== 0) take(REPLACEMENT);
    this.#lead = 0;
    if (pending !== '') this.#rejectEscape(pending, take);
  }

  #beginEscape(take: (codePoint: number) => void): void {
    if (this.#lead !== 0) take(REPLACEMENT);
    this.#lead = 0;
    this.#escape = '\x1b';
  }

  #nextOfEscape(byte: number, take: (codePoint: number) => void): void {
    const escape = this.#escape + String.fromCharCode(byte);
    this.#escape = '';
    if (escape === '\x1b$' || escape === '\x1b(') this.#escape = escape;
    else if (escape === ASCII || escape === ROMAN || escape === KATAKANA || KANJI.includes(escape)) {
      // The encoding forbids two escape sequences in a row, because they could hide text from a search.
      if (this.#isEmpty) take(REPLACEMENT);
      this.mode = escape === ASCII ? '' : escape;
      this.#isEmpty = true;
    } else this.#rejectEscape(escape, take);
  }

  /**
   * Handles an escape character whose next bytes select no character set. It is malformed, and these bytes are text.
   */
  #rejectEscape(escape: string, take: (codePoint: number) => void): void {
    this.#isEmpty = false;
    take(REPLACEMENT);
    for (let i = 1; i < escape.length; i++) this.next(escape.charCodeAt(i), take);
  }

  #codePoint(byte: number, take: (codePoint: number) => void): number {
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return this.#endLine(byte, take);
    switch (this.mode) {
      case '':
        return isAscii(byte) ? byte : REPLACEMENT;
      case ROMAN:
        return byte === 0x5c ? 0xa5 : byte === 0x7e ? 0x203e : isAscii(byte) ? byte : REPLACEMENT;
      case KATAKANA:
        return byte >= 0x21 && byte <= 0x5f ? 0xff61 - 0x21 + byte : REPLACEMENT;
      default:
        return this.#kanji(byte);
    }
  }

  #endLine(byte: number, take: (codePoint: number) => void): number {
    if (this.#lead !== 0) take(REPLACEMENT);
    this.#lead = 0;
    if (this.mode !== ROMAN) this.mode = '';
    return byte;
  }

  #kanji(byte: number): number {
    const lead = this.#lead;
    const isOne = byte >= 0x21 && byte <= 0x7e;
    this.#lead = lead === 0 && isOne ? byte : 0;
    if (lead === 0) return isOne ? NOTHING : REPLACEMENT;
    return isOne ? this.#kanjiOf(lead, byte) : REPLACEMENT;
  }

  #kanjiOf(lead: number, trail: number): number {
    const key = lead * 256 + trail;
    const codePoint =
      this.#cache.get(key) ??
      this.#table.decode(Uint8Array.of(lead + 0x80, trail + 0x80)).codePointAt(0) ??
      REPLACEMENT;
    this.#cache.set(key, codePoint);
    return codePoint;
  }
}

/**
 * Shift out, shift in and the escape character are not allowed in text. Other encodings of the ISO 2022 family use
 * them.
 */
function isAscii(byte: number): boolean {
  return byte < 0x80 && byte !== 0x0e && byte !== 0x0f && byte !== ESCAPE;
}

/** Decodes ISO-2022-JP as TextDecoder does, except that it can start in any shift state. */
export class Iso2022JpDecoder {
  readonly #states: Iso2022JpStates;

  constructor(mode: string) {
    this.#states = new Iso2022JpStates(mode);
  }

  decode(bytes: Uint8Array, options?: { stream: boolean }): string {
    let text = '';
    const take = (codePoint: number): void => {
      text += String.fromCodePoint(codePoint);
    };
    for (const byte of bytes) this.#states.next(byte, take);
    if (options?.stream !== true) this.#states.end(take);
    return text;
  }
}
