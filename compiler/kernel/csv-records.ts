import type { Failure, Position, Severity, Warning } from './contract.ts';
import { splitCells } from './csv-cells.ts';
import { ABSENT, type Header, type NamedColumns, readHeader } from './csv-header.ts';
import { type CsvLineDialect, csvLines } from './csv-lines.ts';
import { malformedAt, Utf8Decoder } from './decode.ts';
import { RecordFrames } from './frames.ts';
import type { ByteInput } from './input.ts';
import { END, FAILED, type Fault, type Found, MORE, RECORD, type RecordSource } from './records.ts';

/** How the records of a CSV file stand in it: what the spec says, with all defaults filled in. */
export interface CsvDialect extends CsvLineDialect {
  /** Whether the file begins with a header. */
  hasHeader: boolean;
  /** The columns: named in the header, or at their places in the file, from 0. */
  columns: { named: NamedColumns } | { places: Readonly<Record<string, number>>; width: number };
  /** null: no issue. */
  onExtraColumns: Severity | null;
  onMissingColumns: Severity | null;
  /** Which lines are records: those whose cell has one of the values. The column is one of `columns`, or a place in the file, from 0. */
  recordWhen: { column: string | number; values: readonly string[] } | null;
}

/** A record's cells in the order of the file, and where each column stands. */
export interface CsvRow<Column extends string = string> {
  cells: readonly string[];
  at: Readonly<Record<Column, number>>;
}

/** What a position remembers of a CSV file. */
interface State {
  isBehindHeader: boolean;
  /** Where the columns stand; null where the spec says it. */
  header: Header | null;
}

/** Makes the source of one file's records. */
export function csvRecords<Column extends string>(dialect: CsvDialect, input: ByteInput, from: Position | undefined): CsvRecords<Column> {
  return new CsvRecords(dialect, input, from ?? null);
}

/** Splits a CSV file (RFC 4180, with the dialect of the spec) into records. */
export class CsvRecords<Column extends string> implements RecordSource<CsvRow<Column>> {
  raw: CsvRow<Column> | undefined;
  fault: Fault | null = null;
  failure: Failure | null = null;
  readonly #frames: RecordFrames;
  readonly #input: ByteInput;
  readonly #dialect: CsvDialect;
  readonly #decoder = new Utf8Decoder();
  readonly #recordValues: ReadonlySet<string>;
  readonly #row: { cells: readonly string[]; at: Readonly<Record<Column, number>> };
  #header: Header | null = null;
  #headerDue: boolean;
  #warnings: Warning[] = [];
  #otherLines = 0;
  #otherLinesTaken = 0;
  #isEmpty: boolean;

  constructor(dialect: CsvDialect, input: ByteInput, from: Position | null) {
    this.#dialect = dialect;
    this.#input = input;
    this.#frames = new RecordFrames(input, csvLines(input.window, dialect), from?.line ?? 0);
    this.#recordValues = new Set(dialect.recordWhen?.values);
    this.#row = { cells: [], at: {} as Record<Column, number> };
    // A position's state is what `position` put there.
    const state = (from?.state ?? null) as State | null;
    this.#headerDue = dialect.hasHeader && !(state?.isBehindHeader ?? false);
    this.#isEmpty = from === null || from.record === 0;
    if (state?.header) this.#useHeader(state.header);
    else if ('places' in dialect.columns) this.#useHeader({ at: { ...dialect.columns.places }, width: dialect.columns.width });
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

  next(final: boolean): Found {
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
    const state: State = { isBehindHeader: !this.#headerDue, header: 'named' in this.#dialect.columns ? this.#header : null };
    return { byteOffset: nextOffset, line: linesRead, state };
  }

  #end(): Found {
    if (this.#headerDue) return this.#fail({ code: 'MISSING_HEADER', message: 'the file has no header line' });
    if (this.#isEmpty) this.#warnings.push({ code: 'EMPTY_FILE', message: 'the file has no record' });
    this.#isEmpty = false;
    return END;
  }

  #fail(failure: Failure): typeof FAILED {
    this.failure = failure;
    return FAILED;
  }

  /** Reads the header line; false where the file cannot be read with it. */
  #takeHeader(): boolean {
    this.#headerDue = false;
    const { columns, onMissingColumns } = this.#dialect;
    if ('places' in columns) return true;
    const { start, end, broken, line } = this.#frames;
    const text = broken === null ? this.#decoder.decode(this.#input.window.bytes, start, end) : null;
    if (text === null) {
      const why = broken ?? 'INVALID_ENCODING';
      this.#fail({ code: 'MISSING_HEADER', message: `the header in line ${line} cannot be read: ${why}` });
      return false;
    }
    const { header, warnings, failure } = readHeader(splitCells(text, this.#dialect), columns.named, onMissingColumns);
    this.#warnings.push(...warnings);
    this.#useHeader(header);
    if (failure !== null) this.#fail(failure);
    return failure === null;
  }

  #useHeader(header: Header): void {
    this.#header = header;
    // The header was read with the columns of this dialect.
    this.#row.at = header.at as Record<Column, number>;
  }

  /** Reads the record that the frames stand on; false where it is no record. */
  #readRecord(): boolean {
    this.raw = undefined;
    const { broken, start, end } = this.#frames;
    if (broken !== null) return this.#breakRecord(broken, broken === 'MALFORMED_QUOTES' ? MALFORMED_QUOTES : this.#tooLong());
    const { bytes } = this.#input.window;
    const text = this.#decoder.decode(bytes, start, end);
    const cells = splitCells(text ?? this.#decoder.decodeLoosely(bytes, start, end), this.#dialect);
    if (this.#dialect.recordWhen !== null && !this.#isRecord(cells, text === null)) return false;
    if (text === null) return this.#breakRecord('INVALID_ENCODING', this.#malformed(malformedAt(bytes, start, end) - start));
    this.fault = this.#columnFault(cells.length);
    if (this.fault?.severity === 'FATAL') return true;
    this.#row.cells = cells;
    this.raw = this.#row;
    return true;
  }

  #breakRecord(code: string, message: string): true {
    this.fault = { severity: 'FATAL', code, message };
    return true;
  }

  #isRecord(cells: readonly string[], isMalformed: boolean): boolean {
    const column = this.#dialect.recordWhen?.column ?? 0;
    const place = typeof column === 'number' ? column : (this.#header?.at[column] ?? ABSENT);
    const cell = cells[place];
    return cell !== undefined && (this.#recordValues.has(cell) || (isMalformed && cell.includes('\ufffd')));
  }

  #columnFault(cells: number): Fault | null {
    const width = this.#header?.width ?? 0;
    if (cells === width) return null;
    const { onExtraColumns, onMissingColumns } = this.#dialect;
    const severity = cells > width ? onExtraColumns : onMissingColumns;
    if (severity === null) return null;
    const code = cells > width ? 'TOO_MANY_COLUMNS' : 'TOO_FEW_COLUMNS';
    return { severity, code, message: `the record has ${cells} ${cells === 1 ? 'column' : 'columns'} instead of ${width}` };
  }

  #tooLong(): string {
    return `the line is longer than ${this.#dialect.maxRecordBytes} bytes`;
  }

  #malformed(place: number): string {
    const { encoding, isDecoded } = this.#input;
    const { byteOffset } = this.#frames;
    return isDecoded ? `malformed ${encoding} in the record at byte ${byteOffset} of the file` : `malformed ${encoding} at byte ${byteOffset + place} of the file`;
  }
}

const MALFORMED_QUOTES = 'a quote is not closed, or text follows a closing quote';
