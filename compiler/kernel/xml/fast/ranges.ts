import type { RecordLocation } from '../../model/record-location.ts';
import type { FastRange } from '../../model/fast-source.ts';
import type { XmlLayout } from './layout.ts';
import type { ResumePoint } from '../position/resume-point.ts';
import { isXmlBlank } from '../syntax/byte-classes.ts';
import type { FieldCollector } from '../fields/collector.ts';
import type { XmlElement } from '../fields/element.ts';
import type { DocumentInput } from '../input/document-input.ts';
import { LineCounter } from '../position/line-counter.ts';
import { RecordLineCounter } from './record-line-counter.ts';
import type { PositionTracker } from '../position/position-tracker.ts';
import type { XmlReader } from '../syntax/reader.ts';
import { TagTemplates } from './templates/tag-templates.ts';
import type { FieldValues } from '../fields/field-values.ts';

/** What reads a document carefully. */
export interface FastRangeParts {
  input: DocumentInput;
  reader: XmlReader;
  collector: FieldCollector;
  values: FieldValues;
  resumePoint: ResumePoint;
  tracker: PositionTracker;
  record: XmlElement;
  maxRecordBytes: number;
}

/** Gives away what a fast reader may go through: the records of one element, once one of them has shown of which tags they are made. */
export class XmlFastRanges {
  readonly #parts: FastRangeParts;
  /** The tags of records, and of records where. */
  #templates: TagTemplates | null = null;
  #place: { around: XmlElement | null; depth: number; scope: string } | null = null;
  #layout: XmlLayout | null = null;
  readonly #passed = new RecordLineCounter();
  /** Whether the record that was read last has not been learnt from, and where it stands. */
  #isNew = false;
  #from = 0;
  #to = 0;

  constructor(parts: FastRangeParts) {
    this.#parts = parts;
  }

  /** A record was read carefully: from a place to another, in bytes of UTF-8 from where reading began. */
  noteRecord(from: number, to: number): void {
    this.#isNew = true;
    this.#from = from;
    this.#to = to;
  }

  /** The careful reading has left the place where the last record stands. */
  leave(): void {
    this.#isNew = false;
  }

  /** What has come, no more than so many bytes, where the careful reading stands between two records. */
  nextRange(maxBytes: number): FastRange | null {
    const {
      input: { window },
      reader,
      collector,
      values,
      maxRecordBytes,
    } = this.#parts;
    if (!reader.isInContent() || collector.isCollectingText) return null;
    const inherited = values.inherited();
    if (inherited === null) return null;
    const templates = this.#learn();
    const limit = templates.findLastEnd(window, maxBytes);
    if (limit <= window.at) return null;
    if (this.#layout?.inherited !== inherited || this.#layout.templates !== templates)
      this.#layout = { templates, inherited, lines: this.#passed };
    this.#passed.begin(window.at);
    return {
      input: window.bytes,
      base: window.base,
      at: window.at,
      limit,
      end: limit,
      maxRecordBytes,
      layout: this.#layout,
    };
  }

  /** Where a record stands that was found last. */
  locate(at: number, next: number): Omit<RecordLocation, 'record'> {
    const { input, tracker } = this.#parts;
    const { bytes } = input.window;
    let begin = at;
    while (isXmlBlank(bytes[begin])) begin++;
    const blanks = new LineCounter();
    blanks.count(bytes, at, begin);
    tracker.countConsumed();
    const byteOffset = input.offsetOf(begin);
    return {
      line: tracker.line + this.#passed.accepted.lines + blanks.lines + 1,
      byteOffset,
      byteLength: input.offsetBehind(next) - byteOffset,
    };
  }

  skip(at: number): void {
    const { input, resumePoint, tracker } = this.#parts;
    tracker.countConsumed();
    this.#passed.startRecord(at);
    if (this.#passed.acceptedEnd === at) tracker.skipTo(at, this.#passed.accepted);
    input.window.at = at;
    resumePoint.moveToEndOfInput();
    this.#isNew = false;
  }

  /** The tags of the records that stand here; the last record is looked at where the tags known do not do, and it is in the window still. */
  #learn(): TagTemplates {
    const {
      input: { window },
      reader: { namespaces },
      collector: { depth, fromRoot: around },
      record,
    } = this.#parts;
    const { scope } = namespaces;
    const place = this.#place;
    if (
      this.#templates === null ||
      place === null ||
      place.around !== around ||
      place.depth !== depth ||
      place.scope !== scope
    ) {
      this.#templates = new TagTemplates({ around, record, namespaces });
      this.#place = { around, depth, scope };
    }
    const { base, bytes } = window;
    if (this.#isNew && this.#templates.hasUnknownMarkup && this.#from >= base)
      this.#templates.learn(bytes, this.#from - base, this.#to - base);
    this.#isNew = false;
    return this.#templates;
  }
}
