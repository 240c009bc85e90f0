import { isMarkAt } from '../bytes/utf8.ts';
import { fastBuffers, FLUSH_BYTES, hasRoomAfter } from '../fast/buffers.ts';
import { addLineFeed, type RangeEnd, RangeLoop } from '../fast/range-loop.ts';
import type { FastChunk, FastTypes } from '../fast/reader.ts';
import type { FastLoopParts } from '../fast/record-loop.ts';
import { mayRepeatHeader } from '../bytes/header-mark.ts';
import type { FastRange } from '../model/fast-source.ts';
import type { TypedRecord } from '../model/typed-part-builder.ts';
import type { Documents } from './documents.ts';
import { createSavedRun, type FastRun, type SavedRun } from './fast-run.ts';
import { PartWriter } from './part-writer.ts';
import { type NamedType, ReadyTypes } from './ready-types.ts';
import type { TypePlace } from './structure.ts';

/** What a DocumentLoop is made of. */
export interface DocumentLoopOptions {
  fast: FastTypes;
  types: readonly NamedType[];
  places: readonly TypePlace[];
  documents: Documents;
  run: FastRun;
  parts: FastLoopParts;
}

/** Creates a loop that reads whole documents. Returns null if only the careful reader can read them. */
export type CreateDocumentLoop = (options: DocumentLoopOptions) => RangeLoop | null;

/** Creates a loop that reads documents whose records are members of one event. Returns null as `CreateDocumentLoop` does. */
export function createDocumentLoop(options: DocumentLoopOptions): RangeLoop | null {
  const { documents, parts } = options;
  if (documents.parts === undefined || parts.documents === undefined || parts.documents.partsApart) return null;
  return new DocumentLoop(options, new PartWriter(documents.parts.indexed));
}

/** What a record of a type is: a member of a document, its first record, or neither. */
const MEMBER = 0;
const FIRST = 1;
const OUTSIDE = 2;
/** A byte of the decoded text is at most this number of bytes in the file. */
const MAX_SOURCE_BYTES = 4;

/** Why the reading of a range ends: nothing is left, or the careful reader reads the document, or what is after it. */
const GOES_ON = 0;
const NEEDS_CAREFUL = 1;
const STOPS = 2;

/** The document that is read, and where it begins. */
interface ReadDocument {
  /** Whether its first record has been read. If not, the other members describe a place between two documents. */
  isOpen: boolean;
  /** Index in the input, numbers of the range's records and of its lines before it, and the length of the output. */
  at: number;
  read: number;
  lines: number;
  length: number;
  /** The length of the output after its first record. */
  end: number;
  /** The state of the run before it, or after the record that the careful reader has read. */
  mark: SavedRun;
  type: number;
  /** The numbers of its first record, of its records, and of those that were corrected or are short. */
  first: number;
  records: number;
  corrected: number;
  short: number;
  /** The bytes that count for its first record, if the careful reader has read it. */
  heldBytes: number;
  keyBytes: number;
}

const NO_ISSUES = { issues: [] };
const encoder = new TextEncoder();

/**
 * Reads documents with the fast readers of their types. It accepts a document when it has found the record after it. If
 * anything about a document is unusual, the careful reader reads all of it. Between two documents, the state of the run
 * equals that of the careful reader, so that both can take turns.
 */
class DocumentLoop extends RangeLoop {
  override readonly endsDocuments: boolean;
  readonly #fast: FastTypes;
  readonly #types: ReadyTypes;
  readonly #names: readonly NamedType[];
  readonly #run: FastRun;
  readonly #parts: FastLoopParts;
  readonly #writer: PartWriter;
  readonly #limits: { readonly maxBytes: number; readonly maxRecords: number };
  readonly #isFull: () => boolean;
  /** MEMBER, FIRST or OUTSIDE for each type. */
  readonly #roles: Uint8Array;
  /** The types that form documents, as lists of one index. */
  readonly #documents: readonly (readonly number[])[];
  /** Number of records of each type in the document. */
  readonly #counts: Int32Array;
  /**
   * The record that is read: its index in the input, the range's records and lines before it, its number, and its line if
   * rules need it.
   */
  readonly #place = { at: 0, read: 0, lines: 0, record: 0, line: 0 };
  #isShort = false;
  /** The state of the run before a record that may begin the next document. */
  #nextMark = createSavedRun();
  readonly #first: { -readonly [Key in keyof TypedRecord]: TypedRecord[Key] };
  /** The key of the document. */
  #key = new Uint8Array(0);
  readonly #doc: ReadDocument;
  /** Whether a document of the range was accepted. */
  #hasAccepted = false;
  /** Whether the next record ends a document that the careful reader has read. */
  #endsHeld = false;

