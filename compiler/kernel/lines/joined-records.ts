import type { Failure, Position, Warning } from '../model/contract.ts';
import {
  END,
  FAILED,
  MORE,
  RECORD,
  type ReadResult,
  type RecordSource,
  type StructureIssue,
} from '../model/record-source.ts';
import { CONTINUATION, JoiningParser, type LineTypeParser, type OpenRecord } from './joining-parser.ts';
import type { LineState } from './line-parser.ts';
import { LineRecordSource, type LineRecordSourceOptions } from './record-source.ts';

/**
 * What a resume position of a file with continuation or filler lines stores in addition to LineState. Checkpoints store
 * it, so its member names must not change.
 */
interface JoinedState extends LineState {
  /** Number of lines so far that are part of records or filler lines. Absent at the beginning. */
  joinedLines?: number;
  /** Whether filler lines precede this point, without a record after them. Absent if not. */
  isAfterFiller?: true;
}

/** A point between two records: everything that depends on the lines before it. */
interface Point {
  readonly position: Omit<Position, 'record'>;
  /** The numbers since reading began. */
  readonly otherLines: number;
  readonly warnings: number;
}

/** A record whose continuation lines may follow. */
interface Collected<Raw> {
  readonly type: number;
  readonly line: number;
  readonly byteOffset: number;
  /** The byte offset after its last line. */
  endOffset: number;
  /** The bytes of its text in UTF-8, without line ends. */
  textBytes: number;
  continuationLines: number;
  /** The issue of a line that cannot be read. */
  issue: StructureIssue | null;
  readonly open: OpenRecord<Raw>;
  readonly followsFiller: boolean;
  /** The points before its first and after its last line. */
  readonly before: Point;
  after: Point;
}

/** The settings of a file with continuation or filler lines. */
interface JoinSettings {
  /** Whether the file may have continuation lines. */
  readonly hasContinuation: boolean;
  /** Whether lines of no type are other lines instead of records. */
  readonly skipsUnknown: boolean;
  readonly maxRecordBytes: number;
}

/** Creates the source of a file with continuation or filler lines. `options` and `lines` are those of its lines. */
export function joinLines<Raw>(
  options: Omit<LineRecordSourceOptions<Raw>, 'parser'>,
  lines: LineTypeParser<Raw>,
  settings: JoinSettings,
): RecordSource<Raw> {
  const parser = new JoiningParser(lines, settings.skipsUnknown);
  return new JoinedRecordSource(new LineRecordSource({ ...options, parser }), parser, settings, options.from);
}

/** The records of a file in which lines continue the record before them, or only fill the end of the file. */
class JoinedRecordSource<Raw> implements RecordSource<Raw> {
  raw: Raw | undefined;
  structureIssue: StructureIssue | null = null;
  recordType = -1;
  line = 0;
  byteOffset = 0;
  byteLength = 0;
  /** Number of continuation lines of the record. */
  continuationLines = 0;
  /** Whether filler lines precede the record. */
  followsFiller = false;
  readonly #lines: LineRecordSource<Raw>;
  readonly #parser: JoiningParser<Raw>;
  readonly #hasContinuation: boolean;
  readonly #maxRecordBytes: number;
  /** Number of lines of the records that were found so far, and of the filler lines before the resume position. */
  #recordLines: number;
  /** Number of filler lines before the record that was found last. -1 if the file was resumed after filler lines. */
  #fillersBefore: number;
  #otherLines = 0;
  readonly #warnings: Warning[] = [];
  #taken = { otherLines: 0, warnings: 0 };
  /** The record that is being collected. */
  #open: Collected<Raw> | null = null;
  #point: Point;

  constructor(
    lines: LineRecordSource<Raw>,
    parser: JoiningParser<Raw>,
    { hasContinuation, maxRecordBytes }: JoinSettings,
    from: Position | null,
  ) {
    this.#lines = lines;
    this.#parser = parser;
    this.#hasContinuation = hasContinuation;
    this.#maxRecordBytes = maxRecordBytes;
    // The state of a position is the object that `position()` returned.
    const state = (from?.state ?? {}) as Partial<JoinedState>;
    this.#recordLines = state.joinedLines ?? 0;
    this.#fillersBefore = state.isAfterFiller === true ? -1 : 0;
    this.#point = this.#createPoint();
  }

  get encoding(): string {
    return this.#lines.encoding;
  }

  get failure(): Failure | null {
    return this.#lines.failure;
  }

  /** Number of lines so far that are part of records or filler lines. Complete at the end of the file. */
  get joinedLines(): number {
    return this.#recordLines + this.#parser.fillerLines;
  }

  add(chunk: Uint8Array): void {
    this.#lines.add(chunk);
  }

