import type { RecordLocation } from '../../model/record-location.ts';
import type { FastRange } from '../../model/fast-source.ts';
import type { XmlLayout } from './layout.ts';
import type { ResumePoint } from '../position/resume-point.ts';
import { isXmlBlank } from '../syntax/byte-classes.ts';
import type { FieldCollector } from '../fields/collector.ts';
import type { EnclosingElement, XmlElement } from '../fields/element.ts';
import type { DocumentInput } from '../input/document-input.ts';
import { LineCounter } from '../position/line-counter.ts';
import { RecordLineCounter } from './record-line-counter.ts';
import type { PositionTracker } from '../position/position-tracker.ts';
import type { XmlReader } from '../syntax/reader.ts';
import { TagTemplates } from './templates/tag-templates.ts';
import type { FieldValues } from '../fields/field-values.ts';

/** The parts of the careful reader of a document, and settings of the spec. */
export interface FastRangeParts {
  input: DocumentInput;
  reader: XmlReader;
  collector: FieldCollector;
  values: FieldValues;
  resumePoint: ResumePoint;
  tracker: PositionTracker;
  record: XmlElement;
  types: readonly EnclosingElement[] | undefined;
  anywhere: XmlElement | null;
  maxRecordBytes: number;
}

/** The place in a document to which tag templates apply. */
interface TemplatePlace {
  readonly parent: XmlElement | null;
  readonly ended: XmlElement | null;
  readonly depth: number;
  readonly scope: string;
}

/**
 * Provides complete records of a document to the fast reader. It can do so after the careful reader has read a record
 * with the same parent element.
 */
export class XmlFastRanges {
  readonly #parts: FastRangeParts;
  /** `#templates`: the tag templates. `#templatePlace`: the place in the document to which they apply. */
  #templates: TagTemplates | null = null;
  #templatePlace: TemplatePlace | null = null;
  #layout: XmlLayout | null = null;
  readonly #lines = new RecordLineCounter();
  /**
   * `#hasNewRecord`: the templates have not learned from the last record yet. `#from`, `#to`: the window's offsets of
   * that record.
   */
  #hasNewRecord = false;
  #from = 0;
  #to = 0;

  constructor(parts: FastRangeParts) {
    this.#parts = parts;
  }

  /**
   * Notes that the careful reader has read a record with all records in it. `from` and `to` are the window's offsets at which it begins and
   * ends.
   */
  noteRecord(from: number, to: number): void {
    this.#hasNewRecord = true;
    this.#from = from;
    this.#to = to;
  }

  /** Notes that the careful reader has moved on from the last record, so the templates no longer learn from it. */
  leave(): void {
    this.#hasNewRecord = false;
  }

  /**
   * Returns the complete records after the window's index, at most `maxBytes` bytes. Null if there are none, if the
   * careful reader is not between two elements, or if an inherited text is too long. `around`: the type of the innermost
   * record that is open there, or -1.
   */
  nextRange(maxBytes: number, around: number): FastRange | null {
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
      this.#layout = { templates, inherited, matched: values.findings.matched, lines: this.#lines, around };
    this.#layout.around = around;
    this.#lines.begin(window.at);
    return {
      input: window.bytes,
      base: window.base,
      at: window.at,
      limit,
      end: limit,
      maxRecordBytes,
      layout: this.#layout,
      header: null,
      shortBelow: 0,
      shortBelowByType: null,
      rejectsShort: false,
      stopsAtMark: false,
      others: null,
    };
  }

  /**
   * Returns the location of the record from index `at` to index `next` of the range. Blanks at `at` do not belong to
   * it.
   */
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
      line: tracker.line + this.#lines.accepted.lines + blanks.lines + 1,
      byteOffset,
      byteLength: input.offsetAfter(next) - byteOffset,
    };
  }

  skip(at: number): void {
    const { input, resumePoint, tracker, values } = this.#parts;
    tracker.countConsumed();
    values.forgetStale();
    this.#lines.startRecord(at);
    if (this.#lines.acceptedEnd === at) tracker.skipTo(at, this.#lines.accepted);
    input.window.at = at;
    resumePoint.moveToEndOfInput();
    this.#hasNewRecord = false;
  }

  /**
   * Returns the tag templates for the current place in the document. If a record had markup that they do not contain,
   * and the last record is still in the window, they learn from that record.
   */
  #learn(): TagTemplates {
    const {
      input: { window },
      reader: { namespaces },
      collector: { depth, fromRoot: parent, fromEnded: ended },
      record,
      types,
      anywhere,
      values: {
        findings: { others },
      },
    } = this.#parts;
    const { scope } = namespaces;
    const known = this.#templatePlace;
    if (
      this.#templates === null ||
      known === null ||
      known.parent !== parent ||
      known.ended !== ended ||
      known.depth !== depth ||
      known.scope !== scope
    ) {
      const inside = types === undefined ? null : { types, anywhere, others };
      this.#templates = new TagTemplates({ parent, record, namespaces, ended, inside });
      this.#templatePlace = { parent, ended, depth, scope };
    }
    const { base, bytes } = window;
    if (this.#hasNewRecord && this.#templates.hasUnknownMarkup && this.#from >= base)
      this.#templates.learn(bytes, this.#from - base, this.#to - base);
    this.#hasNewRecord = false;
    return this.#templates;
  }
}
