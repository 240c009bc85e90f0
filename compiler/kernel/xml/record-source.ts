import { cellAt } from '../values/cell-at.ts';
import { findEncoding } from '../input/encodings/text-decoder.ts';
import type { FastSource } from '../model/fast-source.ts';
import { noRecordFound } from '../model/no-records.ts';
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
import { ResumePoint, type XmlState, type DocumentParts } from './position/resume-point.ts';
import { FieldCollector } from './fields/collector.ts';
import { childrenOf, enclosesRecords, type XmlElement } from './fields/element.ts';
import { OpenRecords } from './open-records.ts';
import { HeldRecords } from './held-records.ts';
import { LateValues } from './fields/late-values.ts';
import { CurrentRecord, tooLongRecord } from './current-record.ts';
import { MalformedXml } from './syntax/malformed-xml.ts';
import { DocumentInput } from './input/document-input.ts';
import { PositionTracker } from './position/position-tracker.ts';
import { XmlReader } from './syntax/reader.ts';
import { XmlFastRanges } from './fast/ranges.ts';
import { PathFindings } from './fields/path-findings.ts';
import { FieldValues } from './fields/field-values.ts';
import type { XmlPaths, XmlRecord } from './xml-record.ts';
import { DONE, END as ELEMENT_END, MORE as ALL_READ, NAME, START } from './syntax/tokens.ts';
import { NOTHING, WHOLE_RECORD, INHERITED_VALUES, JOINED_VALUES } from './too-long.ts';

/** Creates the source of the records in an XML document. `from`: resume position, or undefined for the beginning. */
export function createXmlRecordSource<Column extends string>(
  paths: XmlPaths<Column>,
  from: Position | undefined,
): XmlRecordSource<Column> {
  return new XmlRecordSource(paths, from ?? null);
}

/**
 * Reads the records of an XML document. If it is not well-formed, `next` returns FAILED there. Earlier records are
 * valid.
 */
export class XmlRecordSource<Column extends string> implements RecordSource<XmlRecord<Column>> {
  readonly expectedText = 'MARKUP';
  readonly missingPaths: Set<string>;
  raw: XmlRecord<Column> | undefined;
  structureIssue: StructureIssue | null = null;
  failure: Failure | null = null;
  line = 0;
  byteOffset = 0;
  byteLength = 0;
  /** Index of the type of the record. 0 if the spec has one type of records. */
  recordType = 0;
  openRecords: readonly number[] | undefined;
  readonly fast: FastSource = {
    nextRange: (maxBytes) =>
      this.failure !== null ||
      this.#record.depth > 0 ||
      this.#documentDepth > 0 ||
      this.#hasPendingStart ||
      this.isWaiting
        ? null
        : this.#ranges.nextRange(maxBytes, this.#openRecords.around.at(-1) ?? -1),
    skip: (at, records, _, inside = 0) => {
      this.#isEmpty = false;
      const parents = this.#collector.parents(this.#collector.depth);
      this.#values.findings.skipRecords(records + inside, this.#values.inherited() ?? [], parents);
      this.#ranges.skip(at);
    },
    locate: (at, next) => this.#ranges.locate(at, next),
    cellOf: (key) => this.cellOf(key),
  };
  readonly #paths: XmlPaths<Column>;
  readonly #input: DocumentInput;
  readonly #reader: XmlReader;
  readonly #collector: FieldCollector;
  readonly #values: FieldValues;
  readonly #tracker: PositionTracker;
  readonly #resumePoint: ResumePoint;
  readonly #row: { cells: XmlRecord<Column>['cells']; at: XmlRecord<Column>['at'] };
  readonly #openRecords: OpenRecords;
  /** Whether the last start tag begins a record, but the record around it had to be returned first. */
  #hasPendingStart = false;
  readonly #record: CurrentRecord;
  readonly #held: HeldRecords | null;
  #warnings: Warning[] = [];
  #isEmpty: boolean;
  #hasEnded = false;
  /** Depth of the record that ended last. */
  #endDepth = 0;
  /** The outermost held record: its depth (0: there is none), the window's offset of its beginning, and if it is whole. */
  #documentDepth = 0;
  #documentFrom = 0;
  #isDocumentWhole = true;
  readonly #leading = new Map<XmlElement, boolean>();
  readonly #ranges: XmlFastRanges;

