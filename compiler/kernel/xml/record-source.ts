import type { FastSource } from '../model/fast-source.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import {
  END,
  FAILED,
  type StructureIssue,
  type ReadResult,
  MORE,
  RECORD,
  type RecordSource,
} from '../model/record-source.ts';
import { ResumePoint, type XmlState } from './position/resume-point.ts';
import { FieldCollector } from './fields/collector.ts';
import { findByName, type XmlElement } from './fields/element.ts';
import { MalformedXml } from './syntax/malformed-xml.ts';
import { DocumentInput } from './input/document-input.ts';
import { PositionTracker } from './position/position-tracker.ts';
import { DONE, END as ELEMENT_END, MORE as ALL_READ, NAME, START, XmlReader } from './syntax/reader.ts';
import { XmlFastRanges } from './fast/ranges.ts';
import { FieldValues } from './fields/field-values.ts';

/** Where the records of a document are, and what is looked at of them: the paths of the spec as the states of an automaton. */
export interface XmlPaths<Column extends string> {
  /** The tracker of the fields among the texts of a record, from 0. */
  columns: Readonly<Record<Column, number>>;
  /** The document: the root element is its child. */
  document: XmlElement;
  /** Its children are records wherever they stand; null where `document` says which elements are. */
  anywhere: XmlElement | null;
  /** A record. */
  record: XmlElement;
  /** Of documents that do not say their own, as WHATWG names it. */
  encoding: string;
  /** Longest record, from the first byte of its start tag through the last of its end tag, as UTF-8. */
  maxRecordBytes: number;
}

/** A record's texts, and the place of each field among them. */
export interface XmlRecord<Column extends string = string> {
  cells: readonly (string | undefined)[];
  at: Readonly<Record<Column, number>>;
}

const NOTHING = '';
const WHOLE = 'the record is longer than';
const SEEN = 'the values that stand before the record are longer than';
const JOINED = 'values of the record, joined, are longer than';
type TooLong = typeof NOTHING | typeof WHOLE | typeof SEEN | typeof JOINED;

/** Makes the source of one document's records. */
export function createXmlRecordSource<Column extends string>(
  paths: XmlPaths<Column>,
  from: Position | undefined,
): XmlRecordSource<Column> {
  return new XmlRecordSource(paths, from ?? null);
}

/** Finds the records of an XML document. What is not well-formed ends reading; the records before it stand. */
export class XmlRecordSource<Column extends string> implements RecordSource<XmlRecord<Column>> {
  raw: XmlRecord<Column> | undefined;
  structureIssue: StructureIssue | null = null;
  failure: Failure | null = null;
  line = 0;
  byteOffset = 0;
  byteLength = 0;
  readonly fast: FastSource = {
    nextRange: (maxBytes) =>
      this.failure !== null || this.#recordDepth > 0 ? null : this.#stretches.nextRange(maxBytes),
    skip: (at) => {
      this.#isEmpty = false;
      this.#stretches.skip(at);
    },
    locate: (at, next) => this.#stretches.locate(at, next),
  };
  readonly #paths: XmlPaths<Column>;
  readonly #input: DocumentInput;
  readonly #reader: XmlReader;
  readonly #collector: FieldCollector;
  readonly #values: FieldValues;
  readonly #tracker: PositionTracker;
  readonly #resumePoint: ResumePoint;
  readonly #row: XmlRecord<Column>;
  /** Depth of the record that is being read; 0 outside of one. */
  #recordDepth = 0;
  /** Where the last start tag and the record begin, in bytes of UTF-8 from where reading began. */
  #tagFrom = 0;
  #recordFrom = 0;
  /** What of the record, or before it, is too long; NOTHING where that is read. */
  #tooLong: TooLong = NOTHING;
  #warnings: Warning[] = [];
  #isEmpty: boolean;
  readonly #stretches: XmlFastRanges;

