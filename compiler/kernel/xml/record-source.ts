import type { FastSource } from '../model/fast-source.ts';
import { noRecordFound, type OnNoRecords } from '../model/no-records.ts';
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

/** The paths of the spec as the states of an automaton over element names. */
export interface XmlPaths<Column extends string> {
  /** Index of each field among the texts of a record, from 0. */
  columns: Readonly<Record<Column, number>>;
  /** The document. The root element is its child. */
  document: XmlElement;
  /**
   * The records at any depth: its children are records wherever they occur. Null if `document` determines the records.
   */
  anywhere: XmlElement | null;
  /** A record. */
  record: XmlElement;
  /** Encoding of documents that do not declare one, with its name in the Encoding Standard. */
  encoding: string;
  onNoRecords: OnNoRecords;
  /** Maximum length of a record, from the start of its start tag to the end of its end tag, in bytes of UTF-8. */
  maxRecordBytes: number;
}

/** The texts of one XML record, and the index of each field's text. */
export interface XmlRecord<Column extends string = string> {
  cells: readonly (string | undefined)[];
  at: Readonly<Record<Column, number>>;
}

const NOTHING = '';
const WHOLE_RECORD = 'the record is longer than';
const INHERITED_VALUES = 'the values that the record inherits are longer than';
const JOINED_VALUES = 'joined values of the record are longer than';
type TooLong = typeof NOTHING | typeof WHOLE_RECORD | typeof INHERITED_VALUES | typeof JOINED_VALUES;

/** Creates the source of a document's records. */
export function createXmlRecordSource<Column extends string>(
  paths: XmlPaths<Column>,
  from: Position | undefined,
): XmlRecordSource<Column> {
  return new XmlRecordSource(paths, from ?? null);
}

/**
 * Reads the records of an XML document. If the document is not well-formed, reading fails there; the records before
 * remain valid.
 */
