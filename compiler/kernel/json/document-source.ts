import { Utf8Decoder } from '../bytes/utf8.ts';
import type { ByteInput } from '../input/byte-input.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import { EMPTY_FILE, noRecordFound } from '../model/no-records.ts';
import { AT_END, type FindingPlaces, orderWarnings, type PlacedWarning } from '../model/warning-order.ts';
import { END, FAILED, MORE, type ReadResult, RECORD, type StructureIssue } from '../model/record-source.ts';
import { PositionTracker } from '../xml/position/position-tracker.ts';
import { DocumentPath, type OpenValue } from './document-path.ts';
import { DocumentScanner, DONE, NAME, NEEDS_MORE, OBJECT, VALUE_START } from './document-scanner.ts';
import { describeFault } from './describe-fault.ts';
import type { JsonRecord } from './fields/json-record.ts';
import { createFileRecords, type FileRecords, type JsonFileSettings } from './file-records.ts';
import type { PlacedJsonSource } from './record-source.ts';
import { sentCell } from './sent-text.ts';
import { JsonTokens, MalformedJson } from './syntax.ts';
import { UnreadMembers } from './fields/unread-members.ts';

/** The settings of a document. */
export interface JsonDocumentSettings<Column extends string> extends JsonFileSettings<Column> {
  /** The tokens of recordPath. `*` is each member or item. */
  readonly recordPath: readonly string[];
  /** The tokens of the paths of records of several types, which replace `recordPath`. Absent: there is one path. */
  readonly recordPaths?: readonly (readonly string[])[];
}

/** The state in a resume position of a document. It is stored in checkpoints, so its member names must not change. */
interface DocumentState {
  readonly column: number;
  readonly open: readonly OpenValue[];
  readonly unread: readonly string[];
  readonly encoding?: string;
}

/** Creates a source for a document of JSON whose records are the values at `recordPath`. `from`: see createJsonLinesSource. */
export function createJsonDocumentSource<Column extends string>(
  settings: JsonDocumentSettings<Column>,
  input: ByteInput,
  from: Position | undefined,
): PlacedJsonSource<Column> {
  return new JsonDocumentSource(settings, input, from ?? null);
}

class JsonDocumentSource<Column extends string> implements PlacedJsonSource<Column> {
  raw: JsonRecord<Column> | undefined;
  structureIssue: StructureIssue | null = null;
  failure: Failure | null = null;
  line = 0;
  recordType = -1;
  byteOffset = 0;
  byteLength = 0;
  readonly expectedText = 'OBJECTS';
  readonly #settings: JsonDocumentSettings<Column>;
  readonly #input: ByteInput;
  readonly #scanner: DocumentScanner;
  readonly #path: DocumentPath;
  #tracker: PositionTracker;
  readonly #records: FileRecords<Column>;
  readonly #unread: UnreadMembers;
  readonly #decoder = new Utf8Decoder();
  readonly #tokens = new JsonTokens();
  /** Window offsets of the current record: its first byte, or that of its name, and its value. -1 outside of records. */
  #recordFrom = -1;
  #valueFrom = -1;
  #isTooLong = false;
  /** Whether no type selects the last record, and the number of such records since `takeOtherLines`. */
  #isSkipped = false;
  #skipped = 0;
  /** Whether no bytes of the file have been read. */
  #isStart: boolean;
  #isEmpty: boolean;
  #finished = false;
  #hasEnded = false;
  #warnings: Warning[] = [];
  #position: Omit<Position, 'record'>;

