import { AMPERSAND, CR, LF, TAB } from '../../bytes/ascii.ts';
import type { GrowableBytes } from '../../bytes/growable-bytes.ts';
import { CARRIAGE_RETURN, LINE_FEED } from './marks.ts';
import { malformed } from './malformed-workbook.ts';
import { decodeText, type TextSink } from './part-reader.ts';

/** Maximum length of the text of a cell with its references, in bytes. Excel allows 32,767 characters. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const UNDERSCORE = 0x5f;
const SMALL_X = 0x78;

/** Collects the text of a cell, which may consist of several pieces, and writes it as a cell of a line. */
export class CellText implements TextSink {
  length = 0;
  bytes = new Uint8Array(1024);
  readonly #part: string;
  readonly #encoder = new TextEncoder();

  /** @param part the name of the part, for messages */
  constructor(part: string) {
    this.#part = part;
  }

  addText(bytes: Uint8Array, from: number, to: number): void {
    const added = to - from;
    if (this.length + added > this.bytes.length) this.#grow(added);
    if (added > 64) this.bytes.set(bytes.subarray(from, to), this.length);
    else for (let at = from, own = this.length; at < to; at++) this.bytes[own++] = bytes[at] ?? 0;
    this.length += added;
  }

  addLiteral(bytes: Uint8Array, from: number, to: number): void {
    const text = this.#encoder.encode(decodeLiteral(bytes, from, to));
    this.addText(text, 0, text.length);
  }

  /** Returns the text without its references. */
  toString(): string {
    return decodeText(this.bytes, 0, this.length);
  }

  /** Writes the text in the form of a line, with escapes such as _x000D_ decoded (ECMA-376, ST_Xstring). Empties it. */
  writeTo(out: GrowableBytes): void {
    const { bytes, length } = this;
    const target = out.reserve(length);
    let to = out.length;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === AMPERSAND || (byte === UNDERSCORE && bytes[at + 1] === SMALL_X)) return this.#writeDecoded(out);
      if (byte >= 0x20 || byte === TAB) target[to++] = byte;
      else if (byte === LF || byte === CR) {
        target[to++] = LINE_FEED;
        // The reader of XML makes one line feed of both.
        if (byte === CR && bytes[at + 1] === LF) at++;
      } else throw malformed(this.#part, 'a text has a control character');
    }
    out.length = to;
    this.length = 0;
  }

  #writeDecoded(out: GrowableBytes): void {
    // A carriage return itself becomes a line feed, but not one that is written as a reference.
    const { bytes, length } = this;
    let source = decodeText(normalized(bytes, length), 0, length);
    source = source.replace(/_x([0-9a-fA-F]{4})_/gu, (escape, digits: string) => {
      const unit = Number.parseInt(digits, 16);
      return unit >= 0x20 || unit === TAB || unit === LF || unit === CR ? String.fromCharCode(unit) : escape;
    });
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/u.test(source))
      throw malformed(this.#part, 'a text has a control character');
    out.addText(source.replaceAll('\n', '\u000b').replaceAll('\r', '\u000c'));
    this.length = 0;
  }

  #grow(added: number): void {
    if (this.length + added > MAX_TEXT_BYTES)
      throw malformed(this.#part, `a cell is longer than ${MAX_TEXT_BYTES} bytes`);
    const grown = new Uint8Array(2 * (this.length + added));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** Returns the bytes with each carriage return, alone or before a line feed, as a line feed. The length may remain. */
function normalized(bytes: Uint8Array, length: number): Uint8Array {
  const own = bytes.subarray(0, length);
  if (!own.includes(CR)) return own;
  const text = new TextDecoder().decode(own).replace(/\r\n?/gu, '\n');
  return new TextEncoder().encode(text);
}

function decodeLiteral(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder().decode(bytes.subarray(from, to)).replaceAll('&', '&amp;');
}

/** Returns whether bytes of a line are only blanks. CARRIAGE_RETURN and LINE_FEED are blanks in a cell, too. */
export function isBlankText(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x20 && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}
