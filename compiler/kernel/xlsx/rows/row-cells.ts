import type { CsvRecord } from '../../csv/line-parser.ts';
import type { Position } from '../../model/contract.ts';
import type { CellFault } from '../../model/record-source.ts';
import { cellAt } from '../../values/cell-at.ts';
import type { XlsxColumn, XlsxColumns } from './columns.ts';
import { columnLetters } from '../package/cell-name.ts';
import { DATE, ERROR, NUMBER } from '../package/marks.ts';
import { HiddenCells } from './hidden-cells.ts';
import { SEPARATOR, splitRow, textOf, textOfCell, withLineEnds } from './row-text.ts';

/** A record of a sheet. `errors`: the texts of cells with an error that a field reads, by their index. */
export interface XlsxRecord<Column extends string = string> extends CsvRecord<Column> {
  readonly errors?: ReadonlyMap<number, string> | null;
}

/** Returns the text of a field's cell in a record; see RecordSource.cellOf. */
export function cellInRow(raw: XlsxRecord, key: string): string | null | undefined {
  const index = Object.hasOwn(raw.at, key) ? raw.at[key] : undefined;
  return (index === undefined ? undefined : raw.errors?.get(index)) ?? cellAt(raw, key);
}

/** Splits lines that are rows of a sheet, see package/marks.ts, into the values that fields read. */
export class RowCells {
  readonly hidden: HiddenCells;
  /** The cells of the last row with an error that a field reads, and their texts by their index. */
  faults: readonly CellFault[] = [];
  errors: Map<number, string> | null = null;
  readonly #firstColumn: number;
  #sheet = '';

  constructor(firstColumn: number, from: Position | null) {
    this.#firstColumn = firstColumn;
    this.hidden = new HiddenCells(from);
  }

  /** Returns the cells of a row with their marks. */
  split(line: string): string[] {
    const { cells, tail } = splitRow(line);
    if (tail !== null) this.#sheet = this.hidden.note(tail, cells, this.#firstColumn);
    return cells;
  }

  /** Returns the texts of the cells of a row, for the reader of CSV. */
  textOf(line: string): string {
    return this.split(line).map(textOfCell).join(SEPARATOR);
  }

  /** Replaces cells with marks by what the fields of their columns read, and adds empty ones up to `width`. */
  convert(cells: string[], read: readonly (XlsxColumn | undefined)[], width: number): void {
    this.faults = [];
    this.errors = null;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? '';
      const first = cell.charCodeAt(0);
      if (first < 0x20) cells[index] = this.#valueOf(cell, first, { index, column: read[index] });
      else if (cell.includes('\u000b') || cell.includes('\u000c')) cells[index] = withLineEnds(cell);
    }
    while (cells.length < width) cells.push('');
  }

  /** Returns the name of the cell with an index from 0 in a row: `Sheet1!B17`. */
  nameOf(index: number, row: number): string {
    return `${quoteSheet(this.#sheet)}!${columnLetters(this.#firstColumn + index)}${row}`;
  }

  #valueOf(cell: string, first: number, { index, column }: { index: number; column: XlsxColumn | undefined }): string {
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
    (this.errors ??= new Map()).set(index, error);
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

/** Returns the column that each cell belongs to. */
export function columnsAt(at: Readonly<Record<string, number>>, columns: XlsxColumns): (XlsxColumn | undefined)[] {
  const read: (XlsxColumn | undefined)[] = [];
  for (const [key, index] of Object.entries(at)) {
    const column = columns[key];
    if (column !== undefined && index < MAX_INDEX) read[index] = column;
  }
  return read;
}

/** Returns the index of the cell of a field in a record, or that of the first cell. */
export function indexOfField({ cells, at }: CsvRecord, columns: XlsxColumns, field: string | null): number {
  const key = field === null ? undefined : Object.keys(columns).find((one) => columns[one]?.field === field);
  const index = key === undefined ? undefined : at[key];
  return index !== undefined && index < cells.length ? index : 0;
}

/** Returns the name of a sheet as references have it: in quotes unless it is a plain word. */
function quoteSheet(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
