import { unquotedByteKinds, ENDING, ESCAPED, PLAIN, quotedByteKinds } from './byte-kinds.ts';
import { writeAscii } from './json-bytes.ts';
import { countUtf8CodePoints, hasNonSpaceBlankAtEdge } from './utf8-text.ts';

const SPACE = 0x20;
const NO_QUOTE = -1;
/** Texts up to this length are decoded faster without a TextDecoder. */
const MAX_SHORT_TEXT = 64;

/**
 * Reads cells that need more than the plain loops of a generated fast reader: quotes, escapes, non-ASCII text. It also
 * finds the cells of a record. Delimiter and quote are ASCII. Cells that span lines are rejected.
 */
export class CellReader {
  /** Kinds of bytes outside and inside quotes; see byte-kinds.ts. */
  readonly bare: Uint8Array;
  readonly quoted: Uint8Array;
  /** Index at which the last read cell ended. */
  end = 0;
  /** Length of the last copied text, in code points. */
  codePoints = 0;
  /** Whether `copyTrimmed` removed blanks. */
  isTrimmed = false;
  /** Set to false by a text with non-ASCII characters. */
  isAscii = true;
  readonly #delimiter: number;
  readonly #quote: number;
  /**
   * The quote character if quotes are doubled, else NO_QUOTE. Cells with another escape character need the careful
   * reader.
   */
  readonly #doubled: number;
  /**
   * The last scanned text: its end in the input, the bitwise OR of its bytes, and whether it contains a doubled quote.
   */
  #textEnd = 0;
  #byteUnion = 0;
  #hasDoubled = false;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /**
   * @param quote empty if quoting is off
   * @param escape the character that escapes a quote inside quotes
   */
  constructor(delimiter: string, quote: string, escape: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? NO_QUOTE : quote.charCodeAt(0);
    this.#doubled = escape === quote ? this.#quote : NO_QUOTE;
    this.bare = unquotedByteKinds(delimiter);
    this.quoted = quotedByteKinds(quote, escape);
  }

  /**
   * Copies the text of the cell at `at` into a JSON string, starting after the opening quote at `length`. Returns the
   * end in the output, or -1 if the cell needs the careful reader.
   */
  copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const isQuoted = input[at] === this.#quote;
    const from = isQuoted ? at + 1 : at;
    const end = this.#copyFrom(input, from, isQuoted, output, length + 1);
    if (end < 0 || !this.#countCodePoints(input, from)) return -1;
    return end;
  }

  /** Like `copy`, without leading and trailing blanks. */
  copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const isQuoted = input[at] === this.#quote;
    const open = isQuoted ? at + 1 : at;
    let from = open;
    while (input[from] === SPACE) from++;
    const end = this.#copyFrom(input, from, isQuoted, output, length + 1);
    if (end < 0) return -1;
    let to = this.#textEnd;
    while (to > from && input[to - 1] === SPACE) to--;
    if (hasNonSpaceBlankAtEdge(input, from, to) || !this.#countCodePoints(input, from)) return -1;
    const dropped = this.#textEnd - to;
    this.isTrimmed = dropped > 0 || from > open;
    this.codePoints -= dropped;
    return end - dropped;
  }

  /** Returns the text of the cell at `at`, or null if the record needs the careful reader. */
  text(input: Uint8Array, at: number): string | null {
    const isQuoted = input[at] === this.#quote;
    const from = isQuoted ? at + 1 : at;
    const to = this.#scan(input, from, isQuoted);
    if (this.#byteUnion > 0x7f) this.isAscii = false;
    if (to < 0 || (this.#byteUnion > 0x7f && countUtf8CodePoints(input, from, to) < 0)) return null;
    const text =
      this.#byteUnion > 0x7f || to - from > MAX_SHORT_TEXT
        ? this.#decoder.decode(input.subarray(from, to))
        : asciiText(input, from, to);
    if (!this.#hasDoubled) return text;
    const quote = String.fromCharCode(this.#quote);
    return text.replaceAll(quote + quote, () => quote);
  }

  /**
   * Writes the indexes at which the cells of the record at `at` begin to `starts`, followed by the end of the record.
   * Returns false if there are not exactly `count` cells, or if the record needs the careful reader.
   */
  index(input: Uint8Array, at: number, starts: Int32Array, count: number): boolean {
    let start = at;
    let byteUnion = 0;
    for (let i = 0; i < count; i++) {
      starts[i] = start;
      const isQuoted = input[start] === this.#quote;
      if (this.#scan(input, isQuoted ? start + 1 : start, isQuoted) < 0) return false;
      byteUnion |= this.#byteUnion;
      start = this.end;
      if ((input[start] === this.#delimiter) !== i < count - 1) return false;
      start++;
    }
    starts[count] = this.end;
    return byteUnion < 0x80 || countUtf8CodePoints(input, at, this.end) >= 0;
  }

  /** Scans the text that begins at `from`. Returns its end, or -1 if it needs the careful reader. */
  #scan(input: Uint8Array, from: number, isQuoted: boolean): number {
    const kinds = isQuoted ? this.quoted : this.bare;
    let at = from;
    let byteUnion = 0;
    this.#hasDoubled = false;
    for (;;) {
      let byte = input[at] as number;
      while ((kinds[byte] as number) <= ESCAPED) {
        byteUnion |= byte;
        byte = input[++at] as number;
      }
      if (!isQuoted || byte !== this.#doubled || input[at + 1] !== this.#doubled) break;
      this.#hasDoubled = true;
      at += 2;
    }
    this.#byteUnion = byteUnion;
    return this.#closes(input, at, isQuoted) ? at : -1;
  }

  #copyFrom(input: Uint8Array, from: number, isQuoted: boolean, output: Uint8Array, length: number): number {
    const kinds = isQuoted ? this.quoted : this.bare;
    let at = from;
    let end = length;
    let byteUnion = 0;
    let doubled = 0;
    for (;;) {
      const byte = input[at] as number;
      const kind = kinds[byte] as number;
      if (kind === PLAIN) {
        output[end++] = byte;
        byteUnion |= byte;
        at++;
      } else if (kind === ESCAPED) {
        end = writeAscii(output, end, byte);
        at++;
      } else {
        if (!isQuoted || byte !== this.#doubled || input[at + 1] !== this.#doubled) break;
        end = writeAscii(output, end, byte);
        at += 2;
        doubled++;
      }
    }
    this.#textEnd = at;
    this.#byteUnion = byteUnion;
    this.codePoints = at - from - doubled;
    return this.#closes(input, at, isQuoted) ? end : -1;
  }

  /** Adjusts `codePoints` for non-ASCII characters in the copied text. Returns false if its UTF-8 is malformed. */
  #countCodePoints(input: Uint8Array, from: number): boolean {
    if (this.#byteUnion < 0x80) return true;
    this.isAscii = false;
    const points = countUtf8CodePoints(input, from, this.#textEnd);
    this.codePoints -= this.#textEnd - from - points;
    return points >= 0;
  }

  /** Whether a text that ends at `at` is the whole cell. */
  #closes(input: Uint8Array, at: number, isQuoted: boolean): boolean {
    this.end = isQuoted ? at + 1 : at;
    return (!isQuoted || input[at] === this.#quote) && this.bare[input[this.end] as number] === ENDING;
  }
}

function asciiText(input: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(input[i] as number);
  return text;
}
