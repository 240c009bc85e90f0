import type { Failure, Position, Warning } from '../model/contract.ts';
import type { StructureIssue } from '../model/record-source.ts';
import { type HeaderLine, type LineParser, stateOf } from '../lines/line-parser.ts';
import { ABSENT, type Header, type NamedColumn, type NamedColumns } from './header.ts';
import { CsvLineParser, type CsvDialect, type CsvRecord } from './line-parser.ts';

/** How records of one type are recognized in a CSV file, and where their columns are. */
export interface CsvType {
  /** The values of the column of `recordWhen` that select the type. Null: all records that no other type selects. */
  readonly values: readonly string[] | null;
  readonly columns: CsvDialect['columns'];
}

/** The settings for reading a CSV file with several record types. `columns` of the dialect is not used. */
export interface TypedCsvDialect extends Omit<CsvDialect, 'columns'> {
  readonly types: readonly CsvType[];
  /** Whether lines of no type are other lines instead of records. */
  readonly skipsUnknown: boolean;
}

const UNKNOWN = -1;

/** Splits lines into cells, and finds their record type and its columns. */
export class TypedCsvLineParser implements LineParser<CsvRecord> {
  readonly raw: { cells: readonly string[]; at: Readonly<Record<string, number>> } = { cells: [], at: {} };
  recordType = UNKNOWN;
  readonly #parser: CsvLineParser<string>;
  readonly #dialect: TypedCsvDialect;
  readonly #typeOf = new Map<string, number>();
  readonly #fallback: number;
  /** For each type, the index of each field's cell. */
  #places: readonly Readonly<Record<string, number>>[] = [];

  constructor(dialect: TypedCsvDialect, from: Position | null) {
    this.#dialect = dialect;
    this.#parser = new CsvLineParser({ ...dialect, columns: mergeColumns(dialect.types) }, from);
    this.#fallback = dialect.types.findIndex(({ values }) => values === null);
    for (const [index, { values }] of dialect.types.entries()) {
      for (const value of values ?? []) this.#typeOf.set(value, index);
    }
    if (stateOf(from)?.isBehindHeader === true || !dialect.hasHeader) this.#findPlaces();
  }

  parse(text: string): void {
    this.#parser.parse(text);
    const { cells } = this.#parser.raw;
    const value = cells[this.#parser.layout()?.recordType ?? ABSENT];
    this.recordType = (value === undefined ? undefined : this.#typeOf.get(value)) ?? this.#fallback;
    this.raw.cells = cells;
    this.raw.at = this.#places[this.recordType] ?? {};
  }

  isRecord(isMalformed: boolean): boolean {
    return this.recordType !== UNKNOWN || isMalformed || !this.#dialect.skipsUnknown;
  }

  checkStructure(): StructureIssue | null {
    if (this.recordType === UNKNOWN) return null;
    const columns = this.#dialect.types[this.recordType]?.columns;
    const width = columns !== undefined && 'width' in columns ? columns.width : this.#parser.layout()?.width;
    return this.#parser.checkWidth(width ?? 0);
  }

  readHeader(line: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    const reading = this.#parser.readHeader(line);
    this.#findPlaces();
    return reading;
  }

  header(): Header | null {
    return this.#parser.header();
  }

  /** Returns null, because no fast reader reads several record types. */
  layout(): null {
    return null;
  }

  #findPlaces(): void {
    const at = this.#parser.layout()?.at ?? {};
    this.#places = this.#dialect.types.map(({ columns }, type) => {
      const keys = Object.keys('named' in columns ? columns.named : columns.indexes);
      return Object.fromEntries(keys.map((key) => [key, at[mergedKey(type, key)] ?? ABSENT]));
    });
  }
}

function mergedKey(type: number, key: string): string {
  return `${type}.${key}`;
}

/** Returns the columns of all types together. Their keys begin with the index of the type. */
function mergeColumns(types: readonly CsvType[]): CsvDialect['columns'] {
  const named: Record<string, NamedColumn> = {};
  const indexes: Record<string, number> = {};
  for (const [type, { columns }] of types.entries()) {
    if ('named' in columns)
      for (const [key, column] of Object.entries<NamedColumn>(columns.named as NamedColumns))
        named[mergedKey(type, key)] = column;
    else for (const [key, index] of Object.entries(columns.indexes)) indexes[mergedKey(type, key)] = index;
  }
  return types.some(({ columns }) => 'named' in columns) ? { named } : { indexes, width: 0 };
}
