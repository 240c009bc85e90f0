import { cellAt } from '../values/cell-at.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import type { StructureIssue } from '../model/record-source.ts';
import type { LineTypeParser, OpenRecord } from '../lines/joining-parser.ts';
import { type HeaderLine, type MissingNames, stateOf } from '../lines/line-parser.ts';
import { createLineTest, type CsvCondition, indexOfSelected } from './conditions.ts';
import type { Repeat } from '../repeats/repeat.ts';
import { indexesInGroups, namedInGroups } from './groups.ts';
import { ABSENT, type Header, type NamedColumn, type NamedColumns } from './header.ts';
import { CsvLineParser, type CsvDialect, type CsvRecord } from './line-parser.ts';
import { hasQuoteAfterBlank } from './split-cells.ts';
import { type CsvType, CsvTypeFinder, type TypedCsvDialect } from './type-finder.ts';

const UNKNOWN = -1;
const NO_PLACES = {};

/** Where a fast reader finds the type of a record, and the columns of each type. */
export interface TypedLayout {
  /** The index of the column that selects the type. ABSENT if there is none. */
  readonly column: number;
  readonly types: readonly Header[];
}

/** Splits lines into cells, and finds their record type and its columns. */
export class TypedCsvLineParser implements LineTypeParser<CsvRecord> {
  readonly raw: CsvRecord = { cells: [], at: {} };
  recordType = UNKNOWN;
  readonly #parser: CsvLineParser<string>;
  readonly #dialect: TypedCsvDialect;
  readonly #typeFinder: CsvTypeFinder;
  readonly #isContinuation: ReturnType<typeof createLineTest> | null;
  readonly #isFiller: ReturnType<typeof createLineTest> | null;
  #selector: string | undefined;
  /** For each type, the index of each field's cell. */
  #places: readonly Record<string, number>[] = [];
  #layout: TypedLayout | null = null;

  constructor(dialect: TypedCsvDialect, from: Position | null) {
    this.#dialect = dialect;
    const trailingDelimiter = dialect.trailingDelimiter === 'YES' ? 'YES' : 'NO';
    const selecting = findConditions(dialect);
    this.#parser = new CsvLineParser(
      { ...dialect, trailingDelimiter, columns: mergeColumns(dialect), selecting },
      from,
    );
    this.#isContinuation = dialect.continuationWhen === undefined ? null : createLineTest(dialect.continuationWhen);
    this.#isFiller = dialect.fillerWhen === undefined ? null : createLineTest(dialect.fillerWhen);
    this.#typeFinder = new CsvTypeFinder(dialect);
    if (stateOf(from)?.isBehindHeader === true || !dialect.hasHeader) this.#findPlaces();
  }

  /** The delimiters of the file. */
  get delimiters(): readonly string[] {
    return this.#typeFinder.delimiters;
  }

  parse(text: string): void {
    const column = this.#parser.columns?.recordType ?? ABSENT;
    const { cells, type } = this.#typeFinder.find(text, column, this.#parser.columns);
    this.#use(cells, type, column);
  }

  /** Finds the type of a line that was split into cells, in a file with one delimiter. */
  protected parseCells(cells: readonly string[]): void {
    const column = this.#parser.columns?.recordType ?? ABSENT;
    this.#use(cells, this.#typeFinder.findByCells(cells, column, this.#parser.columns), column);
  }

  #use(cells: readonly string[], type: number, column: number): void {
    this.recordType = type;
    this.#selector = cells[column];
    this.raw.cells = cells;
    this.raw.at = this.#places[type] ?? NO_PLACES;
  }

  /** The columns of the file. Null before the header. */
  protected get columns(): Header | null {
    return this.#parser.columns;
  }

  /** The number of cells that a record has at most. */
  protected get widest(): number {
    return Math.max(this.columns?.width ?? 0, ...this.#dialect.types.map(({ columns }) => this.#widthOf(columns)));
  }

  /** Returns the number of cells that records of a type have. 0 if it is not known. */
  protected widthOf(type: number): number {
    const own = this.#dialect.types[type];
    return own === undefined ? 0 : this.#widthOf(own.columns);
  }

  cellOf(raw: CsvRecord, key: string): string | null | undefined {
    return cellAt(raw, key);
  }

  isRecord(isMalformed: boolean): boolean {
    return this.recordType !== UNKNOWN || isMalformed || !this.#dialect.skipsUnknown;
  }

  isContinuation(): boolean {
    if (this.#isContinuation !== null) return this.#isContinuation(this.raw.cells, this.#parser.columns);
    return this.#selector !== undefined && this.#dialect.continuation?.includes(this.#selector) === true;
  }

  isFiller(): boolean {
    if (this.#isFiller !== null) return this.#isFiller(this.raw.cells, this.#parser.columns);
    return this.#selector !== undefined && this.#dialect.filler?.includes(this.#selector) === true;
  }

  openRecord(): OpenRecord<CsvRecord> {
    const cells = [...this.raw.cells];
    const { at, groups } = this.raw;
    return {
      append: (line) => {
        const after = this.#continuationColumn + 1;
        for (const cell of line.cells.slice(after)) cells.push(cell);
      },
      finish: () => (groups === undefined ? { cells, at } : { cells, at, groups }),
    };
  }

  /** The column after which the cells of a continuation line begin. */
  get #continuationColumn(): number {
    const header = this.#parser.columns;
    const [first] = this.#dialect.continuationWhen ?? [];
    return first === undefined ? (header?.recordType ?? ABSENT) : indexOfSelected(first, header);
  }

  checkStructure(): StructureIssue | null {
    return this.checkRecord(this.recordType, this.raw);
  }

  checkRecord(type: number, { cells }: CsvRecord): StructureIssue | null {
    if (type === UNKNOWN) return null;
    const { columns, minWidth = Infinity } = this.#dialect.types[type] ?? {};
    const width = this.#widthOf(columns);
    const isShorter = cells.length < width && cells.length >= minWidth;
    return isShorter ? null : this.#parser.checkWidth(cells, width, false);
  }

  hintAtQuotes(line: string): string {
    const widths = this.#dialect.types.map(({ columns }) => this.#widthOf(columns));
    return this.#parser.hintAtQuotesOf(line, widths);
  }

  hasQuoteAfterBlank(text: string): boolean {
    const { at, groups = {} } = this.raw;
    const own = [at, ...Object.values(groups).flat()].flatMap((places) => Object.values<number>(places));
    return hasQuoteAfterBlank(text, { ...this.#dialect, delimiter: this.#typeFinder.delimiterOf(text) }, own);
  }

  namesIn(text: string): string {
    return this.#parser.namesIn(text);
  }

  readHeader(line: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    const reading = this.#parser.readHeader(line);
    this.#findPlaces();
    return reading;
  }

  missingColumns(text: string): MissingNames {
    return this.#parser.missingColumns(text);
  }

  header(): Header | null {
    return this.#parser.header();
  }

  /** Returns the columns of all types. Null before the header, and if the types have several delimiters. */
  layout(): TypedLayout | null {
    return this.#layout;
  }

  #findPlaces(): void {
    const at = this.#parser.columns?.at ?? {};
    const placesOf = (keys: readonly string[], prefix: number | string) =>
      Object.fromEntries(keys.map((key) => [key, at[mergedKey(prefix, key)] ?? ABSENT]));
    this.#places = this.#dialect.types.map(({ columns }, type) =>
      placesOf(Object.keys('named' in columns ? columns.named : columns.indexes), type),
    );
    this.#findGroups(placesOf);
    if (this.delimiters.length > 1 || this.#dialect.trailingDelimiter === 'YES') return;
    const column = this.#parser.columns?.recordType ?? ABSENT;
    const types = this.#dialect.types.map(({ columns }, type) => ({
      at: this.#places[type] ?? {},
      width: this.#widthOf(columns),
      recordType: column,
      ...this.#layoutOfGroups(type),
    }));
    this.#layout = { column, types };
  }

  /** Groups are in the lines of another type. */
  #layoutOfGroups(type: number): Partial<Header> {
    const repeat = this.#dialect.repeats?.find((one) => one.type === type);
    const groups = this.raw.groups?.[type];
    if (repeat === undefined || groups === undefined) return {};
    return { width: this.#widthOf(this.#dialect.types[repeat.parent]?.columns), groups };
  }

  #findGroups(placesOf: (keys: readonly string[], prefix: string) => Record<string, number>): void {
    const { repeats, types } = this.#dialect;
    if (repeats === undefined) return;
    this.raw.groups = Object.fromEntries(
      repeats.map((repeat) => {
        const groups = columnsOfGroups(repeat, types).map((one, group) =>
          placesOf(Object.keys(one), groupPrefix(repeat.type, group)),
        );
        return [repeat.type, groups];
      }),
    );
  }

  #widthOf(columns: CsvType['columns'] | undefined): number {
    return columns !== undefined && 'width' in columns ? columns.width : (this.#parser.columns?.width ?? 0);
  }
}