export class XmlRecordSource<Column extends string> implements RecordSource<XmlRecord<Column>> {
  raw: XmlRecord<Column> | undefined;
  structureIssue: StructureIssue | null = null;
  failure: Failure | null = null;
  line = 0;
  byteOffset = 0;
  byteLength = 0;
  readonly fast: FastSource = {
    nextRange: (maxBytes) => (this.failure !== null || this.#recordDepth > 0 ? null : this.#ranges.nextRange(maxBytes)),
    skip: (at) => {
      this.#isEmpty = false;
      this.#ranges.skip(at);
    },
    locate: (at, next) => this.#ranges.locate(at, next),
  };
  readonly #paths: XmlPaths<Column>;
  readonly #input: DocumentInput;
  readonly #reader: XmlReader;
  readonly #collector: FieldCollector;
  readonly #values: FieldValues;
  readonly #tracker: PositionTracker;
  readonly #resumePoint: ResumePoint;
  readonly #row: XmlRecord<Column>;
  /** Depth of the record that is being read, or 0. */
  #recordDepth = 0;
  /** Offsets of the last start tag and of the record, in bytes of UTF-8 from where reading began. */
  #tagFrom = 0;
  #recordFrom = 0;
  /** Which part of the record is too long, or NOTHING. */
  #tooLong: TooLong = NOTHING;
  #warnings: Warning[] = [];
  #isEmpty: boolean;
  readonly #ranges: XmlFastRanges;

  constructor(paths: XmlPaths<Column>, from: Position | null) {
    // The state of a position is the object that `position()` returned.
    const state = (from?.state ?? null) as XmlState | null;
    this.#paths = paths;
    this.#isEmpty = from === null || from.record === 0;
    const input = new DocumentInput(
      paths.encoding,
      from === null || state === null ? null : { byteOffset: from.byteOffset, decoding: state },
    );
    const reader = new XmlReader(input.window, state === null);
    const values = new FieldValues(Object.keys(paths.columns).length, paths.maxRecordBytes, state ?? { seen: [] });
    const collector = new FieldCollector(reader, paths.document, values, paths.maxRecordBytes);
    const tracker = new PositionTracker(input.window, { line: from?.line ?? 0, column: state?.column ?? 0 });
    for (const element of state?.open ?? []) collector.reopen(element);
    reader.hasRoot = state?.hasRoot ?? false;
    this.#row = { cells: values.cells, at: paths.columns };
    this.#resumePoint = new ResumePoint({ input, tracker, reader, collector, values }, from, state);
    this.#ranges = new XmlFastRanges({
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
          this.#dropLong();
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
    this.#ranges.leave();
  }

  #startElement(): void {
    const { tag, namespace } = this.#reader;
    this.#dropLongTag();
    const fromRoot = this.#collector.openElement();
    if (this.#recordDepth === 0) {
      const { anywhere } = this.#paths;
      if (
        fromRoot?.isRecord === true ||
        (anywhere !== null && findByName(anywhere.children, tag.name.local, namespace) !== null)
      )
        this.#beginRecord();
      else if (fromRoot !== null) this.#values.startElement(fromRoot, this.#collector.depth);
    }
    if (!this.#collector.collectAttributes()) this.#dropRecord(JOINED_VALUES);
    if (this.#recordDepth === 0) this.#resumePoint.moveToEndOfInput();
  }

  #beginRecord(): void {
    const { line, byteOffset } = this.#resumePoint;
    this.line = line + 1;
    this.byteOffset = byteOffset;
    this.#recordFrom = this.#tagFrom;
    this.#recordDepth = this.#collector.depth;
    this.#tooLong = this.#values.begin() ? NOTHING : INHERITED_VALUES;
    this.#collector.beginRecord(this.#tooLong === NOTHING ? this.#paths.record : null);
  }

  /** Closes an element. Returns whether it was a record. */
  #endElement(): boolean {
    const isRecord = this.#recordDepth === this.#collector.depth;
    if (this.#recordDepth === 0) this.#ranges.leave();
    if (!this.#collector.closeElement()) this.#dropRecord(JOINED_VALUES);
    if (this.#recordDepth === 0) this.#values.endElement(this.#collector.depth + 1);
    if (isRecord) this.#endRecord();
    if (this.#recordDepth === 0) this.#resumePoint.moveToEndOfInput();
    if (isRecord) this.byteLength = this.#resumePoint.byteOffset - this.byteOffset;
    return isRecord;
  }

  #endRecord(): void {
    const { maxRecordBytes } = this.#paths;
    if (!this.#values.end() && this.#tooLong === NOTHING) this.#tooLong = JOINED_VALUES;
    if (this.#recordBytes() > maxRecordBytes) this.#tooLong = WHOLE_RECORD;
    this.#recordDepth = 0;
    this.#isEmpty = false;
    const { base, at } = this.#input.window;
    if (this.#tooLong === NOTHING) this.#ranges.noteRecord(this.#recordFrom, base + at);
    const message = `${this.#tooLong} ${maxRecordBytes} bytes`;
    this.raw = this.#tooLong === NOTHING ? this.#row : undefined;
    this.structureIssue = this.#tooLong === NOTHING ? null : { severity: 'FATAL', code: 'RECORD_TOO_LONG', message };
  }

  /** Called when the window is exhausted: drops everything that could grow without limit. */
  #dropLong(): void {
    if (this.#recordDepth > 0 && this.#recordBytes() > this.#paths.maxRecordBytes) this.#dropRecord(WHOLE_RECORD);
    this.#dropLongTag();
    this.#collector.dropLongText();
  }

  /** Drops the values of a start tag that alone is longer than a record may be. */
  #dropLongTag(): void {
    const { base, at } = this.#input.window;
    if (base + at - this.#tagFrom > this.#paths.maxRecordBytes) this.#reader.tag.dropValues();
  }

  /** Length of the record so far, in bytes. */
  #recordBytes(): number {
    const { base, at } = this.#input.window;
    return base + at - this.#recordFrom;
  }

  /** Drops the values of the record. The rest of it is only skipped. */
  #dropRecord(why: TooLong): void {
    if (this.#recordDepth === 0 || this.#tooLong !== NOTHING) return;
    this.#tooLong = why;
    this.#collector.dropRecord(this.#recordDepth);
  }

  #end(): ReadResult {
    const isEmpty = this.#isEmpty;
    this.#isEmpty = false;
    if (!isEmpty) return END;
    const finding = noRecordFound('recordPath matches no element');
    if (this.#paths.onNoRecords === 'WARNING') {
      this.#warnings.push(finding);
      return END;
    }
    this.failure = finding;
    return FAILED;
  }

  #fail({ message, at }: MalformedXml): typeof FAILED {
    this.#tracker.goTo(at);
    const { line, column } = this.#tracker;
    this.failure = { code: 'MALFORMED_XML', message: `line ${line + 1}, column ${column + 1}: ${message}` };
    return FAILED;
  }
}