  constructor({ fast, types, places, documents, run, parts }: DocumentLoopOptions, writer: PartWriter) {
    const { batch, source } = parts;
    const isFull = () => batch.isFull || parts.documents?.isDue === true;
    super(source, {
      get isFull() {
        return isFull();
      },
    });
    this.#isFull = isFull;
    this.endsDocuments = fast.endsDocuments === true;
    this.#fast = fast;
    this.#types = new ReadyTypes(fast, types, run);
    this.#names = types;
    this.#run = run;
    this.#parts = parts;
    this.#writer = writer;
    this.#limits = documents;
    this.#documents = documents.types.map((type) => [type]);
    this.#counts = new Int32Array(types.length);
    this.#roles = Uint8Array.from(types, (_, type) => roleOf(type, places, documents.types));
    this.#first = { type: 0, name: undefined, outcome: 'processed', isPublished: true, record: 0 };
    this.#doc = {
      ...{ isOpen: false, at: 0, read: 0, lines: 0, length: 0, end: 0, mark: createSavedRun(), type: 0 },
      ...{ first: 0, records: 0, corrected: 0, short: 0, heldBytes: 0, keyBytes: 0 },
    };
  }

  protected begin(chunk: FastChunk): boolean {
    return this.#types.begin(chunk, this.#parts.report);
  }

  /** The batch may end before the next record, and the lines before that record are in the next batch. */
  protected override skipOtherLines(): boolean {
    return this.#parts.documents?.isHolding !== true && super.skipOtherLines();
  }

  protected readRange(range: FastRange, rangeOffset: number, before: number): RangeEnd {
    const doc = this.#doc;
    const place = this.#place;
    const limit = range.limit - rangeOffset;
    place.at = range.at - rangeOffset;
    place.read = 0;
    place.lines = 0;
    let length = this.#resume(before);
    let step = length < 0 ? NEEDS_CAREFUL : GOES_ON;
    while (step === GOES_ON && place.at < limit) {
      place.record = before + place.read + 1;
      const isMark = range.stopsAtMark && isMarkAt(fastBuffers.input, place.at, range.end - rangeOffset);
      const type = isMark ? -1 : this.#fast.findType(place.at, range.layout);
      if (type < 0) step = NEEDS_CAREFUL;
      else if (this.#roles[type] !== MEMBER) {
        step = this.#change(type, range, length);
        length = doc.end;
      } else {
        length = doc.isOpen ? this.#addMember(type, range, length) : -1;
        if (length < 0) step = NEEDS_CAREFUL;
      }
      if (step !== GOES_ON) break;
      const next = this.#fast.next(type);
      // The groups of a record and the records in it begin where it does.
      if (next !== place.at) place.lines++;
      place.at = next;
      place.read++;
    }
    return this.#endRange(step, rangeOffset);
  }

  /** Begins a range. Returns the length of the output after the record that the careful reader holds, or -1. */
  #resume(before: number): number {
    const doc = this.#doc;
    doc.isOpen = false;
    doc.at = this.#place.at;
    doc.read = 0;
    doc.lines = 0;
    doc.length = 0;
    this.#run.save(doc.mark);
    this.#hasAccepted = false;
    const held = this.#parts.documents?.held() ?? null;
    this.#endsHeld = held === null && this.#parts.documents?.isHolding === true;
    if (held === null) return 0;
    const { type, payload, corrected } = held.record;
    const { message, key } = payload;
    if (this.#roles[type] !== FIRST || typeof message !== 'string' || message.length > FLUSH_BYTES) return -1;
    this.#begin(type, before);
    doc.heldBytes = held.bytes;
    doc.corrected = corrected ? 1 : 0;
    if (key !== null) doc.keyBytes = encoder.encodeInto(key, this.#reserveKey(key.length * 3)).written;
    return this.#writer.close(type, encoder.encodeInto(message, fastBuffers.output).written);
  }

  /** Begins a document with a record. */
  #begin(type: number, record: number): void {
    const doc = this.#doc;
    doc.isOpen = true;
    doc.type = type;
    doc.first = record;
    doc.records = 1;
    doc.corrected = 0;
    doc.short = 0;
    doc.heldBytes = 0;
    doc.keyBytes = 0;
    this.#counts.fill(0);
    this.#counts[type] = 1;
    this.#writer.begin();
  }

  /**
   * Reads a record that is no member of the open document, which ends before it, and begins the next document. Sets the
   * length of the output (`doc.end`).
   */
  #change(type: number, range: FastRange, length: number): number {
    const doc = this.#doc;
    const run = this.#run;
    if (!run.isInPlace(type)) return NEEDS_CAREFUL;
    const mark = this.#nextMark;
    run.save(mark);
    // This ends the scopes of the document, whose rules may be broken.
    run.enter(type);
    if (run.totals.hasDocumentIssues) return NEEDS_CAREFUL;
    const hasIssues = run.totals.hasIssues;
    const next = doc.isOpen ? this.#finish(length) : doc.length;
    // If the careful reader must read the record, its type is not certain, and it may belong to the open document.
    const end = next < 0 ? -1 : this.#readRecord(type, range, next);
    if (end < 0) return NEEDS_CAREFUL;
    if (doc.isOpen) this.#accept(next);
    else if (this.#endsHeld) this.#endHeld();
    doc.isOpen = false;
    this.#nextMark = doc.mark;
    doc.mark = mark;
    doc.at = this.#place.at;
    doc.read = this.#place.read;
    doc.lines = this.#place.lines;
    doc.length = next;
    if (this.#roles[type] !== FIRST || hasIssues || this.#isFull()) return STOPS;
    this.#begin(type, this.#place.record);
    if (!this.#observe(type) || !this.#writeKey(type, end - next)) return NEEDS_CAREFUL;
    doc.end = this.#writer.close(type, end);
    return doc.end < 0 ? NEEDS_CAREFUL : GOES_ON;
  }

  /** Reads a member of the open document. Returns the length of the output after it, or -1. */
  #addMember(type: number, range: FastRange, length: number): number {
    const run = this.#run;
    // The records around a record that is repeated have not changed.
    if (!run.repeat(type)) {
      if (!run.isInPlace(type)) return -1;
      run.enter(type);
    }
    const start = this.#writer.open(type, length);
    const end = start < 0 ? -1 : this.#readRecord(type, range, start);
    if (end < 0 || !this.#observe(type)) return -1;
    this.#doc.records++;
    this.#counts[type] = (this.#counts[type] as number) + 1;
    return this.#writer.close(type, end);
  }

  /** Reads a record to index `length` of the output. Returns the index after it, or -1. */
  #readRecord(type: number, range: FastRange, length: number): number {
    const { at } = this.#place;
    if (this.#types.ready(type) === null || !hasRoomAfter(length)) return -1;
    this.#parts.report.begin();
    const end = this.#fast.read(type, at, length);
    if (end < 0) return -1;
    this.#isShort = fastBuffers.characters < (range.shortBelowByType?.[type] ?? 0);
    // Only the careful reader rejects such records, and counts repeated headers.
    if (this.#isShort && range.rejectsShort) return -1;
    return mayRepeatHeader(fastBuffers.input, at, this.#fast.next(type), range.header) ? -1 : end;
  }

  /** Adds the record that was read last to the rules of the file. Returns false if it has an issue. */
  #observe(type: number): boolean {
    const { report, source } = this.#parts;
    const doc = this.#doc;
    const place = this.#place;
    const one = this.#types.ready(type);
    if (one === null || (one.needsLine && source.lineAt === undefined)) return false;
    const { totals } = this.#run;
    place.line = one.needsLine ? (source.lineAt?.(place.lines) ?? 0) : 0;
    if (!totals.isEmpty) totals.addFast(type, place, one.reader, report);
    if (report.corrected) doc.corrected++;
    if (this.#isShort) doc.short++;
    return report.issues.length === 0;
  }

  /** Writes the key of the document, whose first record was read last. Returns false if the careful reader must write it. */
  #writeKey(type: number, messageBytes: number): boolean {
    const { writeKey } = this.#types.ready(type)?.reader ?? { writeKey: null };
    if (!this.#parts.form.createsKeys || writeKey === null) return true;
    this.#doc.keyBytes = writeKey(this.#reserveKey(messageBytes), 0);
    return this.#doc.keyBytes >= 0;
  }

  #reserveKey(bytes: number): Uint8Array {
    if (bytes > this.#key.length) this.#key = new Uint8Array(2 * bytes);
    return this.#key;
  }

  /**
   * Ends the message of the document, which has `length` bytes of the output so far. Returns the index at which the next
   * message begins, or -1 if the document may be too long.
   */
  #finish(length: number): number {
    const { form } = this.#parts;
    const { maxBytes, maxRecords } = this.#limits;
    const doc = this.#doc;
    const end = this.#writer.end(length);
    if (end < 0 || doc.records > maxRecords) return -1;
    const bytes = end - doc.length;
    // The message is larger than those of its records together, so no document that is too long passes.
    const sourceBytes = (this.#place.at - doc.at) * MAX_SOURCE_BYTES + doc.heldBytes;
    if (sourceBytes + bytes > maxBytes || bytes + doc.keyBytes > form.maxBytes) return -1;
    return !form.keepsMessages ? doc.length : form.lineFeeds ? addLineFeed(end) : end;
  }

  /** Adds the document to the batch. The next message begins at index `next` of the output. */
  #accept(next: number): void {
    const { batch, form, source, documents } = this.#parts;
    const doc = this.#doc;
    const { keyLength } = batch;
    const keyBytes = form.keepsKeys ? doc.keyBytes : 0;
    if (keyBytes > 0) batch.reserveKey(keyBytes).set(this.#key.subarray(0, keyBytes), keyLength);
    batch.addFastRecords(doc.records, doc.corrected);
    batch.addFastMessage(next - doc.length, keyLength + keyBytes);
    this.#countTypes();
    if (doc.short > 0) source.noteShort?.(doc.short);
    documents?.accept();
    this.#hasAccepted = true;
    // A document whose only record was held has no bytes here.
    this.noteRecord(0, Math.max(1, this.#place.at - doc.at));
  }

  /** Ends the document of the careful reader, which precedes the first record of the range. */
  #endHeld(): void {
    this.#parts.documents?.endHeld();
    this.#endsHeld = false;
    this.#hasAccepted = true;
  }

  #countTypes(): void {
    const { batch } = this.#parts;
    const { type, first } = this.#doc;
    const { name, isPublished } = this.#names[type] as NamedType;
    const record = this.#first;
    record.type = type;
    record.name = name;
    record.isPublished = isPublished;
    record.record = first;
    batch.addType(record, NO_ISSUES);
    const counts = this.#counts;
    for (let one = 0; one < counts.length; one++)
      if (one !== type && (counts[one] as number) > 0) batch.addUnpublished(one, counts[one] as number);
    for (const types of this.#documents)
      for (let left = counts[types[0] ?? 0] as number; left > 0; left--) batch.addDocuments(types, 'processed');
  }

  /** Moves the first `length` bytes of the output to the batch. Returns 0, the new length of the output. */
  #write(length: number): 0 {
    if (length > 0) this.#parts.batch.writeMessages(fastBuffers.output.subarray(0, length));
    return 0;
  }

  /** Returns to the end of the last document that was accepted. */
  #endRange(step: number, rangeOffset: number): RangeEnd {
    const { at, read, lines, length, mark, isOpen } = this.#doc;
    this.#run.restoreSaved(mark);
    this.#write(length);
    if (step === NEEDS_CAREFUL) this.noteRecord(0, 0);
    // What was read after that end is read again.
    else fastBuffers.forget();
    if (this.#hasAccepted) this.#run.followDocuments();
    if (lines > 0) this.#parts.source.skip(rangeOffset + at, lines, 0, read - lines);
    return { at: rangeOffset + at, read, isCut: step === GOES_ON && isOpen };
  }
}

function roleOf(type: number, places: readonly TypePlace[], documents: readonly number[]): number {
  const parent = places[type]?.parent ?? -1;
  const isInside = (outer: number): boolean =>
    outer >= 0 && (documents.includes(outer) || isInside(places[outer]?.parent ?? -1));
  if (isInside(parent)) return MEMBER;
  return documents.includes(type) ? FIRST : OUTSIDE;
}
