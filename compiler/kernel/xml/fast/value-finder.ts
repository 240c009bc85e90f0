import type { XmlLayout } from './layout.ts';
import { EXCLAMATION, QUESTION } from '../../bytes/ascii.ts';
import type { XmlTarget } from '../fields/element.ts';
import {
  ENDING,
  NO_FIELD,
  EMPTY,
  MANY_FIELDS,
  type MarkupPiece,
  type ValueSlot,
  type ValueBytes,
} from './templates/value-slot.ts';
import type { FastChunk } from '../../fast/reader.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import { findSpecialValueEnd } from './special-value.ts';
import { hasBytesAt } from '../../bytes/compare.ts';

const input = fastBuffers.input;
const view = fastBuffers.inputView;

/**
 * Maximum number of fields that read the same value. A value with more needs the careful reader: each field copies it,
 * and JSON may double its length.
 */
const MAX_TARGETS = 4;

/**
 * Finds the values of a record with the tag templates that were learned from earlier records. Records with
 * other markup need the careful reader.
 */
export class XmlValueFinder {
  /**
   * The indexes in `fastBuffers.input` at which the text of each field begins (`from`) and ends (`to`). Both are the
   * index of the record's beginning if the record has no text for the field.
   */
  readonly from: Int32Array;
  readonly to: Int32Array;
  #rangeOffset = 0;
  #limit = 0;
  #maxRecordBytes = 0;
  #layout: XmlLayout | null = null;

  constructor(fields: number) {
    this.from = new Int32Array(fields);
    this.to = new Int32Array(fields);
  }

  /** Prepares to find records in a range of the document. Returns the range's layout. */
  begin({ rangeOffset, limit, maxRecordBytes, layout }: FastChunk): XmlLayout {
    this.#rangeOffset = rangeOffset;
    this.#limit = limit;
    this.#maxRecordBytes = maxRecordBytes;
    // The record source of XML documents always provides this type.
    const own = layout as XmlLayout;
    own.lines.setOrigin(rangeOffset);
    this.#layout = own;
    return own;
  }

  /**
   * Finds the values of the record at index `start`, which may begin with blanks. Returns the index after the record,
   * or -1 if it needs the careful reader.
   */
  find(start: number): number {
    const layout = this.#layout;
    if (layout === null) return -1;
    for (let i = 0; i < this.from.length; i++) this.from[i] = -1;
    const end = this.findEnd(start, layout);
    if (end < 0) return -1;
    const begin = beginOf(start);
    for (let i = 0; i < this.from.length; i++) {
      if ((this.from[i] as number) >= 0) {
        layout.matched[i] = 1;
        continue;
      }
      this.from[i] = begin;
      this.to[i] = begin;
    }
    layout.lines.lastEnd = end;
    return end;
  }

  /** The range that is read. Null before `begin`. */
  protected get layout(): XmlLayout | null {
    return this.#layout;
  }