  constructor(settings: JsonDocumentSettings<Column>, input: ByteInput, from: Position | null) {
    // The state of a position is the object that `position()` returned.
    const state = (from?.state ?? null) as DocumentState | null;
    this.#settings = settings;
    this.#input = input;
    const { recordPath, recordPaths = [recordPath] } = settings;
    const length = Math.max(...recordPaths.map((path) => path.length));
    this.#scanner = new DocumentScanner(input.window, state?.open.map(({ kind }) => kind) ?? null, length);
    this.#path = new DocumentPath(recordPaths, this.#scanner, state?.open ?? []);
    this.#tracker = new PositionTracker(input.window, { line: from?.line ?? 0, column: state?.column ?? 0 });
    this.#unread = new UnreadMembers(state?.unread ?? [], settings.masksNames);
    this.#records = createFileRecords(settings, this.#unread);
    this.#isStart = state === null;
    this.#isEmpty = from === null || from.record === 0;
    this.#position = { byteOffset: from?.byteOffset ?? 0, line: from?.line ?? 0, state };
  }

  get encoding(): string {
    return this.#input.encoding;
  }

  add(chunk: Uint8Array): void {
    this.#tracker.countConsumed();
    this.#input.add(chunk);
  }

  next(final: boolean): ReadResult {
    if (this.#hasEnded) return END;
    if (final && !this.#finished) {
      this.#tracker.countConsumed();
      this.#finished = true;
      this.#input.finish();
    }
    if (this.#isStart && !this.#begin(final)) return MORE;
    try {
      for (;;) {
        const found = this.#scanner.scan(final);
        if (found === NEEDS_MORE) return this.#dropRead();
        if (found === DONE) return this.#end();
        if (found === NAME) {
          if (!this.#noteName()) return FAILED;
        } else if (found === VALUE_START) this.#beginValue();
        else if (this.#valueFrom >= 0 && this.#endRecord()) return RECORD;
      }
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      if (this.#isEmpty && this.#isBlank(final)) return this.#endEmpty();
      this.failure = { code: 'MALFORMED_JSON', message: `${this.#tracker.describe(error.at)}: ${error.message}` };
      return FAILED;
    }
  }

  cellOf(key: string): string | null | undefined {
    return this.raw === undefined ? undefined : sentCell(this.raw, key, this.#records.sent);
  }

  takeOtherLines(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }

  get places(): FindingPlaces {
    return this.#unread.places;
  }

  takePlaced(): PlacedWarning[] {
    const ofFile = this.#warnings.map((warning): PlacedWarning => ({ at: AT_END, warning }));
    this.#warnings = [];
    return [...this.#unread.take(this.#hasEnded), ...ofFile];
  }

  takeWarnings(): Warning[] {
    return orderWarnings(this.takePlaced());
  }

  position(): Omit<Position, 'record'> {
    return this.#position;
  }

  /** Begins with the first bytes: the input skips a byte order mark. Returns false if there are none yet. */
  #begin(final: boolean): boolean {
    const { window } = this.#input;
    if (window.end === window.at && !final) return false;
    this.#isStart = false;
    this.#scanner.offset = window.base + window.at;
    this.#tracker = new PositionTracker(window, { line: 0, column: 0 });
    return true;
  }

  /** Forgets what has been read: all bytes before the record, or before the name that may belong to one. */
  #dropRead(): typeof MORE {
    const { window } = this.#input;
    const { maxRecordBytes } = this.#settings;
    const { offset, heldFrom } = this.#scanner;
    if (this.#recordFrom >= 0 && offset - this.#recordFrom > maxRecordBytes) this.#isTooLong = true;
    const held = this.#recordFrom >= 0 && !this.#isTooLong ? this.#recordFrom : heldFrom;
    window.at = (held < 0 || offset - held > maxRecordBytes + MAX_NAME_BYTES ? offset : held) - window.base;
    return MORE;
  }

  #noteName(): boolean {
    const { window } = this.#input;
    const { nameFrom, offset } = this.#scanner;
    const from = nameFrom - window.base;
    const text = from < window.at ? null : this.#decoder.decode(window.bytes, from, offset - window.base);
    if (text !== null) this.#tokens.begin(text);
    if (this.#path.noteName(text === null ? null : this.#tokens.string())) return true;
    this.failure = {
      code: 'DUPLICATE_MEMBER',
      message: `${this.#tracker.describe(from)}: recordPath leads to two members with one name`,
    };
    return false;
  }

  #beginValue(): void {
    const { depth, offset, nameFrom } = this.#scanner;
    const found = this.#path.begin();
    this.#scanner.reportedDepth = found === 'INSIDE' ? depth + 1 : depth;
    if (found !== 'RECORD') return;
    const { window } = this.#input;
    const from = this.#scanner.kindAt(depth - 1) === OBJECT ? nameFrom - window.base : offset - window.base;
    // A name that is too long has been dropped.
    const start = Math.max(from, window.at);
    this.#tracker.goTo(start);
    this.line = this.#tracker.line + 1;
    this.byteOffset = this.#input.offsetOf(start, this.line);
    this.#recordFrom = window.base + start;
    this.#valueFrom = offset;
    this.#isTooLong = false;
  }

  /** Reads the record that has ended. Returns false if no type selects it, and it is no record then. */
  #endRecord(): boolean {
    const { window } = this.#input;
    const { offset } = this.#scanner;
    const { maxRecordBytes } = this.#settings;
    const [start, end] = [this.#valueFrom - window.base, offset - window.base];
    this.#scanner.reportedDepth = this.#scanner.depth;
    this.recordType = -1;
    this.#isSkipped = false;
    this.structureIssue = this.#isTooLong || end - start > maxRecordBytes ? this.#tooLong() : this.#parse(start, end);
    this.raw = this.structureIssue === null ? this.#records.raw : undefined;
    this.#recordFrom = -1;
    this.#valueFrom = -1;
    if (this.#isSkipped) this.#skipped++;
    else this.#isEmpty = false;
    window.at = end;
    this.#tracker.goTo(end);
    const { line, column } = this.#tracker;
    const byteOffset = this.#input.offsetOf(end, line + 1);
    this.byteLength = byteOffset - this.byteOffset;
    const { markedEncoding } = this.#input;
    const state: DocumentState = {
      column,
      open: this.#path.open(),
      unread: this.#unread.savedState(),
      ...(markedEncoding !== undefined && { encoding: markedEncoding }),
    };
    this.#position = { byteOffset, line, state };
    return !this.#isSkipped;
  }

  #tooLong(): StructureIssue {
    const message = `the record is longer than ${this.#settings.maxRecordBytes} bytes`;
    return { severity: 'FATAL', code: 'RECORD_TOO_LONG', message };
  }

  #parse(start: number, end: number): StructureIssue | null {
    const text = this.#decoder.decode(this.#input.window.bytes, start, end);
    if (text === null) {
      const message = `malformed ${this.#input.encoding} in the record at byte ${this.byteOffset} of the file`;
      return { severity: 'FATAL', code: 'INVALID_ENCODING', message };
    }
    const fault = this.#records.parse(text, this.#path.found);
    this.recordType = this.#records.recordType ?? -1;
    this.#isSkipped = this.#records.isSkipped();
    return fault === null ? null : describeFault(fault, this.#records.places);
  }

  #isBlank(final: boolean): boolean {
    return final && this.#scanner.isUntouched;
  }

  #endEmpty(): typeof END {
    this.#hasEnded = true;
    this.#warnings.push(EMPTY_FILE);
    return END;
  }

  #end(): ReadResult {
    this.#hasEnded = true;
    if (!this.#isEmpty) return END;
    const finding = noRecordFound(
      this.#settings.recordPaths === undefined
        ? 'recordPath matches no value'
        : 'no path of a record type matches a value',
    );
    if (this.#settings.onNoRecords === 'WARNING') {
      this.#warnings.push(finding);
      return END;
    }
    this.failure = finding;
    return FAILED;
  }
}

/** A longer name on the path of the records is not compared. */
const MAX_NAME_BYTES = 64 * 1024;
