import type { StructureIssue } from '../model/record-source.ts';
import type { Failure, Warning } from '../model/contract.ts';
import type { HeaderLine, LineParser, MissingNames } from './line-parser.ts';

/** The record type of a line that continues the record before it. */
export const CONTINUATION = -2;
const UNKNOWN = -1;

/** A record to which the contents of continuation lines are appended. */
export interface OpenRecord<Raw> {
  /** Appends the contents of the parsed line, without the value that selects it. */
  append(line: Raw): void;
  /** Returns the record with all lines that were appended. */
  finish(): Raw;
}

/** A line parser of a format, and what the format knows about continuation and filler lines. */
export interface LineTypeParser<Raw> extends LineParser<Raw> {
  readonly recordType: number;
  /** Returns whether the parsed line continues the record before it. */
  isContinuation(): boolean;
  /** Returns whether the parsed line only fills the file. */
  isFiller(): boolean;
  /** Starts a record with the parsed line. Further lines may be parsed after that. */
  openRecord(): OpenRecord<Raw>;
  /** Returns whether a record is shorter than the spec says, although it is read. Absent if it may have any length. */
  isRecordShort?(type: number, record: Raw): boolean;
  /** Returns the structure issue of a record. Null if there is none. */
  checkRecord(type: number, record: Raw): StructureIssue | null;
}

/**
 * Parses the lines of a file with continuation or filler lines. The structure of a record is checked after its lines
 * are joined, not by `checkStructure`.
 */
export class JoiningParser<Raw> implements LineParser<Raw> {
  recordType = UNKNOWN;
  /** Number of filler lines so far. */
  fillerLines = 0;
  /** Whether the line before the next one is part of a record. Blank lines and comments do not count. */
  followsRecord = false;
  readonly lines: LineTypeParser<Raw>;
  readonly #skipsUnknown: boolean;
  #isFiller = false;

  /** @param skipsUnknown whether lines of no type are other lines instead of records */
  constructor(lines: LineTypeParser<Raw>, skipsUnknown: boolean) {
    this.lines = lines;
    this.#skipsUnknown = skipsUnknown;
  }

  get raw(): Raw {
    return this.lines.raw;
  }

  parse(text: string): void {
    this.lines.parse(text);
    this.#isFiller = this.lines.isFiller();
    this.recordType = this.#isFiller ? UNKNOWN : this.lines.recordType;
    // Without a record before it, a continuation line is a record of no type.
    if (!this.#isFiller && this.lines.isContinuation()) this.recordType = this.followsRecord ? CONTINUATION : UNKNOWN;
  }

  isRecord(isMalformed: boolean): boolean {
    if (this.#isFiller) this.fillerLines++;
    const isSkipped = this.#isFiller || (this.recordType === UNKNOWN && this.#skipsUnknown && !isMalformed);
    if (isSkipped) this.followsRecord = false;
    return !isSkipped;
  }

  checkStructure(): null {
    return null;
  }

  hintAtQuotes(line: string): string {
    return this.lines.hintAtQuotes?.(line) ?? '';
  }

  hasQuoteAfterBlank(text: string): boolean {
    return this.lines.hasQuoteAfterBlank?.(text) === true;
  }

  namesIn(text: string): string {
    return this.lines.namesIn?.(text) ?? text.trimEnd();
  }

  readHeader(line: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    return this.lines.readHeader(line);
  }

  missingColumns(text: string): MissingNames {
    return this.lines.missingColumns?.(text) ?? { missing: [], hasColumn: true };
  }

  header(): unknown {
    return this.lines.header();
  }

  layout(): null {
    return null;
  }
}
