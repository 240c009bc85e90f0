import { BlockFinder } from './block-finder.ts';
import type { Failure, Position, Severity, Warning } from '../model/contract.ts';
import { type FixedWidthLine, slice, toFixedWidthLine } from './line.ts';
import { RecordFrames } from '../lines/record-splitter.ts';
import { type FrameSettings, type LineForm, NOT_BLANK } from '../lines/line-format.ts';
import type { ByteInput } from '../input/byte-input.ts';
import { LineRecords, type LineReading } from '../lines/record-source.ts';
import { type LineEnds, LineFinder } from '../lines/line-finder.ts';
import type { Fault, RecordSource } from '../model/record-source.ts';

/** How the records of a fixed-width file stand in it: what the spec says, with all defaults filled in. */
export interface FixedWidthDialect extends FrameSettings {
  /** Whether the first line is a header, which nothing is read from. */
  hasHeader: boolean;
  skipBlankLines: boolean;
  /** Characters that a record must have: with line ends up to the first one of its last field, without them all. */
  leastLength: number;
  /** Characters that a record may have. */
  mostLength: number;
  /** null: no issue. */
  onExtraColumns: Severity | null;
  onMissingColumns: Severity | null;
  /** Which lines are records: those that have one of the values at this place, which counts from 1. */
  recordWhen: { start: number; length: number; values: readonly string[] } | null;
}

/** The records of a fixed-width file. */
export type FixedWidthRecords = RecordSource<FixedWidthLine>;

/** The records of a file in which each is a line. */
export function fixedWidthRecords(
  dialect: FixedWidthDialect,
  input: ByteInput,
  from: Position | undefined,
): FixedWidthRecords {
  return recordsOf({ dialect, input, finder: new LineFinder(input.window), from: from ?? null });
}

/** The records of a file that has no line ends: each is `mostLength` characters long. Lines are then counted in records. */
export function fixedWidthBlocks(
  dialect: FixedWidthDialect,
  input: ByteInput,
  from: Position | undefined,
): FixedWidthRecords {
  return recordsOf({ dialect, input, finder: new BlockFinder(input.window, dialect.mostLength), from: from ?? null });
}

interface FixedWidthFile {
  dialect: FixedWidthDialect;
  input: ByteInput;
  finder: LineEnds;
  from: Position | null;
}

function recordsOf({ dialect, input, finder, from }: FixedWidthFile): FixedWidthRecords {
  const form: LineForm = {
    settings: dialect,
    finder,
    framer: null,
    isComment: () => false,
    blankTo: (start) => (dialect.skipBlankLines ? start : NOT_BLANK),
  };
  const frames = new RecordFrames(input, form, from?.line ?? 0);
  return new LineRecords({
    input,
    frames,
    reading: new FixedWidthReading(dialect),
    hasHeader: dialect.hasHeader,
    from,
  });
}

/** Reads lines as characters at fixed places. */
class FixedWidthReading implements LineReading<FixedWidthLine> {
  raw: FixedWidthLine = { text: '', characters: null };
  readonly #dialect: FixedWidthDialect;
  readonly #recordValues: ReadonlySet<string>;

  constructor(dialect: FixedWidthDialect) {
    this.#dialect = dialect;
    this.#recordValues = new Set(dialect.recordWhen?.values);
  }

  split(text: string): void {
    this.raw = toFixedWidthLine(text);
  }

  isRecord(isMalformed: boolean): boolean {
    const { recordWhen } = this.#dialect;
    if (recordWhen === null) return true;
    const { start, length } = recordWhen;
    const cell = slice(this.raw, start, length);
    return (
      (this.#recordValues.has(cell) && this.#length() >= start + length - 1) || (isMalformed && cell.includes('\ufffd'))
    );
  }

  fault(): Fault | null {
    const length = this.#length();
    const { leastLength, mostLength, onExtraColumns, onMissingColumns } = this.#dialect;
    if (length < leastLength)
      return faultOf(
        onMissingColumns,
        'RECORD_TOO_SHORT',
        `the record has ${characters(length)}, and at least ${leastLength} are due`,
      );
    if (length > mostLength)
      return faultOf(
        onExtraColumns,
        'TOO_MANY_COLUMNS',
        `the record has ${characters(length)}, and at most ${mostLength} are due`,
      );
    return null;
  }

  takeHeader(): { warnings: readonly Warning[]; failure: Failure | null } {
    return { warnings: [], failure: null };
  }

  header(): null {
    return null;
  }

  /** Fields stand where the spec says. */
  layout(): 'PLACES' {
    return 'PLACES';
  }

  #length(): number {
    return this.raw.characters?.length ?? this.raw.text.length;
  }
}

function faultOf(severity: Severity | null, code: string, message: string): Fault | null {
  return severity === null ? null : { severity, code, message };
}

function characters(length: number): string {
  return length === 1 ? '1 character' : `${length} characters`;
}