  constructor(paths: XmlPaths<Column>, from: Position | null) {
    // The state of a position is the object that `position()` returned.
    const state = (from?.state ?? null) as XmlState | null;
    this.#paths = paths;
    this.#held = paths.held === undefined ? null : new HeldRecords(paths.held);
    this.#isEmpty = from === null || from.record === 0;
    const readers = createDocumentReaders(paths, from, state);
    this.#row = { cells: readers.values.cells, at: paths.columns };
    this.#resumePoint = readers.resumePoint;
    this.#openRecords = new OpenRecords(paths.types ?? [], readers.resumePoint, state?.openRecords ?? []);
    this.#record = new CurrentRecord({ ...readers, window: readers.input.window }, paths.maxRecordBytes);
    this.#ranges = readers.ranges;
    this.#input = readers.input;
    this.#reader = readers.reader;
    this.#values = readers.values;
    this.missingPaths = readers.values.findings.missingPaths;
    this.#collector = readers.collector;
    this.#tracker = readers.tracker;
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
    const found = this.#values.findings.take(this.#hasEnded);
    return found.length === 0 ? warnings : [...warnings, ...found];
  }

  position(): Omit<Position, 'record'> {
    return this.#held?.before ?? this.#openRecords.addTo(this.#resumePoint.position());
  }

