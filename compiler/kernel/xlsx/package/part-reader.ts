import { ByteWindow } from '../../bytes/window.ts';
import { EXCLAMATION, GREATER_THAN, LESS_THAN, QUESTION, SLASH } from '../../bytes/ascii.ts';
import { malformed } from './malformed-workbook.ts';

/** `next` needs more bytes. */
export const MORE = 0;
/** A start tag, whose name is `name`. If the element is empty, END follows. */
export const START = 1;
/** The end of the element whose name is `name`. */
export const END = 2;
/** The end of the document. */
export const DONE = 3;
export type PartToken = typeof MORE | typeof START | typeof END | typeof DONE;

/** Maximum length of a tag, a comment or a text without markup, in bytes, and of the nesting of elements. */
const MAX_MARKUP_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 64;
const DASHES = [0x2d, 0x2d, GREATER_THAN];
const BRACKETS = [0x5d, 0x5d, GREATER_THAN];
const INSTRUCTION_END = [QUESTION, GREATER_THAN];
const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/** Receives the characters of elements whose text is kept, in pieces. */
export interface TextSink {
  /** Adds character data with references, in bytes of UTF-8. */
  addText(bytes: Uint8Array, from: number, to: number): void;
  /** Adds character data without references: the content of a CDATA section. */
  addLiteral(bytes: Uint8Array, from: number, to: number): void;
}

/**
 * Reads a part of a workbook as a sequence of tags: XML without a DTD, in UTF-8. Names lose their prefixes. It checks
 * that elements are closed in their order, and leaves out other rules of XML that say nothing about cells. That makes it
 * several times as fast as the reader of XML files. It throws WorkbookFailure.
 */
export class PartReader {
  readonly window = new ByteWindow(0);
  /** The local name of the element of the last tag. */
  name = '';
  /** Collects the text before the next tag. Null: it is skipped. */
  sink: TextSink | null = null;
  /** The indexes in the window of the attributes of the last start tag. Valid until the next call of `next`. */
  #attributesFrom = 0;
  #attributesTo = 0;
  readonly #part: string;
  readonly #open: string[] = [];
  /** Known names by their first bytes, so that no text is created for each tag. */
  readonly #names = new Map<number, string>();
  #isEmptyTag = false;
  #hasRoot = false;
  #waitsFor = 0;

  /** @param part the name of the part, for messages */
  constructor(part: string) {
    this.#part = part;
  }

  /** The number of open elements. */
  get depth(): number {
    return this.#open.length;
  }

  add(chunk: Uint8Array): void {
    this.window.add(chunk);
  }

