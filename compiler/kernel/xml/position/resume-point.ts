import type { Position } from '../../model/contract.ts';
import type { FieldCollector } from '../fields/collector.ts';
import type { DocumentInput } from '../input/document-input.ts';
import type { PositionTracker } from './position-tracker.ts';
import type { XmlReader } from '../syntax/reader.ts';
import type { SavedValues, FieldValues } from '../fields/field-values.ts';
import type { OpenState } from '../fields/open-element.ts';

/** The state in a resume position. It is stored in checkpoints, so its member names must not change. */
export interface XmlState extends SavedValues {
  /** See XmlDecoding. */
  encoding: string;
  mode: string;
  /** Number of characters before the position on its line. */
  column: number;
  hasRoot: boolean;
  open: OpenState[];
}

/** The parts of the careful reader. */
export interface DocumentParts {
  input: DocumentInput;
  tracker: PositionTracker;
  reader: XmlReader;
  collector: FieldCollector;
  values: FieldValues;
}

/**
 * The latest position at which reading can resume: a start tag or the end of a tag outside of records. Inside a record,
 * it is the record's beginning.
 */
export class ResumePoint {
  byteOffset: number;
  line: number;
  readonly #parts: DocumentParts;
  #column: number;
  #depth: number;
  #hasRoot: boolean;
  #mode: string;
  /** Whether the position is the beginning of the document. */
  #isBeginning: boolean;

  constructor(parts: DocumentParts, from: Position | null, state: XmlState | null) {
    this.#parts = parts;
    this.byteOffset = from?.byteOffset ?? 0;
    this.line = from?.line ?? 0;
    this.#column = state?.column ?? 0;
    this.#depth = state?.open.length ?? 0;
    this.#hasRoot = state?.hasRoot ?? false;
    this.#mode = state?.mode ?? '';
    this.#isBeginning = state === null;
  }

  /** Moves the resume point to the `<` at an index of the window. */
  moveTo(at: number): void {
    this.#set(at, this.#parts.input.offsetOf(at));
  }

  /** Moves the resume point after everything that has been read. */
  moveToEndOfInput(): void {
    const { input } = this.#parts;
    const { at } = input.window;
    this.#set(at, input.offsetAfter(at));
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
      open: collector.state(this.#depth),
      ...values.savedState(),
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
    this.#hasRoot = reader.hasRoot;
    this.#mode = input.mode;
    this.#isBeginning = false;
  }
}
