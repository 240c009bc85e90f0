import type { RecordLocation } from '../model/record-location.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import { findMalformed, Utf8Decoder } from '../bytes/utf8.ts';
import type { FastSource, FastRange } from '../model/fast-source.ts';
import type { RecordSplitter } from './record-splitter.ts';
import type { ByteInput } from '../input/byte-input.ts';
import {
  END,
  FAILED,
  type StructureIssue,
  type ReadResult,
  MORE,
  RECORD,
  type RecordSource,
} from '../model/record-source.ts';

/** How a format whose records are lines takes one apart, and its header. */
export interface LineParser<Raw> {
  /** The record that was taken apart last, as the module's reader takes it. */
  readonly raw: Raw;
  /** Takes the text of a line apart; U+FFFD stands for what is malformed. */
  parse(text: string): void;
  /** Whether the line that was taken apart is a record. Of a malformed one, whether it could be. */
  isRecord(isMalformed: boolean): boolean;
  /** What is wrong with how many cells or characters the record has. */
  checkStructure(): StructureIssue | null;
  /** Reads the header. */
  readHeader(savedHeader: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null };
  /** What the header said, for a position: plain data. */
  header(): unknown;
  /** Where the fields stand, for a fast reader; null where it cannot read these lines. */
  layout(): unknown;
}

/** The header line of a file. */
export interface HeaderLine {
  /** Number of the line, from 1. */
  line: number;
  /** Null where it cannot be read. */
  text: string | null;
  /** The structure issue that a record with this line would have; null where there is none. */
  broken: string | null;
}

/** What a position remembers. */
export interface LineState {
  isBehindHeader: boolean;
  header: unknown;
  /** See ByteInput; absent where there is nothing to be said. */
  mode?: string;
}

export interface LineRecordSourceOptions<Raw> {
  input: ByteInput;
  splitter: RecordSplitter;
  parser: LineParser<Raw>;
  /** Whether a header is due. */
  hasHeader: boolean;
  from: Position | null;
}

/** The records of a file in which a record is a line, or several. */
export class LineRecordSource<Raw> implements RecordSource<Raw>, FastSource {
  raw: Raw | undefined;
  structureIssue: StructureIssue | null = null;
  failure: Failure | null = null;
  readonly #input: ByteInput;
  readonly #frames: RecordSplitter;
  readonly #reading: LineParser<Raw>;
  readonly #decoder = new Utf8Decoder();
  #headerDue: boolean;
  #isEmpty: boolean;
  #warnings: Warning[] = [];
  #otherLines = 0;
  #otherLinesTaken = 0;

  constructor({ input, splitter, parser, hasHeader, from }: LineRecordSourceOptions<Raw>) {
    this.#input = input;
    this.#frames = splitter;
    this.#reading = parser;
    this.#headerDue = hasHeader && stateOf(from)?.isBehindHeader !== true;
    this.#isEmpty = from === null || from.record === 0;
  }

  get fast(): FastSource {
    return this;
  }

  /** Whole lines behind the header. */
  nextRange(maxBytes: number): FastRange | null {
    const layout = this.#headerDue ? null : this.#reading.layout();
    const whole = layout === null ? null : this.#frames.wholeLines(maxBytes);
    if (whole === null) return null;
    const { bytes, base, at } = this.#input.window;
    return {
      input: bytes,
      base,
      at,
      limit: whole.limit,
      end: whole.end,
      maxRecordBytes: this.#frames.maxRecordBytes,
      layout,
    };
  }

  skip(at: number, records: number): void {
    this.#frames.skip(at, records);
    this.#isEmpty = false;
  }

