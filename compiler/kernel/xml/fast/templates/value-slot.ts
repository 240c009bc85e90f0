import { areEqualBytes, hasBytesAt } from '../../../bytes/compare.ts';
import { isXmlBlank } from '../../syntax/byte-classes.ts';
import { LESS_THAN } from '../../../bytes/ascii.ts';
import type { XmlTarget } from '../../fields/element.ts';
import { LineCounter } from '../../position/line-counter.ts';

/** The byte is part of the value and needs no processing. */
export const PLAIN = 0;
/**
 * The byte needs a check: a control character (also a tab or line end), a byte of a non-ASCII character, `&`, `]` in text,
 * or `<` in an attribute value.
 */
export const SPECIAL = 1;
/** The byte ends the value and is not part of it. */
export const ENDING = 2;

/** The kind of each byte (PLAIN, SPECIAL, ENDING) in a text or a quoted attribute value, by byte value. */
export interface ValueBytes {
  readonly kinds: Uint8Array;
  /** The three printable ASCII characters that are not PLAIN, each repeated four times in a 32-bit integer. */
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

/** The bytes of a text between tags. */
export const TEXT = createValueBytes('<', '&]');
/** The bytes of an attribute value in double quotes. */
export const IN_DOUBLE_QUOTES = createValueBytes('"', '<&');
/** The bytes of an attribute value in single quotes. */
export const IN_SINGLE_QUOTES = createValueBytes("'", '<&');
/** The bytes of a value that is always empty, such as the text of an empty-element tag. */
export const EMPTY: ValueBytes = { kinds: new Uint8Array(256).fill(ENDING), first: 0, second: 0, third: 0 };

/** `ValueSlot.field` of a value that no field reads. */
export const NO_FIELD = -1;
/** `ValueSlot.field` of a value that several fields read, or that is joined with other values. */
export const MANY_FIELDS = -2;

/** Maximum number of times that a piece of markup takes over the blanks of its latest occurrence. */
const MAX_UPDATES = 8;
/** Maximum length of blanks before a tag, in bytes. Longer blanks need the careful reader. */
const MAX_BLANKS = 2000;

/** A place in records at which an attribute value or a text occurs. `targets` are the fields that read the value. */
export interface ValueSlot {
  readonly bytes: ValueBytes;
  readonly targets: readonly XmlTarget[];
  /** The index of the only field that reads the value, or NO_FIELD or MANY_FIELDS. */
  readonly field: number;
  /** `pieces`: all markup that has occurred after the value. `next`: the piece that occurred last, or null. */
  readonly pieces: MarkupPiece[];
  next: MarkupPiece | null;
}

/** Creates a slot whose following markup is not known yet. */
export function createValueSlot(bytes: ValueBytes, targets: readonly XmlTarget[]): ValueSlot {
  const [first] = targets;
  const field =
    first === undefined ? NO_FIELD : targets.length === 1 && typeof first === 'number' ? first : MANY_FIELDS;
  return { bytes, targets, field, pieces: [], next: null };
}

/** What the latest occurrence of a piece of markup contains. */
interface PieceContent {
  readonly bytes: Uint8Array;
  readonly steps: readonly number[] | null;
}

/**
 * What happens in the markup of a document whose records have others in them. A number from 0: a record of the type with
 * this index begins.
 */
export const RecordStep = {
  /** The innermost record ends. */
  END: -1,
  /** An element begins or ends that is no record, but encloses records elsewhere. */
  OPEN: -2,
  CLOSE: -3,
} as const;

/**
 * The markup between two values of a record. `parts` are the tags and parts of tags. `bytes` also contain the blanks
 * between them, as in the latest occurrence.
 */
export class MarkupPiece {
  readonly parts: readonly Uint8Array[];
  /** The slot of the value after this markup. Null at the end of the record. */
  readonly to: ValueSlot | null;
  /**
   * `bytes`: the latest occurrence of the markup. `words`: the same bytes as 32-bit words. The last word consists of
   * the last four bytes, so it may overlap the previous one. There are no words if there are fewer than four bytes.
   */
  bytes: Uint8Array;
  words: Int32Array;
  length: number;
  readonly lines = new LineCounter();
  /** The records that begin and end in this markup, in its order (see RecordStep). Null: there are none. */
  readonly steps: readonly number[] | null;
  #updates = 0;

  constructor(parts: readonly Uint8Array[], to: ValueSlot | null, { bytes, steps }: PieceContent) {
    this.parts = parts;
    this.to = to;
    this.steps = steps;
    this.bytes = bytes;
    this.words = toWords(bytes);
    this.length = bytes.length;
    this.lines.count(bytes, 0, bytes.length);
  }

  hasParts(parts: readonly Uint8Array[]): boolean {
    return parts.length === this.parts.length && parts.every((part, i) => areEqualBytes(part, this.parts[i]));
  }

  /**
   * Returns the index after this markup if it is at index `from`, with any blanks before its tags. Returns -1 if other
   * bytes are there.
   */
  findEnd(input: Uint8Array, from: number, limit: number): number {
    let at = from;
    for (const part of this.parts) {
      const max = Math.min(limit, at + MAX_BLANKS);
      if (part[0] === LESS_THAN) while (at < max && isXmlBlank(input[at])) at++;
      if (at + part.length > limit || !hasBytesAt(input, at, part)) return -1;
      at += part.length;
    }
    return at;
  }

  /** Takes over the blanks of the latest occurrence, whose bytes are `bytes`. Has no effect after MAX_UPDATES calls. */
  update(bytes: Uint8Array): void {
    if (this.#updates++ >= MAX_UPDATES) return;
    this.bytes = bytes;
    this.words = toWords(bytes);
    this.length = bytes.length;
    this.lines.reset();
    this.lines.count(bytes, 0, bytes.length);
  }
}

/** Returns the bytes as little-endian 32-bit words. DataView.getInt32 reads such words at any index. */
function toWords(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const words = new Int32Array(bytes.length < 4 ? 0 : Math.ceil(bytes.length / 4));
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(Math.min(4 * i, bytes.length - 4), true);
  return words;
}

function createValueBytes(ending: string, special: string): ValueBytes {
  const kinds = new Uint8Array(256).fill(SPECIAL, 0, 0x20).fill(SPECIAL, 0x80);
  for (const character of special) kinds[character.charCodeAt(0)] = SPECIAL;
  kinds[ending.charCodeAt(0)] = ENDING;
  const [first = 0, second = 0, third = 0] = [...ending, ...special].map(
    (character) => character.charCodeAt(0) * 0x01010101,
  );
  return { kinds, first, second, third };
}
