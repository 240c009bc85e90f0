const ESCAPE = 0x1b;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const REPLACEMENT = 0xfffd;
/** No byte of a character or line end: what a byte brings forth that only begins something. */
const NOTHING = -1;

/** What bytes stand for, by the escape sequence that switched to it: ASCII, JIS X 0201 (Roman, Katakana), JIS X 0208 in its two editions. */
const ASCII = '\x1b(B';
const ROMAN = '\x1b(J';
const KATAKANA = '\x1b(I';
const KANJI: readonly string[] = ['\x1b$@', '\x1b$B'];

/**
 * Goes through ISO-2022-JP byte by byte (Encoding Standard, 12.2.1; RFC 1468): what each stands for. A line end is one
 * wherever it stands, and ends JIS X 0208 and Katakana, as RFC 1468 has it: so that one record never garbles the next.
 */
export class Iso2022JpStates {
  /** The escape sequence under which the next byte stands; '' is ASCII. */
  mode: string;
  /** The first byte of a character of two; 0 where there is none. */
  #lead = 0;
  /** The escape sequence that is coming in. */
  #escape = '';
  /** Nothing has come since the last escape sequence. */
  #isEmpty = false;
  /** JIS X 0208 is in EUC-JP, eighty hexadecimal higher; what has been asked for is kept, by its two bytes. */
  readonly #table = new TextDecoder('euc-jp');
  readonly #known = new Map<number, number>();

  constructor(mode: string) {
    this.mode = mode;
  }

  /** Tells `take` each code point that a byte completes; U+FFFD for what is malformed. */
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

  /** No more bytes will come: something that only began is malformed. */
  end(take: (codePoint: number) => void): void {
    const pending = this.#escape;
    this.#escape = '';
    if (this.#lead !== 0) take(REPLACEMENT);
    this.#lead = 0;
    if (pending !== '') this.#refuseEscape(pending, take);
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
      // Nothing between two escape sequences: text could hide there from those who only search for it.
      if (this.#isEmpty) take(REPLACEMENT);
      this.mode = escape === ASCII ? '' : escape;
      this.#isEmpty = true;
    } else this.#refuseEscape(escape, take);
  }

  /** Bytes behind an escape character that switch to nothing are text. */
  #refuseEscape(escape: string, take: (codePoint: number) => void): void {
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
    const place = lead * 256 + trail;
    const known =
      this.#known.get(place) ??
      this.#table.decode(Uint8Array.of(lead + 0x80, trail + 0x80)).codePointAt(0) ??
      REPLACEMENT;
    this.#known.set(place, known);
    return known;
  }
}

/** Shift out, shift in and the escape character belong to other encodings of this family. */
function isAscii(byte: number): boolean {
  return byte < 0x80 && byte !== 0x0e && byte !== 0x0f && byte !== ESCAPE;
}

/** Decodes ISO-2022-JP from a mode on, as TextDecoder does. */
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