  next(final: boolean): ReadResult {
    if (this.#open === null) {
      const before = this.#createPoint();
      const found = this.#findLine(final);
      if (found !== RECORD) return found;
      this.#open = this.#collect(before);
    }
    while (this.#hasContinuation) {
      const found = this.#lines.next(final);
      if (found === MORE) {
        this.#point = this.#open.before;
        return MORE;
      }
      if (found === END || found === FAILED) break;
      if (this.#lines.recordType !== CONTINUATION) {
        const next = this.#collect(this.#open.after);
        this.#emit(this.#open);
        this.#open = next;
        return RECORD;
      }
      this.#join(this.#open);
    }
    this.#emit(this.#open);
    this.#open = null;
    return RECORD;
  }

  cellOf(key: string, keys: readonly string[]): string | null | undefined {
    return this.raw === undefined ? undefined : this.#parser.lines.cellOf?.(this.raw, key, keys);
  }

  takeOtherLines(): number {
    const lines = this.#point.otherLines - this.#taken.otherLines;
    this.#taken.otherLines += lines;
    return lines;
  }

  takeWarnings(): Warning[] {
    const warnings = this.#warnings.slice(this.#taken.warnings, this.#point.warnings);
    this.#taken.warnings = this.#point.warnings;
    const found = this.#lines.findings.take();
    return found.length === 0 ? warnings : [...warnings, ...found];
  }

  position(): Omit<Position, 'record'> {
    return this.#point.position;
  }

  /** Finds the first line of a record. Without one, the point is after all lines that were read. */
  #findLine(final: boolean): ReadResult {
    const found = this.#lines.next(final);
    if (found !== RECORD) this.#point = this.#createPoint();
    return found;
  }

  /** Starts a record with the line that was found. */
  #collect(before: Point): Collected<Raw> {
    const { recordType, line, byteOffset, byteLength, textBytes, structureIssue } = this.#lines;
    const followsFiller = this.#parser.fillerLines > this.#fillersBefore;
    this.#countLine();
    return {
      type: recordType,
      line,
      byteOffset,
      endOffset: byteOffset + byteLength,
      textBytes,
      continuationLines: 0,
      issue: structureIssue,
      open: this.#parser.lines.openRecord(),
      followsFiller,
      before,
      after: this.#createPoint(),
    };
  }

  /** Appends the continuation line that was found, unless the record is broken or becomes too long. */
  #join(open: Collected<Raw>): void {
    const { byteOffset, byteLength, textBytes, structureIssue } = this.#lines;
    this.#countLine();
    open.endOffset = byteOffset + byteLength;
    open.continuationLines++;
    open.textBytes += textBytes;
    if (open.textBytes > this.#maxRecordBytes) open.issue ??= tooLong(this.#maxRecordBytes);
    open.issue ??= structureIssue;
    if (open.issue === null) open.open.append(this.#parser.raw);
    open.after = this.#createPoint();
  }

  #countLine(): void {
    this.#recordLines += this.#lines.lines;
    this.#parser.followsRecord = true;
    this.#fillersBefore = this.#parser.fillerLines;
  }

  #emit({ type, open, issue, ...record }: Collected<Raw>): void {
    const raw = issue === null ? open.finish() : undefined;
    this.recordType = type;
    this.line = record.line;
    this.byteOffset = record.byteOffset;
    this.byteLength = record.endOffset - record.byteOffset;
    this.continuationLines = record.continuationLines;
    this.followsFiller = record.followsFiller;
    this.structureIssue = raw === undefined ? issue : this.#parser.lines.checkRecord(type, raw);
    this.raw = this.structureIssue?.severity === 'FATAL' ? undefined : raw;
    if (this.raw !== undefined && this.#parser.lines.isRecordShort?.(type, this.raw) === true)
      this.#lines.findings.count('SHORT_RECORDS');
    this.#point = record.after;
  }

  #createPoint(): Point {
    this.#otherLines += this.#lines.takeOtherLines();
    const warnings = this.#lines.takeFileWarnings();
    if (warnings.length > 0) this.#warnings.push(...warnings);
    const position = this.#lines.position();
    // The source of the lines has created this state, and uses it nowhere else. This code runs for each line, and copying
    // the state would take most of its time.
    const state = position.state as JoinedState;
    state.joinedLines = this.joinedLines;
    if (this.#parser.fillerLines > this.#fillersBefore) state.isAfterFiller = true;
    return { position, otherLines: this.#otherLines, warnings: this.#warnings.length };
  }
}

function tooLong(bytes: number): StructureIssue {
  return { severity: 'FATAL', code: 'RECORD_TOO_LONG', message: `the record is longer than ${bytes} bytes` };
}
