import { type CsvDialect, CsvLineParser, type CsvRecord } from '../csv/line-parser.ts';
import type { Header } from '../csv/header.ts';
import { joinNames } from '../csv/split-cells.ts';
import type { HeaderLine, LineParser, MissingNames } from '../lines/line-parser.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import type { CellFault, NamedRecord, StructureIssue } from '../model/record-source.ts';
import { findBy, type XlsxColumn, type XlsxColumns } from './rows/columns.ts';
import type { HiddenCells } from './rows/hidden-cells.ts';
import { cellInRow, columnsAt, indexOfField, RowCells } from './rows/row-cells.ts';
import { SEPARATOR } from './rows/row-text.ts';

/** The settings of CSV that workbooks do not have. */
export type OnlyCsv = 'delimiter' | 'quote' | 'escape' | 'comment' | 'skipBlankLines' | 'columns' | 'trailingDelimiter';

/** How the columns of a sheet are found. */
export interface SheetColumns {
  /** Whether columns are found by the names in the header, and not in the order of the fields. */
  readonly isNamed: boolean;
  /** The index of the first column of the range, from 0. */
  readonly firstColumn: number;
}

/** The settings for reading a sheet. All defaults are set. */
export interface XlsxDialect<Column extends string = string> extends Omit<CsvDialect, OnlyCsv>, SheetColumns {
  readonly columns: XlsxColumns<Column>;
}

/** Parses the lines of a sheet. */
export interface RowParser<Raw extends CsvRecord = CsvRecord> extends LineParser<Raw> {
  readonly hidden: HiddenCells;
  /** The cells of the parsed row with an error that a field reads. */
  readonly faults: readonly CellFault[];
  /** Returns the name of the cell of a field in a record, `Sheet1!B17`, or that of its first cell. */
  cellName(field: string | null, record: NamedRecord<Raw>): string;
}

/** The settings of CSV for lines that are rows of a sheet. */
export const ROW_SETTINGS = {
  delimiter: SEPARATOR,
  quote: '',
  escape: '',
  comment: '',
  skipBlankLines: true,
  trailingDelimiter: 'NO',
} as const;

/** Reads lines that are rows of a sheet; see package/marks.ts. */
export class XlsxLineParser<Column extends string>
  extends CsvLineParser<Column>
  implements RowParser<CsvRecord<Column>>
{
  readonly #row: RowCells;
  readonly #columns: XlsxColumns;
  /** The column that each cell belongs to, for the header with the places `#at`. */
  #read: (XlsxColumn | undefined)[] = [];
  #at: object | null = null;

  constructor({ columns, isNamed, firstColumn, ...dialect }: XlsxDialect<Column>, from: Position | null) {
    super({ ...dialect, ...ROW_SETTINGS, columns: findBy(columns, isNamed) }, from);
    this.#columns = columns;
    this.#row = new RowCells(firstColumn, from);
  }

  get hidden(): HiddenCells {
    return this.#row.hidden;
  }

  get faults(): readonly CellFault[] {
    return this.#row.faults;
  }

  override parse(text: string): void {
    const cells = this.#row.split(text);
    if (this.raw.at !== this.#at) {
      this.#at = this.raw.at;
      this.#read = columnsAt(this.raw.at, this.#columns);
    }
    this.#row.convert(cells, this.#read, this.columns?.width ?? 0);
    this.raw.cells = cells;
  }

  override cellOf(raw: CsvRecord<Column>, key: string): string | null | undefined {
    return cellInRow({ ...raw, errors: this.#row.errors }, key);
  }

  override checkWidth(record: readonly string[], width: number): StructureIssue | null {
    return super.checkWidth(record, width, false);
  }

  override readHeader(line: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    return super.readHeader({ ...line, text: line.text === null ? null : this.#row.textOf(line.text) });
  }

  override missingColumns(text: string): MissingNames {
    return super.missingColumns(this.#row.textOf(text));
  }

  override namesIn(text: string): string {
    return namesInRow(text, this.#row);
  }

  override hasQuoteAfterBlank(): boolean {
    return false;
  }

  /** The columns of the file, and what warnings have said of hidden cells. */
  override header(): Header | null {
    return withHidden(super.header(), this.columns, this.hidden);
  }

  /** Only the careful reader reads workbooks. */
  override layout(): null {
    return null;
  }

  cellName(field: string | null, { raw = this.raw, line }: NamedRecord<CsvRecord<Column>>): string {
    return this.#row.nameOf(indexOfField(raw, this.#columns, field), line);
  }
}

/** Returns the cells of a row as one text; see LineParser.namesIn. */
export function namesInRow(text: string, row: RowCells): string {
  const cells = row.textOf(text).split(SEPARATOR);
  return cells.length < 2 ? text : joinNames(cells);
}

/** Returns what a resume position stores of the header, with what warnings have said of hidden cells. */
export function withHidden(header: Header | null, columns: Header | null, cells: HiddenCells): Header | null {
  const hidden = cells.save();
  return hidden === null || columns === null ? header : Object.assign({ hidden }, columns);
}
