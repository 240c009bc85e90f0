import { fastBuffers } from '../fast/buffers.ts';
import { isNullValue, type OutputValue } from '../fast/output-value.ts';
import type { KeyPart } from './file-rule.ts';

/** What a search for the key of a record finds. */
export type FoundKey =
  /** The key is in the bytes from `from` to `to` of `view`. */
  | 'bytes'
  /** A value is null, so the record has no key. */
  | 'null'
  /** The key must be made of the values as texts. */
  | 'texts';

interface Part {
  readonly place: OutputValue;
  readonly isNumber: boolean;
}

/** Maximum length of a key of several values that is joined as bytes. */
const MAX_JOINED = 1024;

/** The key of a record that a fast reader has read, in UTF-8. Its text is the one that `UniqueRule.key` returns. */
export class KeyBytes {
  view: DataView = fastBuffers.outputView;
  from = 0;
  to = 0;
  readonly #parts: readonly Part[];
  readonly #joined: Uint8Array;
  readonly #joinedView: DataView;

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#joined = new Uint8Array(parts.length > 1 ? MAX_JOINED : 0);
    this.#joinedView = new DataView(this.#joined.buffer);
  }

  /** `places` has the values in the output of the fast reader. Returns null if it lacks one of the key. */
  static create(parts: readonly KeyPart[], places: Readonly<Record<string, OutputValue>>): KeyBytes | null {
    const found = parts.flatMap(({ field, isNumber }) => {
      const place = places[field];
      return place === undefined ? [] : [{ place, isNumber }];
    });
    return found.length === parts.length ? new KeyBytes(found) : null;
  }

  /** Finds the key of the record that the fast reader has read last. */
  find(): FoundKey {
    const [first] = this.#parts;
    return first !== undefined && this.#parts.length === 1 ? this.#locate(first) : this.#join();
  }

  /** Finds the text of one value. */
  #locate({ place, isNumber }: Part): FoundKey {
    if (isNullValue(place)) return 'null';
    const { bytes, from, to } = place;
    const quotes = bytes[from] === QUOTE ? 1 : 0;
    this.view = fastBuffers.outputView;
    this.from = from + quotes;
    this.to = to - quotes;
    if (isNumber) this.#shorten(bytes);
    else if (quotes === 1 && hasEscape(this.from, this.to)) return 'texts';
    return 'bytes';
  }

  /** Shortens a number as `normalizeDecimal` does. */
  #shorten(bytes: Uint8Array): void {
    let point = this.from;
    while (point < this.to && bytes[point] !== POINT) point++;
    if (point < this.to) {
      while (bytes[this.to - 1] === ZERO) this.to--;
      if (bytes[this.to - 1] === POINT) this.to--;
    }
    if (this.to - this.from === 2 && bytes[this.from] === MINUS && bytes[this.from + 1] === ZERO) this.from++;
  }

  /** Joins the texts of several values as `joinKey` does. */
  #join(): FoundKey {
    const joined = this.#joined;
    let length = 0;
    let result: FoundKey = 'bytes';
    for (const part of this.#parts) {
      const found = this.#locate(part);
      if (found === 'null') return 'null';
      const { from, to } = this;
      // A null in a later value decides, so the others are still looked at.
      if (found === 'texts' || length + to - from + MAX_HEAD > MAX_JOINED) result = 'texts';
      if (result === 'texts') continue;
      length = writeLength(joined, length, to - from);
      for (let at = from; at < to; at++) {
        const byte = part.place.bytes[at] as number;
        // The length of a text counts UTF-16 units, not bytes.
        if (byte > 0x7f) result = 'texts';
        joined[length++] = byte;
      }
    }
    this.view = this.#joinedView;
    this.from = 0;
    this.to = length;
    return result;
  }
}

/** Bytes of a length up to MAX_JOINED with its colon. */
const MAX_HEAD = 5;

function writeLength(joined: Uint8Array, at: number, length: number): number {
  let end = at;
  for (let unit = length < 10 ? 1 : length < 100 ? 10 : length < 1000 ? 100 : 1000; unit >= 1; unit /= 10)
    joined[end++] = ZERO + (Math.floor(length / unit) % 10);
  joined[end] = COLON;
  return end + 1;
}

/** Returns whether bytes of the output contain a backslash. Looks at four bytes at once. */
function hasEscape(from: number, to: number): boolean {
  let at = from;
  for (; at + 4 <= to; at += 4) {
    // A byte that is a backslash becomes 0. Only then the subtraction borrows from the highest bit of a byte.
    const word = outputView.getInt32(at) ^ BACKSLASHES;
    if (((word - ONES) & ~word & HIGHEST_BITS) !== 0) return true;
  }
  for (; at < to; at++) if (outputView.getUint8(at) === BACKSLASH) return true;
  return false;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const BACKSLASHES = 0x5c5c5c5c;
const ONES = 0x01010101;
const HIGHEST_BITS = 0x80808080;
const outputView = fastBuffers.outputView;
