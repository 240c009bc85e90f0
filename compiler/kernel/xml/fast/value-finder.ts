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

/** A value becomes no more than twice as long in a message, and each of these fields repeats it. */
const MOST_TARGETS = 4;

/** Finds where the values of a record stand, guided by the records before it. Whatever was not met in them refuses. */
export class XmlValueFinder {
  /** Where the text of each field begins and ends; that of a field without text at the record's beginning. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  #origin = 0;
  #limit = 0;
  #maxRecordBytes = 0;
  #layout: XmlLayout | null = null;

  constructor(fields: number) {
    this.from = new Int32Array(fields);
    this.to = new Int32Array(fields);
  }

  /** Begins a piece of a document. */
  begin({ rangeOffset, limit, maxRecordBytes, layout }: FastChunk): XmlLayout {
    this.#origin = rangeOffset;
    this.#limit = limit;
    this.#maxRecordBytes = maxRecordBytes;
    // It is what the source of documents gives.
    const own = layout as XmlLayout;
    own.lines.setOrigin(rangeOffset);
    this.#layout = own;
    return own;
  }

  /** Gives where the record that begins at `start`, perhaps behind blanks, ends; -1 where it has to be read carefully. */
  find(start: number): number {
    const layout = this.#layout;
    if (layout === null) return -1;
    for (let i = 0; i < this.from.length; i++) this.from[i] = -1;
    layout.lines.startRecord(this.#origin + start);
    const end = this.#walk(start, layout);
    if (end < 0) return -1;
    let begin = start;
    while ((input[begin] as number) <= 0x20) begin++;
    if (end - begin > this.#maxRecordBytes) return -1;
    for (let i = 0; i < this.from.length; i++) {
      if ((this.from[i] as number) >= 0) continue;
      this.from[i] = begin;
      this.to[i] = begin;
    }
    layout.lines.lastEnd = end;
    return end;
  }

  /** Goes from value to value. One loop over all bytes: this is where a document's time goes. */
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
      if (expected !== null && isThere(at, limit, expected)) {
        last.add(expected.lines, at);
        at += expected.length;
      } else {
        at = this.#passOther(value, at, layout);
        if (at < 0) return -1;
      }
      const next = value.next?.to ?? null;
      if (next === null) return at;
      value = next;
      const { bytes, field } = value;
      const valueFrom = at;
      if (bytes !== EMPTY) {
        at = endOfPlain(at, bytes);
        if (bytes.kinds[input[at] as number] !== ENDING || input[at + 1] === EXCLAMATION) {
          at = findSpecialValueEnd(input, at, limit, bytes);
          if (at < 0) return -1;
          last.count(input, valueFrom, at);
        }
      }
      if (field === MANY_FIELDS) {
        if (!this.#putAll(value.targets, valueFrom, at)) return -1;
      } else if (field !== NO_FIELD && (from[field] as number) < 0) {
        from[field] = valueFrom;
        to[field] = at;
      }
    }
  }

  /** Goes behind what stands at `at`, if that was met behind the value before, though not last; -1 where it was not. */
  #passOther(value: ValueSlot, at: number, { templates, lines: { last } }: XmlLayout): number {
    const limit = this.#limit;
    for (const piece of value.pieces) {
      if (!isThere(at, limit, piece)) continue;
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
    // Comments, CDATA sections and instructions are never learnt.
    if (input[at + 1] !== EXCLAMATION && input[at + 1] !== QUESTION) templates.hasUnknownMarkup = true;
    return -1;
  }

  /** The first value counts; several that are joined are left to the careful reading, as is one for so many fields that the output might have no room. */
  #putAll(targets: readonly XmlTarget[], from: number, to: number): boolean {
    if (targets.length > MOST_TARGETS) return false;
    for (const target of targets) {
      const field = typeof target === 'number' ? target : target.column;
      if ((this.from[field] as number) < 0) {
        this.from[field] = from;
        this.to[field] = to;
      } else if (typeof target !== 'number') return false;
    }
    return true;
  }
}

/** Where something else stands than plain ASCII. */
function endOfPlain(from: number, { first, second, third }: ValueBytes): number {
  for (let at = from; ; at += 4) {
    const four = view.getInt32(at, true);
    // The highest bit of a byte is set in the first one that is a mark, below a blank, or not ASCII.
    const odd =
      (((four ^ first) - 0x01010101) |
        ((four ^ second) - 0x01010101) |
        ((four ^ third) - 0x01010101) |
        (four - 0x20202020) |
        four) &
      0x80808080;
    if (odd !== 0) return at + ((31 - Math.clz32(odd & -odd)) >> 3);
  }
}

/** Whether a piece stands there as it was met last. */
function isThere(at: number, limit: number, { bytes, words, length }: MarkupPiece): boolean {
  if (at + length > limit) return false;
  const last = words.length - 1;
  if (last < 0) return hasBytesAt(input, at, bytes);
  for (let i = 0, place = at; i < last; i++, place += 4) {
    if (view.getInt32(place, true) !== words[i]) return false;
  }
  return view.getInt32(at + length - 4, true) === words[last];
}
