import {
  FALSE_VALUE,
  NULL_VALUE,
  NUMBER_VALUE,
  TEXT_VALUE,
  TRUE_VALUE,
  type ValueKind,
  type ValueReader,
} from '../model/encoder.ts';
import { readEscape } from './json-escape.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const END = 0x7d;

/**
 * Reads the values of flat JSON objects that contain all fields in their order. The names are skipped by their length.
 * Only texts with escapes are copied.
 */
export class JsonValues implements ValueReader {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  /** The bytes before the value of each field: a brace or comma, the name in quotes, and a colon. */
  readonly #nameBytes: readonly number[];
  #message: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  #field = 0;
  #unescaped = new Uint8Array(0);

  constructor(names: readonly string[]) {
    const encoder = new TextEncoder();
    this.#nameBytes = names.map((name) => encoder.encode(JSON.stringify(name)).length + 2);
  }

  begin(message: Uint8Array, from: number, to: number): void {
    this.#message = message;
    this.#at = from;
    this.#end = to;
    this.#field = 0;
  }

  next(): ValueKind {
    const message = this.#message;
    const from = this.#at + (this.#nameBytes[this.#field++] as number);
    this.bytes = message;
    switch (message[from]) {
      case QUOTE:
        this.#readText(message, from + 1);
        return TEXT_VALUE;
      case 0x6e: // null
        this.#at = from + 4;
        return NULL_VALUE;
      case 0x74: // true
        this.#at = from + 4;
        return TRUE_VALUE;
      case 0x66: // false
        this.#at = from + 5;
        return FALSE_VALUE;
      default:
        this.#readNumber(message, from);
        return NUMBER_VALUE;
    }
  }

  end(): void {
    if (this.#at !== this.#end - 1 || this.#message[this.#at] !== END)
      throw new Error('a message does not have the fields of its spec');
  }

  #readNumber(message: Uint8Array, from: number): void {
    const end = this.#end;
    let at = from;
    while (at < end && message[at] !== COMMA && message[at] !== END) at++;
    this.from = from;
    this.to = this.#at = at;
  }

  #readText(message: Uint8Array, from: number): void {
    const end = this.#end;
    let at = from;
    for (; at < end; at++) {
      const byte = message[at];
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) return this.#unescape(message, from, at);
    }
    this.from = from;
    this.to = at;
    this.#at = at + 1;
  }

  /** Copies a text whose first escape is at `first`, without escapes. An escape is never shorter than its character. */
  #unescape(message: Uint8Array, from: number, first: number): void {
    if (this.#unescaped.length < this.#end - from) this.#unescaped = new Uint8Array(2 * (this.#end - from));
    const out = this.#unescaped;
    let at = first;
    let length = first - from;
    for (let i = 0; i < length; i++) out[i] = message[from + i] as number;
    for (; at < this.#end && message[at] !== QUOTE; ) {
      if (message[at] !== BACKSLASH) {
        out[length++] = message[at++] as number;
        continue;
      }
      const { code, bytes } = readEscape(message, at);
      length = writeCharacter(out, length, code);
      at += bytes;
    }
    this.bytes = out;
    this.from = 0;
    this.to = length;
    this.#at = at + 1;
  }
}

/** Writes a character as UTF-8, and returns the index after it. */
function writeCharacter(out: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    out[at] = code;
    return at + 1;
  }
  let end = at;
  if (code < 0x800) out[end++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) out[end++] = 0xe0 | (code >> 12);
    else {
      out[end++] = 0xf0 | (code >> 18);
      out[end++] = 0x80 | ((code >> 12) & 0x3f);
    }
    out[end++] = 0x80 | ((code >> 6) & 0x3f);
  }
  out[end++] = 0x80 | (code & 0x3f);
  return end;
}
