import { isMarkAt } from '../bytes/utf8.ts';
import { mayRepeatHeader } from '../bytes/header-mark.ts';
import { fastBuffers, FLUSH_BYTES } from '../fast/buffers.ts';
import { addLineFeed, type RangeEnd, RangeLoop } from '../fast/range-loop.ts';
import type { FastChunk, FastTypes } from '../fast/reader.ts';
import type { FastLoopParts } from '../fast/record-loop.ts';
import type { FastRange } from '../model/fast-source.ts';
import type { RecordLocation } from '../model/record-location.ts';
import type { FastRun } from './fast-run.ts';
import { type FastType, type NamedType, ReadyTypes } from './ready-types.ts';

/** The location of a record without issues, which no one reads. */
const NOWHERE: RecordLocation = { record: 0, line: 0, byteOffset: 0, byteLength: 0 };

/** What `#accept` returns instead of an index. */
const NEEDS_CAREFUL = -1;
const ENDS_GROUP = -2;
/** A group that ends with fewer records saves less time than its beginning and its end cost. */
const MIN_RECORDS = 16;

/** The bytes from which records are read. `before` is the number of the file's records before the range. */
interface Place {
  readonly range: FastRange;
  readonly rangeOffset: number;
  readonly before: number;
}

/**
 * Reads the records of a spec with several record types with the fast readers of their types. The careful reader reads
 * records at a wrong place, and all records of types without a fast reader.
 */
export class TypedRecordLoop extends RangeLoop {
  readonly #fast: FastTypes;
  readonly #types: ReadyTypes;
  readonly #run: FastRun;
  readonly #parts: FastLoopParts;
  readonly #pace = new GroupPace();
  /** Whether the group ended before a record that can be read. */
  /** The number of short records that the source has not counted yet. */
  #short = 0;
  #endedGroup = false;
  /** The place of the current record in the range: its bytes, and the number of the range's records before it. */
  readonly #place = { from: 0, to: 0, before: 0, record: 0, line: 0 };

  constructor(fast: FastTypes, types: readonly NamedType[], run: FastRun, parts: FastLoopParts) {
    super(parts.source, parts.batch);
    this.#fast = fast;
    this.#run = run;
    this.#parts = parts;
    this.#types = new ReadyTypes(fast, types, run);
  }

  protected begin(chunk: FastChunk): boolean {
    return this.#types.begin(chunk, this.#parts.report);
  }

