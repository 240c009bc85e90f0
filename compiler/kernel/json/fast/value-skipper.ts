import { BRACKET, CLOSING_BRACE, COLON, COMMA, DOUBLE_QUOTE, HYPHEN, OPENING_BRACE } from '../../bytes/ascii.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import { MAX_DEPTH } from '../fields/json-record.ts';
import { isOpening, skipBlanks } from './member-slot.ts';
import { findStringEnd, findWordEnd, NumberScanner } from './scanner.ts';

const input = fastBuffers.input;
const view = fastBuffers.inputView;

/** The maximum number of names of all open objects of a value. Others need the careful reader. */
const MAX_NAMES = 1024;
/** The maximum number of names of one object, because each is compared with all others. */
const MAX_OBJECT_NAMES = 256;
const BACKSLASH = 0x5c;

/** Skips objects and lists that no field reads. They must be JSON, without two members of one name in an object. */
export class ValueSkipper {
  readonly #numbers = new NumberScanner();
  /** The names of all open objects: where their texts begin and end, and a hash of them. */
  readonly #from = new Int32Array(MAX_NAMES);
  readonly #to = new Int32Array(MAX_NAMES);
  readonly #hashes = new Int32Array(MAX_NAMES);
  #names = 0;

  /**
   * Returns the index after the object or list at index `at`, or -1 if it needs the careful reader. `depth` is the number
   * of objects and lists around it.
   */
  skip(at: number, depth: number): number {
    this.#names = 0;
    return this.#container(at, depth);
  }

  #container(at: number, depth: number): number {
    if (depth >= MAX_DEPTH) return -1;
    return input[at] === OPENING_BRACE ? this.#object(at + 1, depth + 1) : this.#list(at + 1, depth + 1);
  }

  #value(at: number, depth: number): number {
    const byte = input[at] as number;
    if (byte === DOUBLE_QUOTE) {
      const end = findStringEnd(at + 1);
      return end < 0 ? -1 : end + 1;
    }
    if (isOpening(byte)) return this.#container(at, depth);
    return byte === HYPHEN || (byte >= 0x30 && byte <= 0x39) ? this.#numbers.findEnd(at) : findWordEnd(at);
  }

  #list(from: number, depth: number): number {
    let at = skipBlanks(from);
    if (input[at] === BRACKET) return at + 1;
    for (;;) {
      at = this.#value(at, depth);
      if (at < 0) return -1;
      at = skipBlanks(at);
      const byte = input[at++];
      if (byte === BRACKET) return at;
      if (byte !== COMMA) return -1;
      at = skipBlanks(at);
    }
  }

  #object(from: number, depth: number): number {
    const base = this.#names;
    let at = skipBlanks(from);
    if (input[at] === CLOSING_BRACE) return at + 1;
    for (;;) {
      const end = input[at] === DOUBLE_QUOTE ? findStringEnd(at + 1) : -1;
      if (end < 0 || !this.#addName(base, at + 1, end)) return -1;
      at = skipBlanks(end + 1);
      if (input[at] !== COLON) return -1;
      at = this.#value(skipBlanks(at + 1), depth);
      if (at < 0) return -1;
      at = skipBlanks(at);
      const byte = input[at++];
      if (byte === CLOSING_BRACE) break;
      if (byte !== COMMA) return -1;
      at = skipBlanks(at);
    }
    this.#names = base;
    return at;
  }

  /** Notes a name of the object whose names begin at `base`. Returns false if another is equal, or might be. */
  #addName(base: number, from: number, to: number): boolean {
    const names = this.#names;
    if (names === MAX_NAMES || names - base === MAX_OBJECT_NAMES) return false;
    // Bytes beyond a short name belong to the hash, too, so they must not differ: the quote and what follows are cut off.
    const bytes = to - from;
    const hash =
      bytes < 4
        ? (view.getInt32(from, true) & ((1 << (8 * bytes)) - 1)) ^ (bytes << 24)
        : Math.imul(view.getInt32(from, true), 31) ^ view.getInt32(to - 4, true) ^ (bytes << 24);
    for (let i = base; i < names; i++)
      if (this.#hashes[i] === hash && areEqual(this.#from[i] as number, this.#to[i] as number, from, to)) return false;
    for (let at = from; at < to; at++) if (input[at] === BACKSLASH) return false;
    this.#from[names] = from;
    this.#to[names] = to;
    this.#hashes[names] = hash;
    this.#names = names + 1;
    return true;
  }
}

function areEqual(from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let i = 0; i < to - from; i++) if (input[from + i] !== input[otherFrom + i]) return false;
  return true;
}
