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
import type { ResumePoint, XmlState } from './position/resume-point.ts';
import type { FieldCollector } from './fields/collector.ts';
import { findByName } from './fields/element.ts';
import { MalformedXml } from './syntax/malformed-xml.ts';
import type { DocumentInput } from './input/document-input.ts';
import type { PositionTracker } from './position/position-tracker.ts';
import { type XmlReader } from './syntax/reader.ts';
import type { XmlFastRanges } from './fast/ranges.ts';
import { createDocumentReaders } from './document-readers.ts';
import type { FieldValues } from './fields/field-values.ts';
import type { XmlPaths, XmlRecord } from './xml-record.ts';
import { DONE, END as ELEMENT_END, MORE as ALL_READ, NAME, START } from './syntax/tokens.ts';
import { NOTHING, WHOLE_RECORD, INHERITED_VALUES, JOINED_VALUES, type TooLong } from './too-long.ts';

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
  /** Depth of the element that is the current record. 0 outside records. */
  #recordDepth = 0;
  /** The window's offsets of the last start tag and of the record's start tag. */
  #tagFrom = 0;
  #recordFrom = 0;
  /** The part of the record that is too long, or NOTHING. */
  #tooLong: TooLong = NOTHING;
  #warnings: Warning[] = [];
  #isEmpty: boolean;
  readonly #ranges: XmlFastRanges;

  constructor(paths: XmlPaths<Column>, from: Position | null) {
    // The state of a position is the object that `position()` returned.
    const state = (from?.state ?? null) as XmlState | null;
    this.#paths = paths;
    this.#isEmpty = from === null || from.record === 0;
    const readers = createDocumentReaders(paths, from, state);
    this.#row = { cells: readers.values.cells, at: paths.columns };
    this.#resumePoint = readers.resumePoint;
    this.#ranges = readers.ranges;
    this.#input = readers.input;
    this.#reader = readers.reader;
    this.#values = readers.values;
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

  /** Closes the element that has ended. Returns whether it was a record. */
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

  /**
   * Drops everything that could grow without limit, such as a long record's values. Called when more bytes are needed.
   */
  #dropLong(): void {
    if (this.#recordDepth > 0 && this.#recordBytes() > this.#paths.maxRecordBytes) this.#dropRecord(WHOLE_RECORD);
    this.#dropLongTag();
    this.#collector.dropLongText();
  }

  /** Drops the attribute values of the last start tag if the tag alone is longer than the record limit. */
  #dropLongTag(): void {
    const { base, at } = this.#input.window;
    if (base + at - this.#tagFrom > this.#paths.maxRecordBytes) this.#reader.tag.dropValues();
  }

  /** Returns the number of bytes of the record that have been read, in UTF-8. */
  #recordBytes(): number {
    const { base, at } = this.#input.window;
    return base + at - this.#recordFrom;
  }

  /** Drops the values of the record, because part of it is too long. The reader then skips it to its end. */
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
