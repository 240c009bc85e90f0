import { indexOfSelected } from '../csv/conditions.ts';
import type { Header } from '../csv/header.ts';
import type { CsvRecord } from '../csv/line-parser.ts';
import type { CsvType, TypedCsvDialect } from '../csv/type-finder.ts';
import { TypedCsvLineParser } from '../csv/typed-line-parser.ts';
import type { HeaderLine, MissingNames } from '../lines/line-parser.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import type { CellFault, NamedRecord } from '../model/record-source.ts';
import { findBy, type XlsxColumn, type XlsxColumns } from './rows/columns.ts';
import {
  namesInRow,
  type OnlyCsv,
  ROW_SETTINGS,
  type RowParser,
  type SheetColumns,
  withHidden,
} from './line-parser.ts';
import type { HiddenCells } from './rows/hidden-cells.ts';
import { cellInRow, columnsAt, indexOfField, RowCells, type XlsxRecord } from './rows/row-cells.ts';
import { textOfCell } from './rows/row-text.ts';

/** How records of one type are recognized in a sheet, and their columns. */
export interface XlsxType extends Pick<CsvType, 'values' | 'all'> {
  readonly columns: XlsxColumns;
}

/** Settings of CSV that sheets with several record types do not have. */
type OnlyTypedCsv = OnlyCsv | 'types' | 'repeats' | 'continuation' | 'filler' | 'continuationWhen' | 'fillerWhen';

/** The settings for reading a sheet with several record types. All defaults are set. */
export interface TypedXlsxDialect extends Omit<TypedCsvDialect, OnlyTypedCsv>, SheetColumns {
  readonly types: readonly XlsxType[];
}

/** Reads lines that are rows of a sheet, and finds their record type by the texts of their cells. */
export class TypedXlsxLineParser extends TypedCsvLineParser implements RowParser {
  /** `at` is that of the type of the row. */
  override readonly raw: XlsxRecord = { cells: [], at: {}, errors: null };
  readonly #row: RowCells;
  readonly #types: readonly XlsxColumns[];
  /** The columns that conditions examine have indexes below. */
  readonly #selectingWidth: number;
  /** The column that each cell belongs to, by the places of its type. */
  readonly #read = new Map<object, (XlsxColumn | undefined)[]>();

  constructor({ types, isNamed, firstColumn, ...dialect }: TypedXlsxDialect, from: Position | null) {
    super(
      {
        ...dialect,
        ...ROW_SETTINGS,
        types: types.map(({ columns, ...type }) => ({ ...type, columns: findBy(columns, isNamed) })),
      },
      from,
    );
    this.#types = types.map(({ columns }) => columns);
    this.#row = new RowCells(firstColumn, from);
    const conditions = types.flatMap(({ all = [] }) => all);
    this.#selectingWidth = 1 + Math.max(0, ...conditions.map((one) => indexOfSelected(one, null)).filter(isReal));
  }

  get hidden(): HiddenCells {
    return this.#row.hidden;
  }

  get faults(): readonly CellFault[] {
    return this.#row.faults;
  }

  override parse(text: string): void {
    const cells = this.#row.split(text);
    const texts = cells.map(textOfCell);
    // A row ends with its last text: further cells are empty.
    while (texts.length < Math.max(this.widest, this.#selectingWidth)) texts.push('');
    this.parseCells(texts);
    const { at } = this.raw;
    let read = this.#read.get(at);
    if (read === undefined) this.#read.set(at, (read = columnsAt(at, this.#types[this.recordType] ?? {})));
    this.#row.convert(cells, read, this.widthOf(this.recordType));
    Object.assign(this.raw, { cells, errors: this.#row.errors });
  }

  override cellOf(raw: CsvRecord, key: string): string | null | undefined {
    return cellInRow(raw, key);
  }

  override hasQuoteAfterBlank(): boolean {
    return false;
  }

  override namesIn(text: string): string {
    return namesInRow(text, this.#row);
  }

  override readHeader(line: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    return super.readHeader({ ...line, text: line.text === null ? null : this.#row.textOf(line.text) });
  }

  override missingColumns(text: string): MissingNames {
    return super.missingColumns(this.#row.textOf(text));
  }

  override header(): Header | null {
    return withHidden(super.header(), this.columns, this.hidden);
  }

  /** Only the careful reader reads workbooks. */
  override layout(): null {
    return null;
  }

  cellName(field: string | null, { raw = this.raw, recordType = -1, line }: NamedRecord<CsvRecord>): string {
    return this.#row.nameOf(indexOfField(raw, this.#types[recordType] ?? {}, field), line);
  }
}

const MAX_COLUMNS = 16_384;

/** Returns whether an index is that of a column which a sheet may have. */
function isReal(index: number): boolean {
  return index < MAX_COLUMNS;
}
