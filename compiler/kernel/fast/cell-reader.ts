import { unquotedByteKinds, ENDING, ESCAPED, PLAIN, quotedByteKinds } from './byte-kinds.ts';
import { writeAscii } from './json-bytes.ts';
import { countUtf8CodePoints, hasNonSpaceBlankAtEdge } from './utf8-text.ts';

const SPACE = 0x20;
const NO_QUOTE = -1;
/** Longer texts the decoder takes out faster. */
const SHORT_TEXT = 64;

/** Cells that are not as simple as most, and where cells begin: of a file whose delimiter and quote are ASCII, up to those that go on in the next line. */
export class CellReader {
  /** Kinds of bytes outside quotes, and inside. */
  readonly bare: Uint8Array;
  readonly quoted: Uint8Array;
  /** Where the cell ended that was copied or taken out last. */
  end = 0;
  /** Length of the text that was copied last. */
  codePoints = 0;
  /** Whether `copyTrimmed` dropped blanks. */
  isTrimmed = false;
  /** Becomes false where a text with other characters than ASCII is met. */
  isAscii = true;
  readonly #delimiter: number;
  readonly #quote: number;
  /** What a quote inside quotes stands before to mean one; another escape character is left to the careful reading. */
  readonly #doubled: number;
  /** Of the text that was gone through last: where it ends in the input, all its bytes ORed, whether a quote was doubled. */
  #to = 0;
  #seen = 0;
  #hasDoubled = false;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** `quote`: empty where quoting is off. `escape`: what stands before a quote inside quotes. */
  constructor(delimiter: string, quote: string, escape: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? NO_QUOTE : quote.charCodeAt(0);
    this.#doubled = escape === quote ? this.#quote : NO_QUOTE;
    this.bare = unquotedByteKinds(delimiter);
    this.quoted = quotedByteKinds(quote, escape);
  }

  /** Writes the cell that begins at `at` as the text of a JSON string, from behind its quote on; gives the end, -1 where it has to be read carefully. */
  copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const isQuoted = input[at] === this.#quote;
    const from = isQuoted ? at + 1 : at;
    const end = this.#copyFrom(input, from, isQuoted, output, length + 1);
    if (end < 0 || !this.#measure(input, from)) return -1;
    return end;
  }

  /** The same without the blanks around. */
  copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const isQuoted = input[at] === this.#quote;
    const open = isQuoted ? at + 1 : at;
    let from = open;
    while (input[from] === SPACE) from++;
    const end = this.#copyFrom(input, from, isQuoted, output, length + 1);
    if (end < 0) return -1;
    let to = this.#to;
    while (to > from && input[to - 1] === SPACE) to--;
    if (hasNonSpaceBlankAtEdge(input, from, to) || !this.#measure(input, from)) return -1;
    const dropped = this.#to - to;
    this.isTrimmed = dropped > 0 || from > open;
    this.codePoints -= dropped;
    return end - dropped;
  }

  /** The text of the cell that begins at `at`; null where the record has to be read carefully. */
  text(input: Uint8Array, at: number): string | null {
    const isQuoted = input[at] === this.#quote;
    const from = isQuoted ? at + 1 : at;
    const to = this.#pass(input, from, isQuoted);
    if (this.#seen > 0x7f) this.isAscii = false;
    if (to < 0 || (this.#seen > 0x7f && countUtf8CodePoints(input, from, to) < 0)) return null;
    const text =
      this.#seen > 0x7f || to - from > SHORT_TEXT
        ? this.#decoder.decode(input.subarray(from, to))
        : asciiText(input, from, to);
    if (!this.#hasDoubled) return text;
    const quote = String.fromCharCode(this.#quote);
    return text.replaceAll(quote + quote, () => quote);
  }

  /**
   * Where the cells of the record that begins at `at` begin, into `starts`, and behind them where the record ends; gives
   * false where there are not `count` of them, or the record has to be read carefully.
   */
  index(input: Uint8Array, at: number, starts: Int32Array, count: number): boolean {
    let start = at;
    let seen = 0;
    for (let i = 0; i < count; i++) {
      starts[i] = start;
      const isQuoted = input[start] === this.#quote;
      if (this.#pass(input, isQuoted ? start + 1 : start, isQuoted) < 0) return false;
      seen |= this.#seen;
      start = this.end;
      if ((input[start] === this.#delimiter) !== i < count - 1) return false;
      start++;
    }
    starts[count] = this.end;
    return seen < 0x80 || countUtf8CodePoints(input, at, this.end) >= 0;
  }

  /** Goes through the text that begins at `from`; gives where it ends, -1 where it has to be read carefully. */
  #pass(input: Uint8Array, from: number, isQuoted: boolean): number {
    const kinds = isQuoted ? this.quoted : this.bare;
    let at = from;
    let seen = 0;
    this.#hasDoubled = false;
    for (;;) {
      let byte = input[at] as number;
      while ((kinds[byte] as number) <= ESCAPED) {
        seen |= byte;
        byte = input[++at] as number;
      }
      if (!isQuoted || byte !== this.#doubled || input[at + 1] !== this.#doubled) break;
      this.#hasDoubled = true;
      at += 2;
    }
    this.#seen = seen;
    return this.#closes(input, at, isQuoted) ? at : -1;
  }

  #copyFrom(input: Uint8Array, from: number, isQuoted: boolean, output: Uint8Array, length: number): number {
    const kinds = isQuoted ? this.quoted : this.bare;
    let at = from;
    let end = length;
    let seen = 0;
    let doubled = 0;
    for (;;) {
      const byte = input[at] as number;
      const kind = kinds[byte] as number;
      if (kind === PLAIN) {
        output[end++] = byte;
        seen |= byte;
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
    this.#to = at;
    this.#seen = seen;
    this.codePoints = at - from - doubled;
    return this.#closes(input, at, isQuoted) ? end : -1;
  }

  /** Counts the code points of the text that was copied; false where it is malformed. */
  #measure(input: Uint8Array, from: number): boolean {
    if (this.#seen < 0x80) return true;
    this.isAscii = false;
    const points = countUtf8CodePoints(input, from, this.#to);
    this.codePoints -= this.#to - from - points;
    return points >= 0;
  }

  /** Whether a text that ends at `at` is all of its cell. */
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