  constructor(paths: XmlPaths<Column>, from: Position | null) {
    // A position's state is what `position` put there.
    const state = (from?.state ?? null) as XmlState | null;
    this.#paths = paths;
    this.#isEmpty = from === null || from.record === 0;
    const input = new DocumentInput(
      paths.encoding,
      from === null || state === null ? null : { byteOffset: from.byteOffset, decoding: state },
    );
    const reader = new XmlReader(input.window, state === null);
    const values = new FieldValues(Object.keys(paths.columns).length, paths.maxRecordBytes, state?.seen ?? []);
    const collector = new FieldCollector(reader, paths.document, values, paths.maxRecordBytes);
    const tracker = new PositionTracker(input.window, { line: from?.line ?? 0, column: state?.column ?? 0 });
    for (const element of state?.open ?? []) collector.reopen(element);
    reader.hasRoot = state?.hasRoot ?? false;
    this.#row = { cells: values.cells, at: paths.columns };
    this.#resumePoint = new ResumePoint({ input, tracker, reader, collector, values }, from, state);
    this.#stretches = new XmlFastRanges({
      input,
      reader,
      collector,
      values,
      tracker,
      resumePoint: this.#resumePoint,
      record: paths.record,
      maxRecordBytes: paths.maxRecordBytes,
    });
    this.#input = input;
    this.#reader = reader;
    this.#values = values;
    this.#collector = collector;
    this.#tracker = tracker;
  }

  add(chunk: Uint8Array): void {
    this.#tracker.countConsumed();
    this.#input.add(chunk);
  }

  next(final: boolean): ReadResult {
    if (this.failure !== null) return FAILED;
    try {
      return this.#next(final);
    } catch (error) {
      if (!(error instanceof MalformedXml)) throw error;
      return this.#fail(error);
    }
  }

  takeOtherLines(): number {
    return 0;
  }

  takeWarnings(): Warning[] {
    const warnings = this.#warnings;
    if (warnings.length > 0) this.#warnings = [];
    return warnings;
  }

  position(): Omit<Position, 'record'> {
    return this.#resumePoint.position();
  }

  #next(final: boolean): ReadResult {
    this.#tracker.countConsumed();
    if (!this.#input.isReady(final)) return MORE;
    for (;;) {
      switch (this.#reader.next(final)) {
        case ALL_READ:
          this.#bound();
          return MORE;
        case NAME:
          this.#beginTag();
          break;
        case START:
          this.#startElement();
          break;
        case ELEMENT_END:
          if (this.#endElement()) return RECORD;
          break;
        case DONE:
          return this.#end();
      }
    }
  }

  #beginTag(): void {
    const { tagAt } = this.#reader;
    this.#tagFrom = this.#input.window.base + tagAt;
    const isInRecord = this.#recordDepth > 0;
    this.#collector.beginTag(isInRecord ? null : this.#paths.anywhere);
    if (isInRecord) return;
    this.#resumePoint.moveTo(tagAt);
    this.#stretches.leave();
  }

  #startElement(): void {
    const { tag, namespace } = this.#reader;
    this.#boundTag();
    const fromRoot = this.#collector.openElement();
    if (this.#recordDepth === 0) {
      const { anywhere } = this.#paths;
      if (
        fromRoot?.isRecord === true ||
        (anywhere !== null && findByName(anywhere.children, tag.name.local, namespace) !== null)
      )
        this.#beginRecord();
    }
    if (!this.#collector.collectAttributes()) this.#dropRecord(JOINED);
    if (this.#recordDepth === 0) this.#resumePoint.moveToEndOfInput();
  }

  #beginRecord(): void {
    const { line, byteOffset } = this.#resumePoint;
    this.line = line + 1;
    this.byteOffset = byteOffset;
    this.#recordFrom = this.#tagFrom;
    this.#recordDepth = this.#collector.depth;
    this.#tooLong = this.#values.begin() ? NOTHING : SEEN;
    this.#collector.beginRecord(this.#tooLong === NOTHING ? this.#paths.record : null);
  }

  /** Closes an element; true where it was a record. */
  #endElement(): boolean {
    const isRecord = this.#recordDepth === this.#collector.depth;
    if (this.#recordDepth === 0) this.#stretches.leave();
    if (!this.#collector.closeElement()) this.#dropRecord(JOINED);
    if (isRecord) this.#endRecord();
    if (this.#recordDepth === 0) this.#resumePoint.moveToEndOfInput();
    if (isRecord) this.byteLength = this.#resumePoint.byteOffset - this.byteOffset;
    return isRecord;
  }

  #endRecord(): void {
    const { maxRecordBytes } = this.#paths;
    if (!this.#values.end() && this.#tooLong === NOTHING) this.#tooLong = JOINED;
    if (this.#recordBytes() > maxRecordBytes) this.#tooLong = WHOLE;
    this.#recordDepth = 0;
    this.#isEmpty = false;
    const { base, at } = this.#input.window;
    if (this.#tooLong === NOTHING) this.#stretches.noteRecord(this.#recordFrom, base + at);
    const message = `${this.#tooLong} ${maxRecordBytes} bytes`;
    this.raw = this.#tooLong === NOTHING ? this.#row : undefined;
    this.structureIssue = this.#tooLong === NOTHING ? null : { severity: 'FATAL', code: 'RECORD_TOO_LONG', message };
  }

  /** All that is in memory was read: nothing of it that may grow without bound is kept. */
  #bound(): void {
    if (this.#recordDepth > 0 && this.#recordBytes() > this.#paths.maxRecordBytes) this.#dropRecord(WHOLE);
    this.#boundTag();
    this.#collector.dropLongText();
  }

  /** No values are kept of a start tag that alone is longer than a record. */
  #boundTag(): void {
    const { base, at } = this.#input.window;
    if (base + at - this.#tagFrom > this.#paths.maxRecordBytes) this.#reader.tag.dropValues();
  }

  /** Bytes of the record, as far as it was read. */
  #recordBytes(): number {
    const { base, at } = this.#input.window;
    return base + at - this.#recordFrom;
  }

  /** Reads the record no further than to its end. */
  #dropRecord(why: TooLong): void {
    if (this.#recordDepth === 0 || this.#tooLong !== NOTHING) return;
    this.#tooLong = why;
    this.#collector.dropRecord(this.#recordDepth);
  }

  #end(): ReadResult {
    if (this.#isEmpty) this.#warnings.push({ code: 'EMPTY_FILE', message: 'the document has no record' });
    this.#isEmpty = false;
    return END;
  }

  #fail({ message, at }: MalformedXml): typeof FAILED {
    this.#tracker.goTo(at);
    const { line, column } = this.#tracker;
    this.failure = { code: 'MALFORMED_XML', message: `line ${line + 1}, column ${column + 1}: ${message}` };
    return FAILED;
  }
}