  /** Every whole line that is read fast is a record. */
  locate(at: number, next: number, records: number): Omit<RecordLocation, 'record'> {
    const line = this.#frames.linesRead + records + 1;
    const byteOffset = this.#input.offsetOf(at, line);
    return { line, byteOffset, byteLength: this.#input.offsetOf(next, line + 1) - byteOffset };
  }

  get line(): number {
    return this.#frames.line;
  }

  get byteOffset(): number {
    return this.#frames.byteOffset;
  }

  get byteLength(): number {
    return this.#frames.byteLength;
  }

  add(chunk: Uint8Array): void {
    this.#frames.add(chunk);
  }

  next(final: boolean): ReadResult {
    for (;;) {
      const found = this.#frames.next(final);
      if (found === MORE) return MORE;
      if (found === END) return this.#end();
      if (this.#headerDue) {
        if (!this.#takeHeader()) return FAILED;
      } else if (this.#readRecord()) {
        this.#isEmpty = false;
        return RECORD;
      } else {
        this.#otherLines += this.#frames.lines;
      }
    }
  }

  takeOtherLines(): number {
    const lines = this.#frames.otherLines + this.#otherLines - this.#otherLinesTaken;
    this.#otherLinesTaken += lines;
    return lines;
  }

  takeWarnings(): Warning[] {
    const warnings = this.#warnings;
    if (warnings.length > 0) this.#warnings = [];
    return warnings;
  }

  position(): Omit<Position, 'record'> {
    const { nextOffset, linesRead } = this.#frames;
    const state: LineState = { isBehindHeader: !this.#headerDue, header: this.#reading.header() };
    const mode = this.#input.modeOf?.(linesRead + 1) ?? '';
    if (mode !== '') state.mode = mode;
    return { byteOffset: nextOffset, line: linesRead, state };
  }

  #end(): ReadResult {
    if (this.#headerDue) {
      this.failure = { code: 'MISSING_HEADER', message: 'the file has no header line' };
      return FAILED;
    }
    if (this.#isEmpty) this.#warnings.push({ code: 'EMPTY_FILE', message: 'the file has no record' });
    this.#isEmpty = false;
    return END;
  }

  /** Reads the header line; false where the file cannot be read with it. */
  #takeHeader(): boolean {
    this.#headerDue = false;
    const { start, end, line, broken } = this.#frames;
    const text = broken === null ? this.#decoder.decode(this.#input.window.bytes, start, end) : null;
    const { warnings, failure } = this.#reading.readHeader({
      line,
      text,
      broken: broken ?? (text === null ? 'INVALID_ENCODING' : null),
    });
    this.#warnings.push(...warnings);
    this.failure = failure;
    return failure === null;
  }

  /** Reads the record that the frames stand on; false where it is no record. */
  #readRecord(): boolean {
    this.raw = undefined;
    const { broken, start, end } = this.#frames;
    if (broken !== null)
      return this.#breakRecord(broken, broken === 'MALFORMED_QUOTES' ? MALFORMED_QUOTES : this.#tooLong());
    const { bytes } = this.#input.window;
    const text = this.#decoder.decode(bytes, start, end);
    this.#reading.parse(text ?? this.#decoder.decodeWithReplacement(bytes, start, end));
    if (!this.#reading.isRecord(text === null)) return false;
    if (text === null)
      return this.#breakRecord('INVALID_ENCODING', this.#malformed(findMalformed(bytes, start, end) - start));
    this.structureIssue = this.#reading.checkStructure();
    if (this.structureIssue?.severity !== 'FATAL') this.raw = this.#reading.raw;
    return true;
  }

  #breakRecord(code: string, message: string): true {
    this.structureIssue = { severity: 'FATAL', code, message };
    return true;
  }

  #tooLong(): string {
    return `the record is longer than ${this.#frames.maxRecordBytes} bytes`;
  }

  #malformed(place: number): string {
    const { encoding, isDecoded } = this.#input;
    const { byteOffset } = this.#frames;
    return isDecoded
      ? `malformed ${encoding} in the record at byte ${byteOffset} of the file`
      : `malformed ${encoding} at byte ${byteOffset + place} of the file`;
  }
}

const MALFORMED_QUOTES = 'a quote is not closed, or text follows a closing quote';

/** What a position remembers of its file; null at its beginning. */
export function stateOf(from: Position | null): LineState | null {
  // A position's state is what `position` put there.
  return (from?.state ?? null) as LineState | null;
}
