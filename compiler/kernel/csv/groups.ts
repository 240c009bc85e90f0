import { cellAt } from '../values/cell-at.ts';
import type { Group, GroupFormat, Repeat } from '../repeats/repeat.ts';
import { nameInGroup } from '../repeats/repeat.ts';
import type { NamedColumn, NamedColumns } from './header.ts';
import type { CsvRecord } from './line-parser.ts';

/** Returns how the groups of CSV records are found. `nullTexts` are the texts besides the empty one that mean null. */
export function csvGroups(repeats: readonly Repeat[], nullTexts: readonly string[] = []): GroupFormat<CsvRecord> {
  const isBlank = (cell: string | undefined) => cell === undefined || cell.trim() === '' || nullTexts.includes(cell);
  return {
    repeats,
    find: ({ cells, groups }, { type }, number): Group<CsvRecord> => {
      const at = groups?.[type]?.[number - 1] ?? {};
      const isEmpty = Object.values(at).every((index) => isBlank(cells[index]));
      return { raw: { cells, at }, isEmpty, isUnused: isEmpty, issue: null };
    },
    cellOf: cellAt,
  };
}

/** Returns the columns of all groups that are found by name, by the number of the group, from 1, and the field. */
export function namedInGroups(repeat: Repeat, named: NamedColumns): NamedColumns[] {
  const read = new Set(Object.values(named).flatMap(({ column }) => column));
  const others = repeat.columns.filter((column) => !read.has(column));
  const all: [string, NamedColumn][] = [
    ...Object.entries(named),
    ...others.map((column): [string, NamedColumn] => [`#${column}`, { column, field: column, required: false }]),
  ];
  return Array.from({ length: repeat.times }, (_, at) => {
    const rename = (column: string) => nameInGroup(repeat, column, at + 1);
    return Object.fromEntries(
      all.map(([key, one]) => {
        const column = typeof one.column === 'string' ? rename(one.column) : one.column.map(rename);
        return [key, { ...one, column }];
      }),
    );
  });
}

/** Returns the columns of all groups that are at fixed indexes; see namedInGroups. */
export function indexesInGroups(
  { times, start, length }: Repeat,
  indexes: Readonly<Record<string, number>>,
): Record<string, number>[] {
  return Array.from({ length: times }, (_, at) => {
    const first = start - 1 + at * length;
    return Object.fromEntries(Object.entries(indexes).map(([key, index]) => [key, first + index]));
  });
}
