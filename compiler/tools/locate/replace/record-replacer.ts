import { fileFormats } from '../../../language/formats/file-formats.ts';
import { describeCharacter, type TextRange, UNKNOWN_PLACE } from '../../../language/formats/model/file-format.ts';
import type { RecordLayout } from '../record-layout.ts';
import { createValueLocator, encodingOf } from '../value-locator.ts';
import { createTextEncoder } from './text-encoder.ts';

/** A new value for a field. */
export interface Replacement {
  /** Index of the field in the spec, from 0. */
  field: number;
  /** The range of the original cell in the decoded record, with its quotes or padding. */
  range: TextRange;
  /** The new value, without quotes, padding or escapes. */
  value: string;
}

/** New bytes for a part of a record. `start` and `end` are offsets in its original bytes. */
export interface RecordPatch {
  start: number;
  end: number;
  bytes: Uint8Array;
}

/**
 * The bytes of a record with new values, and the parts that differ, from the last to the first. Or why it cannot have them:
 * `problem` is a sentence for the user.
 */
export type ReplacedRecord = { bytes: Uint8Array; patches: readonly RecordPatch[] } | { problem: string };

/** Replaces values in the bytes of a record. All other bytes remain, even those that are malformed. */
export interface RecordReplacer {
  /** `isFileStart` is true if the bytes start at the beginning of the file. The ranges must not overlap. */
  replace(bytes: Uint8Array, isFileStart: boolean, replacements: readonly Replacement[]): ReplacedRecord;
  /** Adds empty cells to a record that has too few of them. A record with all cells remains as it is. */
  complete(bytes: Uint8Array, isFileStart: boolean): ReplacedRecord;
}

/** A part of the decoded record, and what replaces it. */
interface TextPatch {
  readonly range: TextRange;
  readonly text: string;
}

/** Creates the replacer for a file. `state` is that of createValueLocator(). */
export function createRecordReplacer(layout: RecordLayout, state: unknown): RecordReplacer {
  const { decode, findMissingText } = createValueLocator(layout, state);
  const encoding = encodingOf(layout, state);
  const encode = createTextEncoder(encoding, (bytes) => decode(bytes, false));
  const isMissing = (character: string) => 'missing' in encode(character);
  const patchOf = (bytes: Uint8Array, { range, text }: TextPatch): RecordPatch | { problem: string } => {
    const encoded = encode(text);
    if ('missing' in encoded)
      return { problem: `The encoding of the file, ${encoding}, has no ${describeCharacter(encoded.missing)}.` };
    const start = findByteIndex(bytes, range.start, (part) => decode(part, false));
    const end = findByteIndex(bytes, range.end, (part) => decode(part, false));
    if (start === null || end === null) return UNKNOWN_PLACE;
    const before = decode(bytes, false);
    const expected = before.slice(0, range.start) + text + before.slice(range.end);
    const patch = { start, end, bytes: encoded.bytes };
    return decode(applyPatch(bytes, patch), false) === expected ? patch : UNKNOWN_PLACE;
  };
  const write = (bytes: Uint8Array, { field, range, value }: Replacement): TextPatch | { problem: string } => {
    const text = decode(bytes, false);
    const cell = {
      field,
      original: text.slice(range.start, range.end),
      after: text.slice(range.end),
      state,
      isMissing,
    };
    const written = fileFormats[layout.format].writeCell(value, cell, layout.places);
    return 'problem' in written ? written : { range, text: written.text };
  };
  return {
    replace(bytes, isFileStart, replacements) {
      const mark = isFileStart ? byteOrderMarkLength(bytes, encoding) : 0;
      let result = bytes.subarray(mark);
      const patches: RecordPatch[] = [];
      // From the last to the first, so that the ranges of the others remain valid.
      for (const each of [...replacements].sort((a, b) => b.range.start - a.range.start)) {
        const text = write(result, each);
        const patch = 'problem' in text ? text : patchOf(result, text);
        if ('problem' in patch) return patch;
        result = applyPatch(result, patch);
        patches.push(moved(patch, mark));
      }
      return { bytes: concat([bytes.subarray(0, mark), result]), patches };
    },
    complete(bytes, isFileStart) {
      const mark = isFileStart ? byteOrderMarkLength(bytes, encoding) : 0;
      const missing = findMissingText(decode(bytes.subarray(mark), false));
      if (missing === null) return { bytes, patches: [] };
      const range = { start: missing.at, end: missing.at };
      const patch = patchOf(bytes.subarray(mark), { range, text: missing.text });
      if ('problem' in patch) return patch;
      return { bytes: applyPatch(bytes, moved(patch, mark)), patches: [moved(patch, mark)] };
    },
  };
}

function applyPatch(bytes: Uint8Array, patch: RecordPatch): Uint8Array {
  return concat([bytes.subarray(0, patch.start), patch.bytes, bytes.subarray(patch.end)]);
}

function moved({ start, end, bytes }: RecordPatch, by: number): RecordPatch {
  return { start: start + by, end: end + by, bytes };
}

/** The bytes of the byte order mark that the decoder removes at the start of a file. */
function byteOrderMarkLength(bytes: Uint8Array, encoding: string): number {
  const marks: Record<string, readonly number[]> = {
    'utf-8': [0xef, 0xbb, 0xbf],
    'utf-16le': [0xff, 0xfe],
    'utf-16be': [0xfe, 0xff],
  };
  const mark = marks[encoding];
  return mark?.every((byte, index) => bytes[index] === byte) ? mark.length : 0;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Maximum delay of a decoder in bytes: the length of the longest character, or of an escape sequence. */
const MAX_DELAY = 5;

/**
 * Returns the number of bytes before an index in the decoded text. Returns null if the text cannot be cut there, for
 * example between two characters of a shifted sequence.
 */
function findByteIndex(bytes: Uint8Array, textIndex: number, decode: (bytes: Uint8Array) => string): number | null {
  const text = decode(bytes);
  // The length of a decoded prefix can be one too large inside of a character, so this is an estimate.
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (decode(bytes.subarray(0, middle)).length < textIndex) low = middle + 1;
    else high = middle;
  }
  for (let at = Math.max(0, low - MAX_DELAY); at <= Math.min(bytes.length, low + MAX_DELAY); at++) {
    const before = decode(bytes.subarray(0, at));
    if (before.length === textIndex && before + decode(bytes.subarray(at)) === text) return at;
  }
  return null;
}