  #next(final: boolean): ReadResult {
    if (this.#takeHeld()) return RECORD;
    this.#tracker.countConsumed();
    if (!this.#input.isReady(final)) return MORE;
    if (this.#hasPendingStart) {
      this.#hasPendingStart = false;
      this.#startElement();
    }
    for (;;) {
      switch (this.#reader.next(final)) {
        case ALL_READ:
          this.#record.dropLong();
          return MORE;
        case NAME:
          this.#beginTag();
          break;
        case START:
          if (this.#endsEnclosing()) return RECORD;
          this.#startElement();
          break;
        case ELEMENT_END:
          if (this.#endElement() && !this.#hold(null)) return RECORD;
          this.#held?.end(this.#collector.depth + 1);
          if (this.#takeHeld()) return RECORD;
          break;
        case DONE:
          return this.#end();
      }
    }
  }

  /** Whether records that have been read wait to be returned: then reading cannot resume at the present position. */
  get isWaiting(): boolean {
    return this.#held?.isWaiting ?? false;
  }

  cellOf(key: string): string | null | undefined {
    return this.raw === undefined ? undefined : cellAt(this.raw, key);
  }

  #beginTag(): void {
    const { tagAt } = this.#reader;
    const isInRecord = this.#record.depth > 0;
    const mayEnclose = isInRecord && this.#openRecords.isEnclosing(this.recordType);
    this.#record.beginTag(tagAt, mayEnclose);
    this.#collector.beginTag(isInRecord && !mayEnclose ? null : this.#paths.anywhere);
    if (mayEnclose) this.#openRecords.noteTag(tagAt);
    if (isInRecord) return;
    this.#resumePoint.moveTo(tagAt);
    this.#ranges.leave();
  }

  #startElement(): void {
    this.#record.endTag();
    const record = this.#record.depth === 0 ? this.#collector.findRecord(this.#paths.anywhere) : null;
    const fromRoot = this.#collector.openElement(record !== null);
    if (this.#record.depth === 0) {
      if (record !== null) this.#beginRecord(record.recordType, fromRoot);
      else if (fromRoot !== null) this.#values.startElement(fromRoot, this.#collector.depth);
      else this.#collector.noteOutside();
    }
    if (!this.#collector.collectAttributes()) this.#record.drop(JOINED_VALUES);
    if (this.#record.depth === 0) this.#resumePoint.moveToEndOfInput();
  }

  /**
   * Ends a record that encloses others if the last start tag begins one of them. Then the record is complete. The start
   * tag is processed by the next call of next().
   */
  #endsEnclosing(): boolean {
    if (this.#record.depth === 0 || !this.#openRecords.isEnclosing(this.recordType)) return false;
    if (this.#collector.findRecord(this.#paths.anywhere) === null) return false;
    const late = this.#beginHeld();
    this.#openRecords.add(this.recordType, this.#record.depth);
    this.#collector.endRecord(this.#record.depth, late);
    this.#finishRecord(this.#record.bytesBeforeTag);
    this.byteLength = this.#resumePoint.byteOffset - this.byteOffset;
    // A held record is returned later, so the start tag is processed at once. It waits if the records are returned now.
    if (this.#hold(late) && !this.#takeHeld()) return false;
    this.#hasPendingStart = true;
    return true;
  }

  /** Returns the values of the current record if it is held until its end tag, or null. */
  #beginHeld(): LateValues | null {
    const held = this.#held;
    if (held === null || this.#paths.types?.[this.recordType]?.isHeld !== true) return null;
    const late = new LateValues(this.#values.cells, this.#paths.maxRecordBytes);
    if (held.isOver) late.isOver = true;
    else if (!held.isHolding) held.begin(this.#record.depth, this.position());
    return late;
  }

  /** Lets the record that was read wait if a record around it is held, or if it is held itself. Returns whether it waits. */
  #hold(late: LateValues | null): boolean {
    if (this.#held?.isHolding !== true) return false;
    const { recordType: type, line, byteOffset, byteLength, openRecords, structureIssue } = this;
    const cells = late?.cells ?? [...this.#values.cells];
    this.#held.add({ type, cells, line, byteOffset, byteLength, openRecords, structureIssue, late });
    return true;
  }

  /** Moves to the next record that has waited. Returns false if there is none. */
  #takeHeld(): boolean {
    const record = this.#held?.take() ?? null;
    if (record === null) return false;
    const { type, cells, line, byteOffset, byteLength, openRecords, late } = record;
    const several = late === null ? null : this.#values.findings.noteLate(late);
    const tooLong = late?.isTooLong === true ? tooLongRecord(this.#paths.maxRecordBytes) : null;
    const structureIssue = tooLong ?? record.structureIssue ?? several;
    Object.assign(this, { recordType: type, line, byteOffset, byteLength, openRecords, structureIssue });
    const at = this.#paths.types?.[type]?.columns as XmlRecord<Column>['at'];
    this.raw = structureIssue?.severity === 'FATAL' ? undefined : { cells, at };
    return true;
  }

  #beginRecord(type: number, fromRoot: XmlElement | null): void {
    this.recordType = type;
    if (this.#paths.types !== undefined) this.openRecords = this.#openRecords.around;
    const record = this.#paths.types?.[type]?.record ?? this.#paths.record;
    // The records inside do not inherit the texts of an earlier record of this type.
    if (fromRoot !== null && this.#openRecords.isEnclosing(type))
      this.#values.startElement(fromRoot, this.#collector.depth);
    const { line, byteOffset } = this.#resumePoint;
    this.line = line + 1;
    this.byteOffset = byteOffset;
    const tooLong = this.#values.begin() ? NOTHING : INHERITED_VALUES;
    this.#record.begin(this.#collector.depth, tooLong);
    if (this.#documentDepth === 0 && this.#paths.types?.[type]?.isHeld === true) {
      this.#documentDepth = this.#collector.depth;
      this.#documentFrom = this.#record.from;
      this.#isDocumentWhole = true;
    }
    this.#collector.beginRecord(tooLong === NOTHING ? record : null);
  }

  /** Closes the element that has ended. Returns whether it was a record. */
  #endElement(): boolean {
    const isRecord = this.#record.depth === this.#collector.depth;
    const { depth, fromRoot } = this.#collector;
    const isOutside = this.#record.depth === 0;
    if (this.#record.depth === 0) this.#ranges.leave();
    this.#openRecords.close(this.#collector.depth);
    if (!this.#collector.closeElement()) this.#record.drop(JOINED_VALUES);
    if (this.#record.depth === 0) this.#values.endElement(this.#collector.depth + 1);
    if (isOutside) this.#values.findings.closeElement(depth, fromRoot !== null && this.#leads(fromRoot));
    if (isRecord) {
      this.#finishRecord(this.#record.bytes);
      if (this.#record.tooLong === NOTHING && this.#paths.types === undefined)
        this.#ranges.noteRecord(this.#record.from, this.#record.offset);
    }
    if (this.#documentDepth > this.#collector.depth) this.#endDocument();
    if (this.#record.depth === 0) this.#resumePoint.moveToEndOfInput();
    if (isRecord) this.byteLength = this.#resumePoint.byteOffset - this.byteOffset;
    return isRecord;
  }

  /** Ends the element of the outermost held record. */
  #endDocument(): void {
    this.#documentDepth = 0;
    if (this.#isDocumentWhole && this.#held?.isOver !== true)
      this.#ranges.noteRecord(this.#documentFrom, this.#record.offset);
  }

  /** Ends the record, which has this number of bytes. */
  #finishRecord(bytes: number): void {
    const { types, maxRecordBytes } = this.#paths;
    if (!this.#values.end() && this.#record.tooLong === NOTHING) this.#record.tooLong = JOINED_VALUES;
    if (bytes > maxRecordBytes) this.#record.tooLong = WHOLE_RECORD;
    this.#endDepth = this.#record.depth;
    this.#record.depth = 0;
    this.#isEmpty = false;
    // The functions of a type read only the columns of that type.
    if (types !== undefined) this.#row.at = types[this.recordType]?.columns as XmlRecord<Column>['at'];
    const { findings, cells } = this.#values;
    const tooLong = this.#record.findIssue();
    if (tooLong !== null) this.#isDocumentWhole = false;
    if (tooLong === null) findings.endRecord(cells, this.#collector.parents(this.#endDepth - 1));
    this.structureIssue = tooLong ?? findings.findIssue();
    this.raw = this.structureIssue?.severity === 'FATAL' ? undefined : this.#row;
  }

  /** Returns whether records may be inside the element of a state on the paths from the document. */
  #leads(element: XmlElement): boolean {
    let leads = this.#leading.get(element);
    if (leads === undefined) {
      leads = childrenOf(element).some(([, child]) => enclosesRecords(child));
      this.#leading.set(element, leads);
    }
    return leads;
  }

  #end(): ReadResult {
    this.#hasEnded = true;
    if (!this.#isEmpty) return END;
    this.#isEmpty = false;
    const finding = noRecordFound(`${this.#paths.types === undefined ? 'recordPath' : '"when"'} matches no element`);
    if (this.#paths.onNoRecords === 'WARNING') {
      this.#warnings.push(finding);
      return END;
    }
    this.failure = finding;
    return FAILED;
  }

  #fail({ code, message, at }: MalformedXml): typeof FAILED {
    this.failure = { code, message: `${this.#tracker.describe(at)}: ${message}` };
    return FAILED;
  }
}

/** The objects that together read one document. */
interface DocumentReaders extends DocumentParts {
  readonly resumePoint: ResumePoint;
  readonly ranges: XmlFastRanges;
}

/**
 * Creates the objects that read a document from a resume position. If `from` and `state` are null, they read it from
 * its beginning.
 */
function createDocumentReaders<Column extends string>(
  paths: XmlPaths<Column>,
  from: Position | null,
  state: XmlState | null,
): DocumentReaders {
  const { columns, document, maxRecordBytes, encoding } = paths;
  const input = new DocumentInput(
    encoding,
    from === null || state === null ? null : { byteOffset: from.byteOffset, decoding: state },
  );
  const isReadAs = (declared: string | null) =>
    input.encoding === (declared === null ? encoding : findEncoding(declared)) || input.encoding.startsWith('utf-16');
  const reader = new XmlReader(input.window, state === null, { ...paths, isReadAs });
  const count = Object.keys(columns).length;
  const findings = new PathFindings(count, paths, from?.record ?? 0, state);
  const values = new FieldValues(count, maxRecordBytes, state ?? { seen: [] }, findings);
  const collector = new FieldCollector(reader, document, values, maxRecordBytes);
  const tracker = new PositionTracker(input.window, { line: from?.line ?? 0, column: state?.column ?? 0 });
  for (const element of state?.open ?? []) {
    collector.reopen(element);
    const ended = state?.openRecords?.find(([, depth]) => depth === collector.depth);
    const type = ended && paths.types?.[ended[0]];
    // Reading resumes inside a held record only if it is too long. Then its further values are ignored.
    const late = type?.isHeld === true ? new LateValues(values.cells, maxRecordBytes) : null;
    if (late !== null) late.isOver = true;
    if (type !== undefined) collector.noteEndedRecord(type.record, late);
  }
  reader.hasRoot = state?.hasRoot ?? false;
  const resumePoint = new ResumePoint({ input, tracker, reader, collector, values }, from, state);
  const parts = { input, reader, collector, values, tracker, resumePoint };
  return { ...parts, ranges: new XmlFastRanges({ ...parts, ...paths, types: paths.types }) };
}
