import { type CsvDialect, CsvLineParser, type CsvRecord } from '../csv/line-parser.ts';
import type { Header, NamedColumn } from '../csv/header.ts';
import type { HeaderLine, MissingNames } from '../lines/line-parser.ts';
import type { Failure, Position, Severity, Warning } from '../model/contract.ts';
import type { CellFault, StructureIssue } from '../model/record-source.ts';
import { joinNames } from '../csv/split-cells.ts';
import { cellAt } from '../values/cell-at.ts';
import { columnLetters } from './package/cell-name.ts';
import { HiddenCells } from './rows/hidden-cells.ts';
import { DATE, ERROR, NUMBER } from './package/marks.ts';
import { SEPARATOR, splitRow, textOf, textOfCell, withLineEnds } from './rows/row-text.ts';

/**
 * What a field reads. TEXT: a text, and a number with the digits that its format shows. NUMBER: a number in digits. DAY: a
 * date; midnight is no time. INSTANT: a date with a time. OTHER: the value.
 */
export type XlsxReads = 'TEXT' | 'NUMBER' | 'DAY' | 'INSTANT' | 'OTHER';

/** A column of a sheet that a field reads. */
export interface XlsxColumn extends NamedColumn {
  readonly reads: XlsxReads;
  /** The severity of CELL_ERROR. */
  readonly onError: Severity;
  /** The decimal separator that the field expects, which replaces the point of a number. Absent: a point. */
  readonly point?: string;
  readonly isSensitive?: boolean;
}

/** The columns of a sheet. The keys are the names that the generated module uses for the fields. */
export type XlsxColumns<Column extends string = string> = Readonly<Record<Column, XlsxColumn>>;

/** The settings for reading a sheet. All defaults are set. */
export interface XlsxDialect<Column extends string = string>
  extends Omit<
    CsvDialect,
    'delimiter' | 'quote' | 'escape' | 'comment' | 'skipBlankLines' | 'columns' | 'trailingDelimiter'
  > {
  readonly columns: XlsxColumns<Column>;
  /** Whether columns are found by the names in the header, and not in the order of the fields. */
  readonly isNamed: boolean;
  /** The index of the first column of the range, from 0. */
  readonly firstColumn: number;
}

/** Reads lines that are rows of a sheet; see package/marks.ts. */
export class XlsxLineParser<Column extends string> extends CsvLineParser<Column> {
  readonly hidden: HiddenCells;
  /** The cells of the parsed row with an error that a field reads. */
  faults: readonly CellFault[] = [];
  readonly #columns: Readonly<Record<string, XlsxColumn>>;
  readonly #firstColumn: number;
  /** The column that each cell belongs to, for the header with the places `#at`. */
  #read: (XlsxColumn | undefined)[] = [];
  #at: object | null = null;
  /** The texts of errors, by the index of the cell. */
  #errors: Map<number, string> | null = null;
  #sheet = '';

  constructor(dialect: XlsxDialect<Column>, from: Position | null) {
    super(toCsv(dialect), from);
    this.#columns = dialect.columns;
    this.#firstColumn = dialect.firstColumn;
    this.hidden = new HiddenCells(from);
  }

  override parse(text: string): void {
    const cells = this.#split(text);
    const { columns: header } = this;
    if (this.raw.at !== this.#at) this.#findColumns();
    this.faults = [];
    this.#errors = null;
    const width = header?.width ?? 0;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? '';
      const first = cell.charCodeAt(0);
      if (first < 0x20) cells[index] = this.#valueOf(cell, first, index);
      else if (cell.includes('\u000b') || cell.includes('\u000c')) cells[index] = withLineEnds(cell);
    }
    while (cells.length < width) cells.push('');
    this.raw.cells = cells;
  }

