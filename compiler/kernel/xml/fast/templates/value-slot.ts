import { areEqualBytes, hasBytesAt } from '../../../bytes/compare.ts';
import { isXmlBlank } from '../../syntax/byte-classes.ts';
import { LESS_THAN } from '../../../bytes/ascii.ts';
import type { XmlTarget } from '../../fields/element.ts';
import { LineCounter } from '../../position/line-counter.ts';

/** What a byte is where a value stands: one of its own, one to be looked at closely, its end. */
export const PLAIN = 0;
export const SPECIAL = 1;
export const ENDING = 2;

/** What bytes are where a value stands. */
export interface ValueBytes {
  readonly kinds: Uint8Array;
  /** The three characters of ASCII above a blank that are not plain, each four times, as 32 bits. */
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

/** Where values stand. That of an empty tag stands nowhere. */
export const TEXT = valueBytes('<', '&]');
export const IN_DOUBLE_QUOTES = valueBytes('"', '<&');
export const IN_SINGLE_QUOTES = valueBytes("'", '<&');
export const EMPTY: ValueBytes = { kinds: new Uint8Array(256).fill(ENDING), first: 0, second: 0, third: 0 };

/** Where a value goes that nobody wants, and one that goes where `targets` says. */
export const NO_FIELD = -1;
export const MANY_FIELDS = -2;

/** So often a piece takes the blanks over that it was met with. */
const MOST_LOOKS = 8;
/** Longer runs of blanks are left to the careful reading. */
const MOST_BLANKS = 2000;

/** A place in records where a value stands, or a text that nobody wants. */
export interface ValueSlot {
  readonly bytes: ValueBytes;
  readonly targets: readonly XmlTarget[];
  /** Its one field; NO_FIELD, SEVERAL. */
  readonly field: number;
  /** All that was met behind it, and what was met last. */
  readonly pieces: MarkupPiece[];
  next: MarkupPiece | null;
}

/** A value behind which nothing has been met yet. */
export function createValueSlot(bytes: ValueBytes, targets: readonly XmlTarget[]): ValueSlot {
  const [first] = targets;
  const field =
    first === undefined ? NO_FIELD : targets.length === 1 && typeof first === 'number' ? first : MANY_FIELDS;
  return { bytes, targets, field, pieces: [], next: null };
}

/** What stands between two values of a record: parts of tags, and the blanks between them as they were met last. */
export class MarkupPiece {
  readonly parts: readonly Uint8Array[];
  /** The value behind it; null where the record ends. */
  readonly to: ValueSlot | null;
  /** As it was met last, and in fours, the last of which end with it; none where it is shorter. */
  bytes: Uint8Array;
  words: Int32Array;
  length: number;
  readonly lines = new LineCounter();
  #looks = 0;

  constructor(parts: readonly Uint8Array[], to: ValueSlot | null, bytes: Uint8Array) {
    this.parts = parts;
    this.to = to;
    this.bytes = bytes;
    this.words = wordsOf(bytes);
    this.length = bytes.length;
    this.lines.count(bytes, 0, bytes.length);
  }

  hasParts(parts: readonly Uint8Array[]): boolean {
    return parts.length === this.parts.length && parts.every((part, i) => areEqualBytes(part, this.parts[i]));
  }

  /** Where it ends, with whatever blanks before its tags; -1 where something else stands there. */
  findEnd(input: Uint8Array, from: number, limit: number): number {
    let at = from;
    for (const part of this.parts) {
      const most = Math.min(limit, at + MOST_BLANKS);
      if (part[0] === LESS_THAN) while (at < most && isXmlBlank(input[at])) at++;
      if (at + part.length > limit || !hasBytesAt(input, at, part)) return -1;
      at += part.length;
    }
    return at;
  }

  /** Takes the blanks over that it was met with. */
  update(bytes: Uint8Array): void {
    if (this.#looks++ >= MOST_LOOKS) return;
    this.bytes = bytes;
    this.words = wordsOf(bytes);
    this.length = bytes.length;
    this.lines.reset();
    this.lines.count(bytes, 0, bytes.length);
  }
}

/** Bytes in fours, little-endian, as a DataView reads them at any place. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const words = new Int32Array(bytes.length < 4 ? 0 : Math.ceil(bytes.length / 4));
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(Math.min(4 * i, bytes.length - 4), true);
  return words;
}

function valueBytes(ending: string, odd: string): ValueBytes {
  const kinds = new Uint8Array(256).fill(SPECIAL, 0, 0x20).fill(SPECIAL, 0x80);
  for (const character of odd) kinds[character.charCodeAt(0)] = SPECIAL;
  kinds[ending.charCodeAt(0)] = ENDING;
  const [first = 0, second = 0, third = 0] = [...ending, ...odd].map(
    (character) => character.charCodeAt(0) * 0x01010101,
  );
  return { kinds, first, second, third };
}