  protected readRange(range: FastRange, rangeOffset: number, before: number): RangeEnd {
    const { canGroup } = this.#run.totals.keys;
    const place = { range, rangeOffset, before };
    let end: RangeEnd = { at: range.at - rangeOffset, read: 0 };
    do end = canGroup && this.#pace.allowsGroup ? this.#readGroup(place, end) : this.#readSingle(place, end);
    while (this.#endedGroup);
    if (this.#short > 0) this.#parts.source.noteShort?.(this.#short);
    this.#short = 0;
    if (end.read > 0) this.#parts.source.skip(rangeOffset + end.at, end.read, 0);
    return { at: rangeOffset + end.at, read: end.read };
  }

  /** Reads records whose keys are checked one by one. */
  #readSingle(place: Place, from: RangeEnd): RangeEnd {
    const end = this.#readRecords(place, from);
    this.#pace.noteSingle(end.read - from.read);
    return end;
  }

  /** Reads records whose keys are checked together. If one of the keys is not new, reads the records again, one by one. */
  #readGroup(place: Place, from: RangeEnd): RangeEnd {
    const { batch } = this.#parts;
    const { keys } = this.#run.totals;
    const marks = { batch: batch.mark(), run: this.#run.mark(), short: this.#short };
    keys.openGroup();
    const end = this.#readRecords(place, from);
    const isRead = keys.closeGroup();
    this.#pace.noteGroup(isRead && (!this.#endedGroup || end.read - from.read >= MIN_RECORDS));
    if (isRead) return end;
    batch.restore(marks.batch);
    this.#short = marks.short;
    this.#run.restore(marks.run);
    return this.#readSingle(place, from);
  }

  /** Reads records until one needs the careful reader, or the range, the batch or the group of keys ends. */
  #readRecords({ range, rangeOffset, before }: Place, from: RangeEnd): RangeEnd {
    const { report, batch } = this.#parts;
    const { keys } = this.#run.totals;
    const place = this.#place;
    const limit = range.limit - rangeOffset;
    let { at, read } = from;
    let length = 0;
    this.#endedGroup = false;
    while (at < limit && !batch.isFull && !this.isPaused) {
      if (keys.isFull) {
        this.#endedGroup = true;
        break;
      }
      if (range.stopsAtMark && isMarkAt(fastBuffers.input, at, range.end - rangeOffset)) break;
      report.begin();
      const one = this.#types.find(at, range.layout);
      let end = one === null ? -1 : this.#fast.read(one.type, at, length);
      const isShort = one !== null && fastBuffers.characters < (range.shortBelowByType?.[one.type] ?? 0);
      // Only the careful reader rejects such records, and counts repeated headers.
      if (isShort && range.rejectsShort) end = -1;
      if (one !== null && end >= 0 && mayRepeatHeader(fastBuffers.input, at, this.#fast.next(one.type), range.header))
        end = -1;
      let written = NEEDS_CAREFUL;
      if (one !== null && end >= 0) {
        place.from = rangeOffset + at;
        place.to = rangeOffset + this.#fast.next(one.type);
        place.before = read;
        place.record = before + read + 1;
        written = this.#accept(one, length, end);
      }
      if (written === ENDS_GROUP) {
        this.#endedGroup = true;
        break;
      }
      const next = written < 0 ? at : place.to - rangeOffset;
      this.noteRecord(report.issues.length, next - at);
      if (written < 0) break;
      at = next;
      read++;
      if (isShort) this.#short++;
      length = written < FLUSH_BYTES ? written : this.#write(written);
    }
    this.#write(length);
    return { at, read };
  }

  /** Moves the first `length` bytes of the output to the batch. Returns 0, the new length of the output. */
  #write(length: number): 0 {
    if (length > 0) this.#parts.batch.writeMessages(fastBuffers.output.subarray(0, length));
    return 0;
  }

  /**
   * Adds a record to the batch. Its message is in the output from index `length` to index `end`. Returns the index at
   * which the next message begins, or one of the two numbers below 0.
   */
  #accept(one: FastType, length: number, end: number): number {
    const { report, batch, form, rejectedKeys } = this.#parts;
    if (report.issues.length > 0 && !report.addFastOriginals(one.type, this.#parts.source)) return NEEDS_CAREFUL;
    const isProcessed = report.outcome() === 'processed';
    // The fast reader writes no keys of skipped and failed records, so the careful reader reads such a record again.
    if (rejectedKeys && one.reader.writeKey !== null && (!isProcessed || one.isReported)) return NEEDS_CAREFUL;
    // The records of a group may be read again. Only its first record is located, because the source forgets the
    // records before one that was located.
    const { keys } = this.#run.totals;
    if (keys.hasPending && (one.needsLine || report.issues.length > 0)) return ENDS_GROUP;
    const keyEnd = one.isPublished && isProcessed ? this.#writeKey(one, length, end) : 0;
    if (keyEnd < 0) return NEEDS_CAREFUL;
    // A record is located at most once. Rules of the file may add issues to it.
    let location = one.needsLine ? this.#locate() : null;
    this.#place.line = location?.line ?? 0;
    this.#observe(one);
    if (report.issues.length > 0) location ??= this.#locate();
    const outcome = report.outcome();
    let next = length;
    if (one.isPublished && outcome === 'processed') {
      if (form.keepsMessages) next = form.lineFeeds ? addLineFeed(end) : end;
      batch.addFastRecord(next - length, form.keepsKeys ? keyEnd : batch.keyLength, report.corrected);
      if (location !== null && report.issues.length > 0) batch.addRecordIssues(location, outcome, report);
    } else batch.addRecord(location ?? NOWHERE, outcome, report);
    one.outcome = outcome;
    one.record = this.#place.record;
    batch.addType(one, report);
    return next;
  }

  /** Writes the key of a message. Returns the index after it, or -1 if the record needs the careful reader. */
  #writeKey({ reader }: FastType, length: number, end: number): number {
    const { batch, form } = this.#parts;
    const { keyLength } = batch;
    let keyEnd = keyLength;
    if (form.createsKeys && reader.writeKey !== null) {
      keyEnd = reader.writeKey(batch.reserveKey(end - length), keyLength);
      if (keyEnd < 0) return -1;
    }
    return end - length + keyEnd - keyLength > form.maxBytes ? -1 : keyEnd;
  }

  /** Adds the record to the structure of the file and to its rules, which may add issues to the report. */
  #observe({ type, reader }: FastType): void {
    const { report, batch } = this.#parts;
    this.#run.enter(type);
    this.#run.totals.addFast(type, this.#place, reader, report);
    const issues = this.#run.takeFileIssues();
    if (issues.length > 0) batch.addFileIssues(issues);
  }

  #locate(): RecordLocation {
    const { from, to, before, record } = this.#place;
    const { line, byteOffset, byteLength } = this.#parts.source.locate?.(from, to, before) ?? NOWHERE;
    return { record, line, byteOffset, byteLength };
  }
}

const MIN_PAUSE = 256;
const MAX_PAUSE = 64 * 1024;

/** Decides whether the keys of the next records are checked in a group. */
class GroupPace {
  /** Number of records whose keys are checked one by one. */
  #left = 0;
  #pause = MIN_PAUSE;

  get allowsGroup(): boolean {
    return this.#left <= 0;
  }

  /** Notes records whose keys were checked one by one. */
  noteSingle(records: number): void {
    this.#left -= records;
  }

  /** Notes whether a group saved time. After each one that did not, the pause doubles. */
  noteGroup(isUseful: boolean): void {
    if (isUseful) this.#pause = MIN_PAUSE;
    else {
      this.#left = this.#pause;
      this.#pause = Math.min(MAX_PAUSE, 2 * this.#pause);
    }
  }
}