  override cellOf(raw: CsvRecord<Column>, key: string): string | null | undefined {
    const index = Object.hasOwn(raw.at, key) ? raw.at[key as Column] : undefined;
    return (index === undefined ? undefined : this.#errors?.get(index)) ?? cellAt(raw, key);
  }

  override checkWidth(record: readonly string[], width: number): StructureIssue | null {
    return super.checkWidth(record, width, false);
  }

  override readHeader(line: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    return super.readHeader({ ...line, text: line.text === null ? null : this.#textOf(line.text) });
  }

  override missingColumns(text: string): MissingNames {
    return super.missingColumns(this.#textOf(text));
  }

  override namesIn(text: string): string {
    const cells = this.#textOf(text).split(SEPARATOR);
    return cells.length < 2 ? text : joinNames(cells);
  }

  override hasQuoteAfterBlank(): boolean {
    return false;
  }

  /** The columns of the file, and what warnings have said of hidden cells. */
  override header(): Header | null {
    const hidden = this.hidden.save();
    const { columns } = this;
    return hidden === null || columns === null ? super.header() : Object.assign({ hidden }, columns);
  }

  /** Only the careful reader reads workbooks. */
  override layout(): null {
    return null;
  }

  /** Returns the name of the cell of a field in a row, `Sheet1!B17`, or that of the first cell of the row. */
  cellName(field: string | null, row: number): string {
    const key =
      field === null ? undefined : Object.keys(this.#columns).find((one) => this.#columns[one]?.field === field);
    const index = key === undefined ? undefined : this.raw.at[key as Column];
    const isKnown = index !== undefined && index < this.raw.cells.length;
    return `${quoteSheet(this.#sheet)}!${columnLetters(this.#firstColumn + (isKnown ? index : 0))}${row}`;
  }

  #split(line: string): string[] {
    const { cells, tail } = splitRow(line);
    if (tail !== null) this.#sheet = this.hidden.note(tail, cells, this.#firstColumn);
    return cells;
  }

  /** Returns the texts of the cells of a header, for the reader of CSV. */
  #textOf(line: string): string {
    return this.#split(line).map(textOfCell).join(SEPARATOR);
  }

  #findColumns(): void {
    this.#at = this.raw.at;
    this.#read = [];
    for (const [key, index] of Object.entries<number>(this.raw.at)) {
      const column = this.#columns[key];
      if (column !== undefined && index < MAX_INDEX) this.#read[index] = column;
    }
  }

  #valueOf(cell: string, first: number, index: number): string {
    const column = this.#read[index];
    if (first === ERROR) return this.#addError(cell.slice(1), index, column);
    if (column === undefined || column.reads === 'TEXT') return textOf(cell, first);
    if (first === NUMBER) {
      const end = cell.indexOf('\u0002');
      const digits = end < 0 ? cell.slice(1) : cell.slice(1, end);
      return column.point === undefined ? digits : digits.replace('.', column.point);
    }
    if (first !== DATE) return textOf(cell, first);
    const date = cell.slice(1);
    if (column.reads === 'DAY') return date.endsWith('T00:00:00') ? date.slice(0, -9) : date;
    return column.reads === 'INSTANT' && /^\d{4}-\d\d-\d\d$/u.test(date) ? `${date}T00:00:00` : date;
  }

  /** Returns an empty text, because an error is no value. */
  #addError(error: string, index: number, column: XlsxColumn | undefined): string {
    (this.#errors ??= new Map()).set(index, error);
    if (column === undefined) return '';
    const { field, onError, isSensitive = false } = column;
    const shown = Array.isArray(column.column) ? (column.column[0] ?? field) : String(column.column);
    const message =
      error === ''
        ? `${field} is a formula without a stored value: open the workbook and save it, so that it is computed`
        : `${field} is an error of a formula or a function${isSensitive ? '' : `, ${error}`}`;
    const rule = { severity: onError, code: 'CELL_ERROR', ruleId: null, field, column: shown, message };
    this.faults = [...this.faults, { rule, text: error === '' ? null : error, isMasked: isSensitive }];
    return '';
  }
}

/** Above the index of each real column, but below that of an absent one. */
const MAX_INDEX = 1_000_000;

/** Returns the name of a sheet as references have it: in quotes unless it is a plain word. */
function quoteSheet(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}

function toCsv<Column extends string>({ columns, isNamed, ...dialect }: XlsxDialect<Column>): CsvDialect {
  const keys = Object.keys(columns);
  return {
    ...dialect,
    delimiter: SEPARATOR,
    quote: '',
    escape: '',
    comment: '',
    skipBlankLines: true,
    trailingDelimiter: 'NO',
    columns: isNamed
      ? { named: columns }
      : { indexes: Object.fromEntries(keys.map((key, index) => [key, index])), width: keys.length },
  };
}
