import { unquotedByteKinds, ENDING, ESCAPED, PLAIN, quotedByteKinds } from './byte-kinds.ts';
import { writeAscii } from './json-bytes.ts';
import { sentCell } from '../values/sent-cell.ts';
import { countUtf8CodePoints, hasNonSpaceBlankAtEdge } from './utf8-text.ts';

const SPACE = 0x20;
const TAB = 0x09;
const NO_QUOTE = -1;
/** Maximum length of texts that are decoded faster without a TextDecoder, in bytes. */
const MAX_SHORT_TEXT = 64;

/**
 * Finds the cells of CSV records, and reads cells that the plain loops of a generated fast reader cannot copy: cells
 * with quotes, escapes or non-ASCII text. The delimiter and the quote must be ASCII. Cells that contain line ends are
 * rejected.
 */
export class CellReader {
  /** The kinds of bytes outside quotes (`bare`) and inside quotes (`quoted`), by byte value; see byte-kinds.ts. */
  readonly bare: Uint8Array;
  readonly quoted: Uint8Array;
  /** Index in the input at which the cell that was read last ends. */
  end = 0;
  /** Length of the text that was copied last, in code points. */
  codePoints = 0;
  /** Whether the last call of `copyTrimmed` removed blanks. */
  isTrimmed = false;
  /** Becomes false when a text with non-ASCII characters is read. The generated reader sets it to true again. */
  isAscii = true;
  readonly #delimiter: number;
  readonly #quote: number;
  /**
   * The quote character if a quote inside quotes is written twice, otherwise NO_QUOTE. Quoted cells with another escape
   * character need the careful reader.
   */
  readonly #doubled: number;
  /**
   * The text that was scanned last: its end in the input, the bitwise OR of its bytes, and whether it contains a
   * doubled quote.
   */
  #textEnd = 0;
  #byteUnion = 0;
  #hasDoubled = false;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /**
   * @param quote the quote character, or an empty text if the format has no quotes
   * @param escape the character that escapes a quote inside quotes
   */
  constructor(delimiter: string, quote: string, escape: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? NO_QUOTE : quote.charCodeAt(0);
    this.#doubled = escape === quote ? this.#quote : NO_QUOTE;
    this.bare = unquotedByteKinds(delimiter, quote);
    this.quoted = quotedByteKinds(quote, escape);
  }

  /**
   * Copies the text of the cell that begins at `at` into a JSON string, escaped, without CSV quotes. The text begins at
   * index `length + 1` of the output: the caller writes the JSON quotes. Returns the index after the text, or -1 if the
   * cell needs the careful reader.
   */
  copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const isQuoted = input[at] === this.#quote;
    if (!isQuoted && this.#isQuoteAfterBlank(input, at)) return -1;
    const from = isQuoted ? at + 1 : at;
    const end = this.#copyFrom(input, from, isQuoted, output, length + 1);
    if (end < 0 || !this.#countCodePoints(input, from)) return -1;
    return end;
  }

  /**
   * Copies the text as `copy` does, without its leading and trailing spaces. Returns -1 also if the text begins or ends
   * with another blank.
   */
  copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const isQuoted = input[at] === this.#quote;
    if (!isQuoted && this.#isQuoteAfterBlank(input, at)) return -1;
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

  /**
   * Returns the text of the cell that begins at `at`, or null if the record needs the careful reader. Issues until the next
   * value is written are about this cell.
   */
  text(input: Uint8Array, at: number): string | null {
    sentCell.text = this.decode(input, at);
    return sentCell.text;
  }

  /** Returns what `text` returns. */
  protected decode(input: Uint8Array, at: number): string | null {
    const isQuoted = input[at] === this.#quote;
    if (!isQuoted && this.#isQuoteAfterBlank(input, at)) return null;
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
   * Returns the index at which the cell after `count` others begins. The first begins at `at`. Returns -1 if the record
   * has fewer cells, or if one of the others needs the careful reader.
   */
  find(input: Uint8Array, at: number, count: number): number {
    let start = at;
    for (let i = 0; i < count; i++) {
      const isQuoted = input[start] === this.#quote;
      const end = this.#scan(input, isQuoted ? start + 1 : start, isQuoted);
      // The UTF-8 of these cells is not checked, so they must be ASCII.
      if (end < 0 || this.#byteUnion > 0x7f || input[this.end] !== this.#delimiter) return -1;
      start = this.end + 1;
    }
    return start;
  }

  /** Returns the index at which the line that begins at `at` ends, or -1 if it needs the careful reader. */
  findLineEnd(input: Uint8Array, at: number): number {
    let start = at;
    let byteUnion = 0;
    do {
      const isQuoted = input[start] === this.#quote;
      if (this.#scan(input, isQuoted ? start + 1 : start, isQuoted) < 0) return -1;
      byteUnion |= this.#byteUnion;
      start = this.end + 1;
    } while (input[this.end] === this.#delimiter);
    return byteUnion < 0x80 || countUtf8CodePoints(input, at, this.end) >= 0 ? this.end : -1;
  }

  /**
   * Finds the cells of the record that begins at `at`. Writes the index at which each cell begins to `starts`, followed
   * by the index at which the record ends. Returns false if the record does not have exactly `count` cells, or needs
   * the careful reader.
   */
  index(input: Uint8Array, at: number, starts: Int32Array, count: number): boolean {
    const { bare } = this;
    const [delimiter, quote] = [this.#delimiter, this.#quote];
    let cells = 0;
    let cursor = at;
    let byteUnion = 0;
    for (;;) {
      starts[cells++] = cursor;
      let byte = input[cursor] as number;
      if (byte === quote) {
        if (this.#scan(input, cursor + 1, true) < 0) return false;
        byteUnion |= this.#byteUnion;
        cursor = this.end;
        byte = input[cursor] as number;
      } else {
        while ((bare[byte] as number) <= ESCAPED) {
          byteUnion |= byte;
          byte = input[++cursor] as number;
        }
      }
      if (byte !== delimiter || cells === count) break;
      cursor++;
    }
    const byte = input[cursor] as number;
    if (cells < count || byte === delimiter || bare[byte] !== ENDING) return false;
    starts[count] = cursor;
    return byteUnion < 0x80 || countUtf8CodePoints(input, at, cursor) >= 0;
  }

  /** Returns whether the text at `at` begins with blanks and a quote. The careful reader counts such records. */
  #isQuoteAfterBlank(input: Uint8Array, at: number): boolean {
    let from = at;
    while (input[from] === SPACE || (input[from] === TAB && this.#delimiter !== TAB)) from++;
    return from > at && this.#quote !== NO_QUOTE && input[from] === this.#quote;
  }

  /** Scans the text that begins at `from`. Returns the index after it, or -1 if it needs the careful reader. */
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

  /**
   * Corrects `codePoints` if the copied text contains non-ASCII characters. Returns false if its UTF-8 is malformed.
   */
  #countCodePoints(input: Uint8Array, from: number): boolean {
    if (this.#byteUnion < 0x80) return true;
    this.isAscii = false;
    const points = countUtf8CodePoints(input, from, this.#textEnd);
    this.codePoints -= this.#textEnd - from - points;
    return points >= 0;
  }

  /**
   * Returns whether the cell ends directly after a text that ends at `at`, and its closing quote. Sets `end` to the end
   * of the cell.
   */
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