  /** Finds the values that the record at index `start` has. Returns the index after it, or -1 as `find` does. */
  protected findEnd(start: number, layout: XmlLayout): number {
    layout.lines.startRecord(this.#rangeOffset + start);
    const end = this.#walk(start, layout);
    return end - beginOf(start) > this.#maxRecordBytes ? -1 : end;
  }

  /**
   * Follows the records that begin and end in a piece of markup (see RecordStep). Returns false if the record needs the
   * careful reader.
   */
  protected follow(_steps: readonly number[]): boolean {
    return true;
  }

  /**
   * Finds one value after the other. It is a single loop over all bytes, because most of a document's time is spent
   * here.
   */
  #walk(start: number, layout: XmlLayout): number {
    const {
      templates,
      lines: { last },
    } = layout;
    const { from, to } = this;
    const limit = this.#limit;
    let value = templates.recordStart;
    let at = start;
    for (;;) {
      const expected = value.next;
      if (expected !== null && isPieceAt(at, limit, expected)) {
        last.add(expected.lines, at);
        at += expected.length;
      } else {
        at = this.#skipOther(value, at, layout);
        if (at < 0) return -1;
      }
      const piece = value.next;
      if (piece === null) return at;
      if (piece.steps !== null && !this.follow(piece.steps)) return -1;
      if (piece.to === null) return at;
      value = piece.to;
      const { bytes, field } = value;
      const valueFrom = at;
      if (bytes !== EMPTY) {
        at = findPlainEnd(at, bytes);
        if (bytes.kinds[input[at] as number] !== ENDING || input[at + 1] === EXCLAMATION) {
          at = findSpecialValueEnd(input, at, limit, bytes);
          if (at < 0) return -1;
          last.count(input, valueFrom, at);
        }
      }
      if (field === MANY_FIELDS) {
        if (!this.#assignAll(value.targets, valueFrom, at)) return -1;
      } else if (field !== NO_FIELD) {
        // The careful reader counts records in which a path matches more than once.
        if ((from[field] as number) >= 0) return -1;
        from[field] = valueFrom;
        to[field] = at;
      }
    }
  }

  /**
   * Skips the markup at index `at`, which differs from the latest markup after this value. Returns the index after it,
   * or -1 if it has never occurred after this value.
   */
  #skipOther(value: ValueSlot, at: number, { templates, lines: { last } }: XmlLayout): number {
    const limit = this.#limit;
    for (const piece of value.pieces) {
      if (!isPieceAt(at, limit, piece)) continue;
      value.next = piece;
      last.add(piece.lines, at);
      return at + piece.length;
    }
    for (const piece of value.pieces) {
      const end = piece.findEnd(input, at, limit);
      if (end < 0) continue;
      value.next = piece;
      piece.update(input.slice(at, end));
      last.count(input, at, end);
      return end;
    }
    // Comments, CDATA sections and processing instructions are never learned.
    if (input[at + 1] !== EXCLAMATION && input[at + 1] !== QUESTION) templates.hasUnknownMarkup = true;
    return -1;
  }

  /**
   * Assigns a value to several fields. A field without a separator keeps its first value. Returns false if values would
   * have to be joined, or if too many fields read the value.
   */
  #assignAll(targets: readonly XmlTarget[], from: number, to: number): boolean {
    if (targets.length > MAX_TARGETS) return false;
    for (const target of targets) {
      const field = typeof target === 'number' ? target : target.column;
      if ((this.from[field] as number) < 0) {
        this.from[field] = from;
        this.to[field] = to;
      } else return false;
    }
    return true;
  }
}

/** Returns the index at which a record begins, after the blanks before it. */
export function beginOf(start: number): number {
  let begin = start;
  while ((input[begin] as number) <= 0x20) begin++;
  return begin;
}

/** Returns the index of the first byte from `from` on whose kind is not PLAIN. */
function findPlainEnd(from: number, { first, second, third }: ValueBytes): number {
  for (let at = from; ; at += 4) {
    const four = view.getInt32(at, true);
    // The highest bit is set in the first byte that is one of the three characters, a control character, or not ASCII.
    const special =
      (((four ^ first) - 0x01010101) |
        ((four ^ second) - 0x01010101) |
        ((four ^ third) - 0x01010101) |
        (four - 0x20202020) |
        four) &
      0x80808080;
    if (special !== 0) return at + ((31 - Math.clz32(special & -special)) >> 3);
  }
}

/** Returns whether the bytes at index `at` are exactly the latest occurrence of a piece of markup. */
function isPieceAt(at: number, limit: number, { bytes, words, length }: MarkupPiece): boolean {
  if (at + length > limit) return false;
  const last = words.length - 1;
  if (last < 0) return hasBytesAt(input, at, bytes);
  for (let i = 0, index = at; i < last; i++, index += 4) {
    if (view.getInt32(index, true) !== words[i]) return false;
  }
  return view.getInt32(at + length - 4, true) === words[last];
}