  /** Advances to the next tag. `final`: all bytes have been added. */
  next(final: boolean): PartToken {
    if (this.#isEmptyTag) {
      this.#isEmptyTag = false;
      this.name = this.#open.pop() ?? '';
      return END;
    }
    const { window } = this;
    if (!final && window.end - window.at < this.#waitsFor) return MORE;
    for (;;) {
      const { bytes, at, end } = window;
      const found = findByte(bytes, LESS_THAN, at, end);
      if (found > at) this.#takeText(at, found);
      if (found === end) return final ? this.#finish() : this.#wait(0);
      const second = bytes[found + 1];
      let done: boolean;
      if (found + 1 === end) done = false;
      else if (second === SLASH) {
        if (this.#readEndTag(found)) return END;
        done = false;
      } else if (second === EXCLAMATION || second === QUESTION) done = this.#skipOther(found, second);
      else {
        if (this.#readStartTag(found)) return START;
        done = false;
      }
      if (!done) return final ? this.#fail('it ends inside of a tag') : this.#wait(end - found);
    }
  }

  /** Returns the value of an attribute of the last start tag, without references. Null: it has none. */
  attribute(name: string): string | null {
    const { bytes } = this.window;
    let at = this.#attributesFrom;
    while (at < this.#attributesTo) {
      while (at < this.#attributesTo && isBlank(bytes[at] ?? 0)) at++;
      const from = at;
      let local = from;
      while (at < this.#attributesTo && bytes[at] !== 0x3d && !isBlank(bytes[at] ?? 0))
        if (bytes[at++] === 0x3a) local = at;
      const to = at;
      while (at < this.#attributesTo && bytes[at] !== 0x22 && bytes[at] !== 0x27) at++;
      const quote = bytes[at];
      const valueFrom = ++at;
      while (at < this.#attributesTo && bytes[at] !== quote) at++;
      // A prefix is part of the name that is asked for, such as that of r:id, or none is.
      if (isText(bytes, from, to, name) || isText(bytes, local, to, name)) return decodeText(bytes, valueFrom, at);
      at++;
    }
    return null;
  }

  /** Returns the bytes of the attributes of the last start tag, for readers that need no texts. */
  get attributes(): { from: number; to: number } {
    return { from: this.#attributesFrom, to: this.#attributesTo };
  }

  #takeText(from: number, to: number): void {
    const { bytes } = this.window;
    this.sink?.addText(bytes, from, to);
    this.window.at = to;
  }

  #wait(bytes: number): typeof MORE {
    if (bytes > MAX_MARKUP_BYTES) this.#fail('a tag is too long');
    this.#waitsFor = bytes < 4096 ? 0 : bytes * 2;
    return MORE;
  }

  #finish(): typeof DONE {
    if (this.#open.length > 0 || !this.#hasRoot) this.#fail('it ends before its last element');
    return DONE;
  }

  #readEndTag(at: number): boolean {
    const { bytes, end } = this.window;
    const close = findByte(bytes, GREATER_THAN, at, end);
    if (close === end) return false;
    const name = this.#nameAt(at + 2, close);
    if (name !== this.#open.pop()) this.#fail('its elements are not closed in their order');
    this.name = name;
    this.window.at = close + 1;
    return true;
  }

  #readStartTag(at: number): boolean {
    const { bytes, end } = this.window;
    let close = at + 1;
    for (let quote = 0; close < end; close++) {
      const byte = bytes[close];
      if (quote !== 0) quote = byte === quote ? 0 : quote;
      else if (byte === 0x22 || byte === 0x27) quote = byte;
      else if (byte === GREATER_THAN) break;
      else if (byte === LESS_THAN) this.#fail('a tag is not closed');
    }
    if (close === end) return false;
    this.#isEmptyTag = bytes[close - 1] === SLASH;
    const limit = this.#isEmptyTag ? close - 1 : close;
    let nameEnd = at + 1;
    while (nameEnd < limit && !isBlank(bytes[nameEnd] ?? 0)) nameEnd++;
    if (nameEnd === at + 1) this.#fail('a tag has no name');
    this.#attributesFrom = nameEnd;
    this.#attributesTo = limit;
    this.name = this.#nameAt(at + 1, nameEnd);
    if (this.#open.length === 0 && this.#hasRoot) this.#fail('it has two root elements');
    this.#hasRoot = true;
    if (this.#open.push(this.name) > MAX_DEPTH) this.#fail(`its elements are nested deeper than ${MAX_DEPTH}`);
    this.window.at = close + 1;
    return true;
  }

  /** Skips a comment or an instruction, and passes the content of a CDATA section on. Returns false if bytes are missing. */
  #skipOther(at: number, second: number): boolean {
    const { bytes, end } = this.window;
    if (second === QUESTION) return this.#skipTo(at + 2, INSTRUCTION_END, null);
    if (end - at < CDATA.length && isPrefix(bytes, at, end)) return false;
    if (isText(bytes, at, at + COMMENT.length, COMMENT)) return this.#skipTo(at + COMMENT.length, DASHES, null);
    if (isText(bytes, at, at + CDATA.length, CDATA)) return this.#skipTo(at + CDATA.length, BRACKETS, this.sink);
    return this.#fail('it has a DOCTYPE, which no workbook has');
  }

  #skipTo(from: number, mark: readonly number[], sink: TextSink | null): boolean {
    const { bytes, end } = this.window;
    const [first = 0] = mark;
    for (let at = from; at + mark.length <= end; at++) {
      at = findByte(bytes, first, at, end);
      if (at + mark.length > end) return false;
      if (!mark.every((byte, index) => bytes[at + index] === byte)) continue;
      sink?.addLiteral(bytes, from, at);
      this.window.at = at + mark.length;
      return true;
    }
    return false;
  }

  /** Returns the name without its prefix and the blanks after it. */
  #nameAt(from: number, to: number): string {
    const { bytes } = this.window;
    let start = from;
    let end = to;
    while (end > start && isBlank(bytes[end - 1] ?? 0)) end--;
    for (let at = from; at < end; at++) if (bytes[at] === 0x3a) start = at + 1;
    const length = end - start;
    if (length > 3) return decodeText(bytes, start, end);
    const key =
      ((bytes[start] ?? 0) << 16) |
      ((length > 1 ? (bytes[start + 1] ?? 0) : 0) << 8) |
      (length > 2 ? (bytes[start + 2] ?? 0) : 0);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = decodeText(bytes, start, end);
    this.#names.set(key, name);
    return name;
  }

  #fail(detail: string): never {
    throw malformed(this.#part, detail);
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns the index of a byte, or `end`. Most are near, so the search of typed arrays would take longer to start. */
function findByte(bytes: Uint8Array, byte: number, from: number, end: number): number {
  const near = Math.min(end, from + 48);
  for (let at = from; at < near; at++) if (bytes[at] === byte) return at;
  if (near === end) return end;
  const found = bytes.indexOf(byte, near);
  return found < 0 || found > end ? end : found;
}

function isText(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (to - from !== text.length) return false;
  for (let index = 0; index < text.length; index++) if (bytes[from + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** Returns whether the bytes may become the beginning of a comment or a CDATA section. */
function isPrefix(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from, to, CDATA.slice(0, to - from)) || isText(bytes, from, to, COMMENT.slice(0, to - from));
}

const decoder = new TextDecoder();
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the text of bytes in UTF-8, with its references replaced. An unknown reference remains as it is. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  const text = decoder.decode(bytes.subarray(from, to));
  return text.includes('&') ? text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/gu, replaceReference) : text;
}

function replaceReference(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? whole;
  const point = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}
