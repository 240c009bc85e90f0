import { BlockFinder } from './block-finder.ts';
import type { OnNoRecords } from '../model/no-records.ts';
import type { Failure, Position, Severity, Warning } from '../model/contract.ts';
import { type FixedWidthType, FixedWidthTypeFinder, UNKNOWN } from './record-types.ts';
import { type FixedWidthLine, sliceCharacters, createFixedWidthLine } from './line.ts';
import { RecordSplitter } from '../lines/record-splitter.ts';
import { type LineSettings, type LineFormat, NOT_BLANK } from '../lines/line-format.ts';
import type { ByteInput } from '../input/byte-input.ts';
import { LineRecordSource } from '../lines/record-source.ts';
import { type LineScanner, LineFinder } from '../lines/line-finder.ts';
import type { StructureIssue, RecordSource } from '../model/record-source.ts';
import type { LineParser } from '../lines/line-parser.ts';

/** The settings for reading a fixed-width file. All defaults are set. Positions and lengths are in code points. */
export interface FixedWidthDialect extends LineSettings {
  /** Whether the first line is a header, which is skipped. */
  hasHeader: boolean;
  skipBlankLines: boolean;
  /**
   * The minimum length of a record. If records are lines, they must reach the start of the last field. Records without
   * line ends must have their full length.
   */
  minLength: number;
  /** The maximum length of a record. Records without line ends have exactly this length. */
  maxLength: number;
  /**
   * The severity of the issue for a record that is too long (`onExtraColumns`) or too short (`onMissingColumns`). Null:
   * no issue.
   */
  onExtraColumns: Severity | null;
  onMissingColumns: Severity | null;
  onNoRecords: OnNoRecords;
  /**
   * Selects the lines that are records: they contain one of the values at these characters. `start` counts from 1.
   * Null: all lines are records.
   */
  recordWhen: { start: number; length: number; values: readonly string[] } | null;
  /** The record types, in the order of the spec. Absent: all records have one type. */
  types?: readonly FixedWidthType[];
  /** Whether lines of no type are other lines instead of records. */
  skipsUnknown?: boolean;
}

/** A source that returns the records of a fixed-width file one after another. */
export type FixedWidthRecordSource = RecordSource<FixedWidthLine>;

/**
 * Creates a source for a file in which each record is a line. `from` is the position at which a resumed run continues.
 * Undefined: the beginning of the file.
 */
export function createFixedWidthRecordSource(
  dialect: FixedWidthDialect,
  input: ByteInput,
  from: Position | undefined,
): FixedWidthRecordSource {
  return recordsOf({ dialect, input, scanner: new LineFinder(input.window), from: from ?? null });
}

/**
 * Creates a source for a file without line ends, in which each record has `maxLength` characters. Line numbers count
 * records. `from` is the position at which a resumed run continues. Undefined: the beginning of the file.
 */
export function createFixedWidthBlockSource(
  dialect: FixedWidthDialect,
  input: ByteInput,
  from: Position | undefined,
): FixedWidthRecordSource {
  return recordsOf({ dialect, input, scanner: new BlockFinder(input.window, dialect.maxLength), from: from ?? null });
}

interface FixedWidthFile {
  dialect: FixedWidthDialect;
  input: ByteInput;
  scanner: LineScanner;
  from: Position | null;
}

function recordsOf({ dialect, input, scanner, from }: FixedWidthFile): FixedWidthRecordSource {
  const form: LineFormat = {
    settings: dialect,
    scanner,
    endFinder: null,
    isComment: () => false,
    findBlankEnd: (start) => (dialect.skipBlankLines ? start : NOT_BLANK),
  };
  const splitter = new RecordSplitter(input, form, from?.line ?? 0);
  return new LineRecordSource({
    input,
    splitter,
    parser: new FixedWidthLineParser(dialect),
    hasHeader: dialect.hasHeader,
    onNoRecords: dialect.onNoRecords,
    from,
  });
}

/** Parses lines whose fields are at fixed characters. */
class FixedWidthLineParser implements LineParser<FixedWidthLine> {
  raw: FixedWidthLine = { text: '', characters: null };
  recordType = UNKNOWN;
  readonly #dialect: FixedWidthDialect;
  readonly #recordValues: ReadonlySet<string>;
  readonly #typeFinder: FixedWidthTypeFinder | null;

  constructor(dialect: FixedWidthDialect) {
    this.#dialect = dialect;
    this.#recordValues = new Set(dialect.recordWhen?.values);
    this.#typeFinder = dialect.types === undefined ? null : new FixedWidthTypeFinder(dialect.types);
  }

  parse(text: string): void {
    this.raw = createFixedWidthLine(text);
    this.recordType = this.#typeFinder?.findType(this.raw) ?? UNKNOWN;
  }

  isRecord(isMalformed: boolean): boolean {
    const { recordWhen, skipsUnknown = false } = this.#dialect;
    if (skipsUnknown && this.recordType === UNKNOWN && !isMalformed) return false;
    if (recordWhen === null) return true;
    const { start, length } = recordWhen;
    const cell = sliceCharacters(this.raw, start, length);
    return (
      (this.#recordValues.has(cell) && this.#length() >= start + length - 1) || (isMalformed && cell.includes('\ufffd'))
    );
  }

  checkStructure(): StructureIssue | null {
    const length = this.#length();
    const { types, onExtraColumns, onMissingColumns } = this.#dialect;
    const { minLength, maxLength } = types?.[this.recordType] ?? this.#dialect;
    if (length < minLength)
      return faultOf(
        onMissingColumns,
        'RECORD_TOO_SHORT',
        `the record has ${characters(length)}; it needs at least ${minLength}`,
      );
    if (length > maxLength)
      return faultOf(
        onExtraColumns,
        'TOO_MANY_COLUMNS',
        `the record has ${characters(length)}; it may have at most ${maxLength}`,
      );
    return null;
  }

  readHeader(): { warnings: readonly Warning[]; failure: Failure | null } {
    return { warnings: [], failure: null };
  }

  header(): null {
    return null;
  }

  /** Returns a constant, because the positions of fields depend only on the spec. */
  layout(): 'PLACES' {
    return 'PLACES';
  }

  #length(): number {
    return this.raw.characters?.length ?? this.raw.text.length;
  }
}

function faultOf(severity: Severity | null, code: string, message: string): StructureIssue {
  return { severity, code, message };
}

function characters(length: number): string {
  return length === 1 ? '1 character' : `${length} characters`;
}
