import { CR, DOUBLE_QUOTE, HYPHEN, LF } from '../../bytes/ascii.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import type { FastChunk } from '../../fast/reader.ts';
import type { JsonField } from '../fields/json-record.ts';
import type { JsonLayout } from './layout.ts';
import type { LineTemplates } from './line-templates.ts';
import { isOpening, MANY, type MemberSlot, skipBlanks, UNREAD } from './member-slot.ts';
import { findStringEnd, findWordEnd, isNullAt, NumberScanner } from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

const input = fastBuffers.input;

/** How a value is written. */
const QUOTED = 0;
const NUMBER = 1;
const WORD = 2;
type Writing = typeof QUOTED | typeof NUMBER | typeof WORD;

/**
 * Finds the values of a record in its line, with what earlier records had between their values. Any unusual line needs the
 * careful reader.
 */
export class JsonValueFinder {
  /**
   * The indexes in `fastBuffers.input` at which the text of each field begins (`from`) and ends (`to`). Both are the
   * index of the record's beginning if the record has no value for the field.
   */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Whether a text of the record that was found last is not the number as written. */
  isRewritten = false;
  readonly #numbers = new NumberScanner();
  readonly #skipper = new ValueSkipper();
  #limit = 0;
  #maxRecordBytes = 0;
  #layout: JsonLayout | null = null;
  #fields: readonly JsonField[] = [];
  #isLenient = false;
  /** A number for each record, by which slots know whether the record had them. */
  #record = 0;

  constructor(fields: number) {
    this.from = new Int32Array(fields);
    this.to = new Int32Array(fields);
  }

  /** Prepares to find records in a range of the file. */
  begin({ limit, maxRecordBytes, layout }: FastChunk): void {
    this.#limit = limit;
    this.#maxRecordBytes = maxRecordBytes;
    // The record source of JSON Lines always provides this type.
    const own = layout as JsonLayout;
    this.#layout = own;
    this.#fields = own.fields;
    this.#isLenient = own.isLenient;
  }

  /**
   * Finds the values of the record at index `start`. Returns the index of the next line, or -1 if the record needs the
   * careful reader.
   */
  find(start: number): number {
    const layout = this.#layout;
    if (layout === null) return -1;
    const { from, to } = this;
    for (let i = 0; i < from.length; i++) from[i] = -1;
    this.#record++;
    this.isRewritten = false;
    const end = this.#walk(start, layout, layout.templates());
    if (end < 0) return -1;
    for (let i = 0; i < from.length; i++) {
      if ((from[i] as number) >= 0) continue;
      from[i] = start;
      to[i] = start;
    }
    return end;
  }

  /** Finds one value after the other. It is a single loop, because most of a file's time is spent here. */
  #walk(start: number, layout: JsonLayout, templates: LineTemplates): number {
    const limit = this.#limit;
    const record = this.#record;
    let slot = templates.start;
    let at = start;
    for (;;) {
      let piece = slot.next;
      if (piece === null || !piece.isAt(at, limit)) {
        piece = templates.find(slot, at, limit);
        if (piece === null) return -1;
      }
      at += piece.length;
      slot = piece.to;
      if (piece.opened !== null && !this.#open(piece.opened)) return -1;
      if (slot === templates.end) return this.#findNext(start, at);
      // Two members of an object have one name.
      if (slot.record === record && !slot.isRest) return -1;
      slot.record = record;
      if (slot.field === UNREAD && !slot.isNoted && !layout.isNoted(slot)) return -1;
      at = this.#read(slot, skipBlanks(at));
      if (at < 0) return -1;
    }
  }

  /** Notes the objects and lists that begin. Returns false if the record had one of them before. */
  #open(opened: readonly MemberSlot[]): boolean {
    for (const slot of opened) {
      if (slot.record === this.#record && !slot.isRest) return false;
      slot.record = this.#record;
    }
    return true;
  }

  /** Reads the value of a slot. Returns the index after it, or -1 if it needs the careful reader. */
  #read(slot: MemberSlot, at: number): number {
    const byte = input[at] as number;
    if (byte === DOUBLE_QUOTE) {
      const end = findStringEnd(at + 1);
      return end >= 0 && this.#assign(slot, QUOTED, at + 1, end) ? end + 1 : -1;
    }
    if (byte === HYPHEN || (byte >= 0x30 && byte <= 0x39)) {
      const end = this.#numbers.findEnd(at);
      return end >= 0 && this.#assign(slot, NUMBER, at, end) ? end : -1;
    }
    if (isOpening(byte)) return slot.field === UNREAD ? this.#skipper.skip(at, slot.depth) : -1;
    const end = findWordEnd(at);
    return end >= 0 && (isNullAt(at) || this.#assign(slot, WORD, at, end)) ? end : -1;
  }

  /** Stores where the value of a slot is. Returns false if the careful reader must read it. */
  #assign(slot: MemberSlot, writing: Writing, from: number, to: number): boolean {
    const { field } = slot;
    if (field >= 0) return this.#assignTo(field, writing, from, to);
    if (field === UNREAD) return true;
    // An object or a list was expected.
    if (field !== MANY) return false;
    for (const one of slot.node?.fields ?? []) if (!this.#assignTo(one, writing, from, to)) return false;
    // One end of the text cannot serve fields that read more of it than others.
    return !this.isRewritten;
  }

  #assignTo(field: number, writing: Writing, from: number, to: number): boolean {
    const { reads, point } = this.#fields[field] as JsonField;
    let end = to;
    if (reads !== 'TEXT') {
      if (writing === QUOTED && !this.#isLenient) return false;
      if (writing === NUMBER) {
        const numbers = this.#numbers;
        const hasPoint = numbers.point < to;
        if (numbers.hasExponent || (hasPoint && point !== undefined)) return false;
        if (hasPoint && reads === 'WHOLE' && isZero(numbers.point + 1, to)) {
          end = numbers.point;
          this.isRewritten = true;
        }
      }
    }
    this.from[field] = from;
    this.to[field] = end;
    return true;
  }

  /** Returns the index of the line after the record whose value ends at index `at`. -1: text follows, or it is too long. */
  #findNext(start: number, at: number): number {
    const end = skipBlanks(at);
    const byte = input[end];
    if ((byte !== LF && byte !== CR) || end - start > this.#maxRecordBytes) return -1;
    return byte === CR && input[end + 1] === LF ? end + 2 : end + 1;
  }
}

/** Returns whether all digits from `from` to `to` are zeros. */
function isZero(from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (input[at] !== 0x30) return false;
  return true;
}
