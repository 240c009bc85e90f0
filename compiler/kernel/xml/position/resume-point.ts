import type { Position } from '../../model/contract.ts';
import type { FieldCollector } from '../fields/collector.ts';
import type { DocumentInput } from '../input/document-input.ts';
import type { PositionTracker } from './position-tracker.ts';
import type { XmlReader } from '../syntax/reader.ts';
import type { OpenRecordsState } from './open-records-state.ts';
import type { SavedValues, FieldValues } from '../fields/field-values.ts';
import type { SavedFindings } from '../fields/path-findings.ts';
import type { OpenState } from '../fields/open-element.ts';

/**
 * The state in a resume position of an XML document. It is stored in checkpoints, so its member names must not change.
 * `hasRoot`: the root element has begun. `open`: the open elements, the root element first.
 */
export interface XmlState extends SavedValues, SavedFindings {
  /** The encoding and the shift state, see XmlDecoding. */
  encoding: string;
  mode: string;
  /** Number of characters before the position on its line. */
  column: number;
  hasRoot: boolean;
  open: OpenState[];
  /** The types of the open elements that are enclosing records, with their depths. Absent if there are none. */
  openRecords?: OpenRecordsState;
}

/** The parts of the careful reader of a document. */
export interface DocumentParts {
  input: DocumentInput;
  tracker: PositionTracker;
  reader: XmlReader;
  collector: FieldCollector;
  values: FieldValues;
}

/**
 * The latest point at which reading can resume. Outside records, it is before the last start tag or after the last tag.
 * Inside a record, it is the beginning of the record.
 */
export class ResumePoint {
  byteOffset: number;
  line: number;
  readonly #parts: DocumentParts;
  #column: number;
  #depth: number;
  #counts: OpenState['counts'];
  #hasRoot: boolean;
  #mode: string;
  /** Whether the point is the beginning of the document. */
  #isBeginning: boolean;

  constructor(parts: DocumentParts, from: Position | null, state: XmlState | null) {
    this.#parts = parts;
    this.byteOffset = from?.byteOffset ?? 0;
    this.line = from?.line ?? 0;
    this.#column = state?.column ?? 0;
    this.#depth = state?.open.length ?? 0;
    this.#counts = state?.open.at(-1)?.counts;
    this.#hasRoot = state?.hasRoot ?? false;
    this.#mode = state?.mode ?? '';
    this.#isBeginning = state === null;
  }

  /** Moves the resume point to an index of the window, which must be that of a `<`. */
  moveTo(at: number): void {
    this.#set(at, this.#parts.input.offsetOf(at));
  }

  /** Moves the resume point to the window's index. A `>` must be directly before it. */
  moveToEndOfInput(): void {
    const { input } = this.#parts;
    const { at } = input.window;
    this.#set(at, input.offsetAfter(at));
  }

  /**
   * Returns a function that moves the resume point to an index of the window, which must be that of a `<`. It may be
   * called later, when the window has changed.
   */
  prepareMoveTo(at: number): () => void {
    const { tracker, collector, reader, input } = this.#parts;
    const byteOffset = input.offsetOf(at);
    tracker.goTo(at);
    const { line, column } = tracker;
    const { depth } = collector;
    const counts = collector.copyCounts();
    const { hasRoot } = reader;
    const { mode } = input;
    return () => {
      this.byteOffset = byteOffset;
      this.line = line;
      this.#column = column;
      this.#depth = depth;
      this.#counts = counts;
      this.#hasRoot = hasRoot;
      this.#mode = mode;
      this.#isBeginning = false;
    };
  }

  position(): Omit<Position, 'record'> {
    const { byteOffset, line } = this;
    const { input, collector, values } = this.#parts;
    if (this.#isBeginning) return { byteOffset, line, state: null };
    const state: XmlState = {
      encoding: input.encoding,
      mode: this.#mode,
      column: this.#column,
      hasRoot: this.#hasRoot,
      open: collector.state(this.#depth, this.#counts),
      ...values.savedState(),
      ...values.findings.savedState(),
    };
    return { byteOffset, line, state };
  }

  #set(at: number, byteOffset: number): void {
    const { tracker, collector, reader, input } = this.#parts;
    tracker.goTo(at);
    this.byteOffset = byteOffset;
    this.line = tracker.line;
    this.#column = tracker.column;
    this.#depth = collector.depth;
    this.#counts = collector.copyCounts();
    this.#hasRoot = reader.hasRoot;
    this.#mode = input.mode;
    this.#isBeginning = false;
  }
}