function findConditions({ types, continuationWhen = [], fillerWhen = [] }: TypedCsvDialect): CsvCondition[] {
  return [...types.flatMap(({ all = [] }) => all), ...continuationWhen, ...fillerWhen];
}

function mergedKey(prefix: number | string, key: string): string {
  return `${prefix}.${key}`;
}

function groupPrefix(type: number, group: number): string {
  return `${type}.${group + 1}`;
}

type GroupColumns = NamedColumns | Readonly<Record<string, number>>;

/** Returns the columns of each group, from the first. */
function columnsOfGroups(repeat: Repeat, types: readonly CsvType[]): readonly GroupColumns[] {
  const { columns } = types[repeat.type] ?? { columns: { indexes: {}, width: 0 } };
  return 'named' in columns ? namedInGroups(repeat, columns.named) : indexesInGroups(repeat, columns.indexes);
}

/** Returns the columns of all types and groups together. Their keys begin with the index of the type. */
function mergeColumns({ types, repeats = [] }: TypedCsvDialect): CsvDialect['columns'] {
  const named: Record<string, NamedColumn> = {};
  const indexes: Record<string, number> = {};
  const add = (prefix: number | string, columns: GroupColumns) => {
    for (const [key, column] of Object.entries<NamedColumn | number>(columns))
      if (typeof column === 'number') indexes[mergedKey(prefix, key)] = column;
      else named[mergedKey(prefix, key)] = column;
  };
  for (const [type, { columns }] of types.entries())
    if (!repeats.some((repeat) => repeat.type === type))
      add(type, 'named' in columns ? columns.named : columns.indexes);
  for (const repeat of repeats)
    for (const [group, columns] of columnsOfGroups(repeat, types).entries())
      add(groupPrefix(repeat.type, group), columns);
  return types.some(({ columns }) => 'named' in columns) ? { named } : { indexes, width: 0 };
}
