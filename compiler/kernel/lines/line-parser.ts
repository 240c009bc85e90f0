import type { StructureIssue } from '../model/record-source.ts';
import type { Warning, Failure, Position } from '../model/contract.ts';

/** Parses the lines of one format. */
export interface LineParser<Raw> {
  /** The line that was parsed last, in the form that the module's `readRecord` takes. */
  readonly raw: Raw;
  /** Parses a decoded line. `text` contains U+FFFD in place of each malformed sequence. */
  parse(text: string): void;
  /** Whether the parsed line is a record. For a line with malformed bytes: whether it may be one. */
  isRecord(isMalformed: boolean): boolean;
  /** Returns the issue of a line with too many or too few cells or characters, or null. */
  checkStructure(): StructureIssue | null;
  /** Reads the header line. A failure means that the file cannot be read. */
  readHeader(savedHeader: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null };
  /** Returns what a resume position stores about the header. Plain JSON data. */
  header(): unknown;
  /** Returns where the fields are, for a fast reader. Null if it cannot read these lines. */
  layout(): unknown;
}

/** The header line of a file. */
export interface HeaderLine {
  /** Line number, from 1. */
  line: number;
  /** Null if the line cannot be read. */
  text: string | null;
  /** The code of the issue that makes the line unreadable, such as INVALID_ENCODING. Null if there is none. */
  broken: string | null;
}

/**
 * The state in a resume position. It is stored in checkpoints, so its member names must not change. `isBehindHeader`:
 * the header has been read. `hasOtherLines`: the file has lines, but `recordWhen` has selected none of them so far.
 */
export interface LineState {
  isBehindHeader: boolean;
  header: unknown;
  hasOtherLines?: true;
  /** The shift state of the encoding, see ByteInput. Absent if it is empty. */
  mode?: string;
  /** The encoding that a byte order mark decided. Absent if it is that of the spec. */
  encoding?: string;
}

/** Returns the state in a resume position, or null at the beginning of a file. */
export function stateOf(from: Position | null): LineState | null {
  // The state of a position is the object that `position()` returned.
  return (from?.state ?? null) as LineState | null;
}
