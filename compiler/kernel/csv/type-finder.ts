import { type CsvCharacters, splitCells } from './split-cells.ts';
import { createLineTest, type CsvCondition } from './conditions.ts';
import type { Header } from './header.ts';
import type { CsvDialect } from './line-parser.ts';
import type { Repeat } from '../repeats/repeat.ts';

/** How records of one type are recognized in a CSV file, and where their columns are. */
export interface CsvType {
  /** The values of the column of `recordWhen` that select the type. Null: all records that no other type selects. */
  readonly values: readonly string[] | null;
  /** The conditions that must all hold, instead of the values. Absent: the values select. */
  readonly all?: readonly CsvCondition[];
  readonly columns: CsvDialect['columns'];
  /** The character between the cells of these records. Absent: that of the dialect. */
  readonly delimiter?: string;
  /** The smallest number of cells, if groups at the end may be missing. Absent: `width` of the columns. */
  readonly minWidth?: number;
}

/** The settings for reading a CSV file with several record types. `columns` of the dialect is not used. */
export interface TypedCsvDialect extends Omit<CsvDialect, 'columns'> {
  readonly types: readonly CsvType[];
  /** The types whose records are groups of other records. Absent: there are none. */
  readonly repeats?: readonly Repeat[];
  /** Whether lines of no type are other lines instead of records. */
  readonly skipsUnknown: boolean;
  /** The values of the column of `recordWhen` in lines that continue the record before them. Absent: there are none. */
  readonly continuation?: readonly string[];
  /** The values of that column in lines that only fill the file. Absent: there are none. */
  readonly filler?: readonly string[];
  /** The conditions of these lines, instead of the values. Absent: the values select. */
  readonly continuationWhen?: readonly CsvCondition[];
  readonly fillerWhen?: readonly CsvCondition[];
}

/** The cells of a line, and the index of its record type. -1: it has none. */
interface FoundType {
  readonly cells: readonly string[];
  readonly type: number;
}

/** The types whose records have one delimiter, by the value that selects them. */
interface DelimitedTypes {
  readonly characters: CsvCharacters;
  readonly types: ReadonlyMap<string, number>;
}

/**
 * Finds the record type of a CSV line, and splits the line at the delimiter of that type. If the types have several
 * delimiters, the first cell selects the type.
 */
export class CsvTypeFinder {
  readonly #dialect: TypedCsvDialect;
  /** The types with the delimiter of the dialect. Then those with other delimiters. */
  readonly #own: DelimitedTypes;
  readonly #others: readonly DelimitedTypes[];
  readonly #fallback: number;
  /** The types that conditions select. */
  readonly #tests: readonly { readonly type: number; readonly test: ReturnType<typeof createLineTest> }[];
  readonly #fallbackTypes: DelimitedTypes;

  constructor(dialect: TypedCsvDialect) {
    this.#dialect = dialect;
    this.#fallback = dialect.types.findIndex(({ values }) => values === null);
    this.#tests = dialect.types.flatMap(({ all }, type) =>
      all === undefined ? [] : [{ type, test: createLineTest(all) }],
    );
    const { delimiter, quote, escape, skipBlanks = false, escapesOutside = false, quotesRows = false } = dialect;
    const characters = { delimiter, quote, escape, skipBlanks, escapesOutside, quotesRows };
    const own = { characters, types: new Map<string, number>() };
    const groups = new Map([[delimiter, own]]);
    for (const [type, { values, delimiter: other = delimiter }] of dialect.types.entries()) {
      const group = groups.get(other) ?? { characters: { ...own.characters, delimiter: other }, types: new Map() };
      groups.set(other, group);
      for (const value of values ?? []) group.types.set(value, type);
    }
    this.#own = own;
    this.#others = [...groups.values()].slice(1);
    this.#fallbackTypes = groups.get(dialect.types[this.#fallback]?.delimiter ?? delimiter) ?? own;
  }

  /** The delimiters of the file. That of the dialect is first. */
  get delimiters(): readonly string[] {
    return [this.#own, ...this.#others].map(({ characters }) => characters.delimiter);
  }

  /** Finds the type by the cell at index `column`, or by the cells that its conditions examine. The quotes of the line must be well-formed for its delimiter. */
  find(text: string, column: number, header: Header | null): FoundType {
    const { characters, types } = this.#findTypes(text);
    const cells = splitCells(text, characters, this.#dialect.maxColumns);
    return { cells, type: this.#typeOf(cells, valueOf(types, cells[column]), header) };
  }

  /** Finds the type of a line with these cells in a file with one delimiter; see `find`. */
  findByCells(cells: readonly string[], column: number, header: Header | null): number {
    return this.#typeOf(cells, valueOf(this.#own.types, cells[column]), header);
  }

  #typeOf(cells: readonly string[], selected: number | undefined, header: Header | null): number {
    return selected ?? this.#tests.find(({ test }) => test(cells, header))?.type ?? this.#fallback;
  }

  /** Returns the delimiter of the line that begins with `text`. Text after its first line end does not matter. */
  delimiterOf(text: string): string {
    return this.#findTypes(text).characters.delimiter;
  }

  #findTypes(text: string): DelimitedTypes {
    if (this.#others.length === 0) return this.#own;
    const line = this.#dialect.separator === undefined ? (/^[^\r\n]*/.exec(text)?.[0] ?? '') : text;
    const found = [this.#own, ...this.#others].find(({ characters, types }) => {
      const value = findFirstCell(line, characters);
      return value !== null && types.has(value);
    });
    if (found !== undefined) return found;
    return this.#isOfDialect(findFirstCell(line, this.#own.characters)) ? this.#own : this.#fallbackTypes;
  }

  /** Returns whether a value selects a continuation or filler line, which the delimiter of the dialect splits. */
  #isOfDialect(value: string | null): boolean {
    const { continuation = [], filler = [] } = this.#dialect;
    return value !== null && (continuation.includes(value) || filler.includes(value));
  }
}

function valueOf(types: DelimitedTypes['types'], value: string | undefined): number | undefined {
  return value === undefined ? undefined : types.get(value);
}

/**
 * Returns the first cell of a line. Null if it is quoted and not well-formed, or contains an escaped character: the
 * delimiter may be that of another type.
 */
function findFirstCell(line: string, characters: CsvCharacters): string | null {
  const { delimiter, quote, escape, escapesOutside, quotesRows } = characters;
  if (quotesRows === true && line.startsWith(quote)) {
    const row = line.slice(quote.length, line.endsWith(quote) ? -quote.length : undefined);
    const cell = row.split(delimiter, 1)[0] ?? '';
    return cell.includes(quote) || cell.includes(escape) ? null : cell;
  }
  if (quote === '' || !line.startsWith(quote)) {
    const end = line.indexOf(delimiter);
    const cell = end < 0 ? line : line.slice(0, end);
    return escapesOutside === true && cell.includes(escape) ? null : cell;
  }
  const end = line.indexOf(quote, quote.length);
  const cell = line.slice(quote.length, end);
  const next = end + quote.length;
  const isWhole = end >= 0 && (next === line.length || line.startsWith(delimiter, next));
  return isWhole && !cell.includes(escape) ? cell : null;
}
