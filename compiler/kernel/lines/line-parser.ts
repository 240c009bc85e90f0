import type { StructureIssue } from '../model/record-source.ts';
import type { Warning, Failure, Position } from '../model/contract.ts';
import type { HeaderMark } from '../bytes/header-mark.ts';

/** Parses the lines of one format. */
export interface LineParser<Raw> {
  /** The line that was parsed last, in the form that the module's `readRecord` reads. */
  readonly raw: Raw;
  /** Index of the type of the parsed line. -1 if it is not known. Absent if the spec has one type of records. */
  readonly recordType?: number;
  /** Parses a decoded line. `text` contains U+FFFD in place of each malformed byte sequence. */
  parse(text: string): void;
  /**
   * Returns whether `recordWhen` selects the parsed line as a record. `isMalformed`: the line contains malformed bytes.
   * Then returns true if the line could be a record.
   */
  isRecord(isMalformed: boolean): boolean;
  /**
   * Returns the structure issue of the parsed line, such as too many cells or too few characters. Null if there is
   * none.
   */
  checkStructure(): StructureIssue | null;
  /**
   * Returns whether the parsed line is shorter than the spec says, although it is read. Absent if lines may have any
   * length.
   */
  isShort?(): boolean;
  /**
   * Returns the sentence that ends the message about a line with broken quotes: the way out if the line seems to have
   * no quotes at all. Empty if it does not. Absent: lines have no quotes.
   */
  hintAtQuotes?(line: string): string;
  /** Returns whether a cell of the parsed line that a field reads begins with a blank and a quote. Absent: none can. */
  hasQuoteAfterBlank?(text: string): boolean;
  /**
   * Returns the cells of a line as one text, without quotes and the blanks around them. Absent: a line repeats the header
   * only if its text is the same, except for blanks at its end.
   */
  namesIn?(text: string): string;
  /**
   * Returns a header line, and lines that repeat it with other quotes and blanks: if a field rejects its cell in each of
   * them, it rejects it in all. Empty: such lines are not known. Absent together with `namesIn`: only blanks at the end
   * differ.
   */
  repetitionsOf?(text: string): readonly string[];
  /**
   * Returns the names of the columns that the header must have and a line does not have. Absent: a header cannot be
   * searched.
   */
  missingColumns?(text: string): MissingNames;
  /** Returns the text of a field's cell in a line that was parsed; see RecordSource.cellOf. */
  cellOf?(raw: Raw, key: string, keys: readonly string[]): string | null | undefined;
  /** Reads the header line. Returns a failure if the file cannot be read with this header. */
  readHeader(savedHeader: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null };
  /** Returns the data about the header that a resume position stores. It is plain JSON data. */
  header(): unknown;
  /** Whether the first record that is parsed decides something that no record so far has decided. Absent: none does. */
  readonly isUndecided?: boolean;
  /** Returns the layout of the fields that a fast reader needs. Null if a fast reader cannot read this file. */
  layout(): unknown;
}

/** The columns that a line lacks as a header. */
export interface MissingNames {
  /** The names of the columns, as messages show them. */
  readonly missing: readonly string[];
  /** Whether the line has one of the columns that fields read. */
  readonly hasColumn: boolean;
}

/** The header line of a file, as the splitter found it. */
export interface HeaderLine {
  /** Line number, from 1. */
  line: number;
  /** The decoded line. Null if it cannot be read. */
  text: string | null;
  /** Code of the issue that makes the line unreadable, such as INVALID_ENCODING. Null if there is none. */
  broken: string | null;
}

/**
 * How far a quoted cell that was too long is followed, in bytes of the decoded text from a position: the next byte to
 * search, the last one, and the quote that ended the last search. Null: no cell is followed, or no search has ended.
 */
export interface FollowedCell {
  readonly range: readonly [from: number, to: number] | null;
  readonly end: number | null;
}

/**
 * The state in a resume position of a format with lines. It is stored in checkpoints, so its member names must not
 * change.
 * - `isBehindHeader`: the header line has been read.
 * - `header`: the result of `LineParser.header`.
 * - `hasOtherLines`: the file has lines, but `recordWhen` has selected none of them so far.
 */
export interface LineState {
  isBehindHeader: boolean;
  header: unknown;
  hasOtherLines?: true;
  /** The shift state of the encoding, see ByteInput.modeOf. Absent if it is empty. */
  mode?: string;
  /** The length in bytes and the hash of the header line. Absent if it has not been read. */
  headerLine?: HeaderMark;
  /** The values of the lines before the header, or the first record. Absent if no field has one. */
  titles?: readonly (string | null)[];
  /** A quoted cell that was too long, and whether a warning says so, or will because it is closed. Absent if there was none. */
  longCell?: FollowedCell & { readonly isNoted: boolean; readonly isClosed?: true };
  /** The delimiter that the first lines of the file decided. Absent: the spec says it. */
  delimiter?: string;
  /** How many bytes of a block of records are left. Absent: none, or there are no blocks. */
  blockLeft?: number;
  /** Whether the next record decides what the first one usually does, because the records so far could not be parsed. */
  isUndecided?: true;
  /** The encoding that the file's byte order mark names. Absent if the spec's encoding applies. */
  encoding?: string;
}

/** Returns the state that a resume position contains. Null for the beginning of a file. */
export function stateOf(from: Position | null): LineState | null {
  // The state of a position is the object that `position()` returned.
  return (from?.state ?? null) as LineState | null;
}
