import { characterLength } from '../input/decode.ts';
import { CR, LF } from '../lines/lines.ts';
import { isBlankUnit } from '../values/text.ts';
import type { FastCells } from './fast-cells.ts';
import { writeAscii } from './json-bytes.ts';

/** What a byte is for a text that is copied. */
const PLAIN = 0;
const ENDING = 1;
const ESCAPED = 2;
const WIDE = 3;
const REFUSED = 4;

const SPACE = 0x20;
const JSON_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NO_QUOTE = -1;

/** The cells of a CSV file whose delimiter and quote are ASCII, up to those that go on in the next line. */
export class CsvCells implements FastCells {
  end = 0;
  codePoints = 0;
  isPlain = false;
  hasEscapes = false;
  isTrimmed = false;
  readonly #quote: number;
  /** What a quote inside quotes stands before to mean one; another escape character is left to the careful reading. */
  readonly #doubled: number;
  readonly #bare: Uint8Array;
  readonly #quoted: Uint8Array;
  readonly #delimiter: number;
  #isQuoted = false;
  #hasDoubled = false;
  /** Where the text that was copied last ends in the input. */
  #to = 0;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** `quote`: empty where quoting is off. `escape`: what stands before a quote inside quotes. */
  constructor(delimiter: string, quote: string, escape: string) {
    this.#quote = quote === '' ? NO_QUOTE : quote.charCodeAt(0);
    this.#doubled = escape === quote ? this.#quote : NO_QUOTE;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#bare = bareKinds(this.#delimiter);
    this.#quoted = quotedKinds(this.#quote, escape === quote || escape === '' ? NO_QUOTE : escape.charCodeAt(0));
  }

  open(input: Uint8Array, at: number): number {
    this.#isQuoted = input[at] === this.#quote;
    return this.#isQuoted ? at + 1 : at;
  }

  closes(input: Uint8Array, at: number): boolean {
    const isClosed = !this.#isQuoted || input[at] === this.#quote;
    const end = this.#isQuoted ? at + 1 : at;
    this.end = end;
    return isClosed && this.#bare[input[end] as number] === ENDING;
  }

  copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    return this.#copyFrom(input, this.open(input, at), output, length);
  }

  copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const open = this.open(input, at);
    let from = open;
    while (input[from] === SPACE) from++;
    if (this.#bare[input[from] as number] !== ENDING && isOtherBlankAt(input, from)) return -1;
    const end = this.#copyFrom(input, from, output, length);
    let to = this.#to;
    while (to > from && input[to - 1] === SPACE) to--;
    if (end < 0 || (to > from && isOtherBlankBefore(input, to))) return -1;
    const dropped = this.#to - to;
    this.isTrimmed = dropped > 0 || from > open;
    if (dropped === 0) return end;
    this.codePoints -= dropped;
    output[end - dropped - 1] = JSON_QUOTE;
    return end - dropped;
  }

  text(input: Uint8Array, at: number): string | null {
    const from = this.open(input, at);
    const to = this.#endOfText(input, from);
    if (to < 0 || !this.closes(input, to)) return null;
    const text = this.isPlain && to - from < 64 ? asciiText(input, from, to) : this.#decoder.decode(input.subarray(from, to));
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
    for (let i = 0; i < count; i++) {
      starts[i] = start;
      const to = this.#endOfText(input, this.open(input, start));
      if (to < 0 || !this.closes(input, to)) return false;
      start = this.end;
      if ((input[start] === this.#delimiter) !== i < count - 1) return false;
      start++;
    }
    starts[count] = this.end;
    return true;
  }

  /** Whether nothing stands between two delimiters. */
  isEmpty(input: Uint8Array, at: number): boolean {
    if (this.#bare[input[at] as number] !== ENDING) return false;
    this.end = at;
    return true;
  }

  openBare(input: Uint8Array, at: number): number {
    const from = this.open(input, at);
    let to = from;
    while (input[to] === SPACE) to++;
    this.isTrimmed = to > from;
    return to;
  }

  closesBare(input: Uint8Array, at: number): boolean {
    let to = at;
    while (input[to] === SPACE) to++;
    if (to > at) this.isTrimmed = true;
    return this.closes(input, to);
  }

  /** Where the text that begins at `from` ends; -1 where it has to be read carefully. */
  #endOfText(input: Uint8Array, from: number): number {
    const kinds = this.#isQuoted ? this.#quoted : this.#bare;
    let at = from;
    this.isPlain = true;
    this.#hasDoubled = false;
    for (;;) {
      const kind = kinds[input[at] as number];
      if (kind === PLAIN || kind === ESCAPED) at++;
      else if (kind === WIDE) {
        const width = characterLength(input, at, at + 4);
        if (width <= 0) return -1;
        at += width;
        this.isPlain = false;
      } else if (kind !== ENDING) return -1;
      else if (!this.#isQuoted || input[at + 1] !== this.#doubled) return at;
      else {
        this.#hasDoubled = true;
        at += 2;
      }
    }
  }

  #copyFrom(input: Uint8Array, from: number, output: Uint8Array, length: number): number {
    const kinds = this.#isQuoted ? this.#quoted : this.#bare;
    let at = from;
    let end = length + 1;
    let more = 0;
    let isPlain = true;
    let hasEscapes = false;
    output[length] = JSON_QUOTE;
    for (;;) {
      let byte = input[at] as number;
      let kind = kinds[byte] as number;
      while (kind === PLAIN) {
        output[end++] = byte;
        byte = input[++at] as number;
        kind = kinds[byte] as number;
      }
      if (kind === ENDING) {
        if (!this.#isQuoted || input[at + 1] !== this.#doubled) break;
        hasEscapes = true;
        end = writeAscii(output, end, this.#quote);
        at += 2;
        more++;
      } else if (kind === WIDE) {
        const width = characterLength(input, at, at + 4);
        if (width <= 0) return -1;
        for (let i = 0; i < width; i++) output[end++] = input[at++] as number;
        more += width - 1;
        isPlain = false;
      } else if (kind === ESCAPED) {
        hasEscapes = true;
        end = writeAscii(output, end, byte);
        at++;
      } else return -1;
    }

    this.#to = at;
    this.codePoints = at - from - more;
    this.isPlain = isPlain && !hasEscapes;
    this.hasEscapes = hasEscapes;
    output[end] = JSON_QUOTE;
    return this.closes(input, at) ? end + 1 : -1;
  }
}

function asciiText(input: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(input[i] as number);
  return text;
}

/** A byte outside quotes. A quote behind the beginning of a cell is a character like others. */
function bareKinds(delimiter: number): Uint8Array {
  const kinds = textKinds();
  for (const byte of [delimiter, LF, CR]) kinds[byte] = ENDING;
  return kinds;
}

/** A byte inside quotes. A line end would make the record several lines. */
function quotedKinds(quote: number, escape: number): Uint8Array {
  const kinds = textKinds();
  for (const byte of [LF, CR, escape]) if (byte >= 0) kinds[byte] = REFUSED;
  if (quote >= 0) kinds[quote] = ENDING;
  return kinds;
}

function textKinds(): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds.fill(ESCAPED, 0, 0x20).fill(WIDE, 0x80);
  kinds[JSON_QUOTE] = ESCAPED;
  kinds[BACKSLASH] = ESCAPED;
  return kinds;
}

/** Whether a blank other than a space stands here: one that is left to the careful reading. */
function isOtherBlankAt(input: Uint8Array, at: number): boolean {
  const byte = input[at] as number;
  if (byte < 0x80) return byte >= 0x09 && byte <= 0x0d && byte !== LF && byte !== CR;
  return byte >= 0xc2 && byte <= 0xe3 && isBlankUnit(pointAt(input, at));
}

/** Whether a text ends with such a blank. */
function isOtherBlankBefore(input: Uint8Array, to: number): boolean {
  const byte = input[to - 1] as number;
  if (byte < 0x80) return byte >= 0x09 && byte <= 0x0d;
  if ((input[to - 2] as number) === 0xc2) return isBlankUnit(pointAt(input, to - 2));
  return isBlankUnit(pointAt(input, to - 3));
}

/** The code point of two or three bytes; that of others is no matter here. */
function pointAt(input: Uint8Array, at: number): number {
  const lead = input[at] as number;
  const second = input[at + 1] as number;
  const third = input[at + 2] as number;
  return lead < 0xe0 ? ((lead & 0x1f) << 6) | (second & 0x3f) : ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
}
