import type { CsvSpec } from './keys.ts';
import type { CsvPlan } from './plan.ts';
import type { TextEncoding } from '../model/samples/encode-text.ts';
import type { Cell, WrittenRecord } from '../model/samples/file-writer.ts';
import { type WrittenDialect, writeLine } from './sample-cells.ts';

/** A column of a written file. `cellOf` returns its text for a record: the cell of a field, or a constant. */
export interface CsvColumn {
  readonly name: string;
  readonly cellOf: (cells: readonly Cell[]) => string;
}

/** The properties of a spec that are needed to write CSV files. `isNamed` is true if columns are found by name. */
export interface CsvFile {
  readonly spec: CsvSpec;
  readonly dialect: WrittenDialect & Pick<CsvPlan['dialect'], 'skipTop' | 'skipBottom' | 'hasHeader'>;
  /** The texts of lines before the header, by their numbers. */
  readonly titles: ReadonlyMap<number, string>;
  readonly isNamed: boolean;
  readonly columns: readonly CsvColumn[];
  readonly encode: TextEncoding;
}

/** Writes a record with its line end. Returns null if the dialect or the encoding cannot express its cells. */
export function writeCsvRecord({ dialect, columns, encode }: CsvFile, cells: readonly Cell[]): WrittenRecord | null {
  const line = writeLine(
    columns.map(({ cellOf }) => cellOf(cells)),
    dialect,
  );
  const bytes = line === null ? null : encode(line + endOf(dialect));
  return bytes === null ? null : { bytes, start: 0 };
}

/**
 * Returns all lines before the first record: skipped lines and the header. Returns null if the header cannot be
 * written. `names` are the names in the header. If columns are found by position, only their number matters.
 */
export function headOf(
  { dialect, isNamed, columns, titles }: CsvFile,
  names: readonly string[] = columns.map(({ name }) => name),
): string | null {
  const skipped = linesOf(Math.max(dialect.skipTop, ...titles.keys()), 'before the header', { dialect, titles });
  if (!dialect.hasHeader) return skipped;
  const header = writeLine(isNamed ? names : names.map((_, at) => `column ${at + 1}`), dialect);
  return header === null ? null : `${skipped}${header}${endOf(dialect)}`;
}

/** Returns `count` numbered lines that a spec skips. `where` is part of their text, unless `titles` has another one. */
export function linesOf(
  count: number,
  where: string,
  { dialect, titles }: { dialect: WrittenDialect; titles?: ReadonlyMap<number, string> },
): string {
  const lines = Array.from({ length: count }, (_, at) => titles?.get(at + 1) ?? `line ${at + 1} ${where}`);
  return lines.map((line) => line + endOf(dialect)).join('');
}

/** Returns the text at the end of each record. */
export function endOf({ separator = '\n' }: WrittenDialect): string {
  return separator;
}
