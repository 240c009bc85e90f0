import type { Warning } from '../../../compiler/kernel/model/contract.ts';
import { isBlank, trimBlanks } from './blanks.ts';
import type { Spec } from './spec.ts';

/** Maps the cells of a record to fields. */
export interface Columns {
  /** The cell index of each field; null if the header has no such column. */
  cells: (number | null)[];
  /** The index of the cell of each condition of recordWhen; null if there is none. */
  selectors: (number | null)[];
  /** The number of cells in a record. */
  width: number;
  warnings: Warning[];
  failure: Warning | null;
}

/** Maps the columns of a file by its header cells, or by position if `header` is null. */
export function matchHeader(spec: Spec, header: string[] | null): Columns {
  const names = (header ?? []).map(trimBlanks);
  const conditions = spec.recordWhen ?? [];
  const selectors = conditions.map(({ column }) => findSelector(spec, column, names));
  const lackedBySelector =
    header === null
      ? []
      : conditions.flatMap(({ column }, i) => (selectors[i] === null && !isNumber(column) ? [column] : []));
  if (header === null || !spec.byName) {
    const failure = lackedBySelector[0] === undefined ? null : createWarning('MISSING_COLUMN', lackedBySelector[0]);
    return { cells: spec.fields.map((_, i) => i), selectors, width: spec.fields.length, warnings: [], failure };
  }
  const places = spec.fields.map(({ columns }) => findAll(spec, names, columns));
  const known = findAll(spec, names, [...spec.fields.flatMap(({ columns }) => columns), ...selectorName(spec)]);
  const warnings = warnUnknown(names.filter((_, i) => !known.includes(i)));
  const missing = spec.fields.filter((_, i) => places[i]?.length === 0);
  const strict = spec.onMissingColumns === 'FATAL' || spec.onMissingColumns === 'ERROR';
  const endsRun = missing.filter(
    ({ columns, required }) => required || strict || selectorName(spec).some((name) => columns.includes(name)),
  );
  const doubled = spec.fields.find((_, i) => (places[i]?.length ?? 0) > 1);
  warnings.push(
    ...missing.filter((field) => !endsRun.includes(field)).map(({ column }) => createWarning('MISSING_COLUMN', column)),
  );
  const lacked = [...endsRun.map(({ column }) => column), ...lackedBySelector];
  const failure =
    lacked[0] !== undefined
      ? createWarning('MISSING_COLUMN', lacked[0])
      : doubled
        ? createWarning('DUPLICATE_COLUMN', doubled.column)
        : null;
  return { cells: places.map(([place = null]) => place), selectors, width: names.length, warnings, failure };
}

/** Returns whether the cells of a line have each column that the header must have, and one that a field reads. */
export function isHeader(spec: Spec, cells: string[]): boolean {
  const { failure, cells: places } = matchHeader(spec, cells);
  return failure?.code !== 'MISSING_COLUMN' && places.some((place) => place !== null);
}

/** Returns the places of all names that are one of some others, in the order of the others. */
function findAll({ ignoresCase }: Spec, names: string[], others: string[]): number[] {
  const simplify = (name: string) =>
    ignoresCase
      ? [...name]
          .filter((c) => !isBlank(c))
          .join('')
          .toLowerCase()
      : name;
  const places = others.flatMap((other) => names.flatMap((name, i) => (simplify(name) === simplify(other) ? [i] : [])));
  return [...new Set(places)];
}

/** Returns whether column names are looked up in the header. Otherwise it is only skipped. */
export function asksHeader(spec: Spec): boolean {
  return spec.byName || selectorName(spec).length > 0;
}

function selectorName({ recordWhen }: Spec): string[] {
  return (recordWhen ?? []).flatMap(({ column }) => (isNumber(column) ? [] : [column]));
}

function findSelector(spec: Spec, column: string, names: string[]): number | null {
  if (isNumber(column)) return Number(column) - 1;
  const same = spec.byName ? (spec.fields.find(({ columns }) => columns.includes(column))?.columns ?? []) : [];
  return findAll(spec, names, [column, ...same])[0] ?? null;
}

function isNumber(column: string): boolean {
  return /^[1-9][0-9]*$/u.test(column);
}

/** Returns a warning for each of the first hundred, and one for all others together. */
function warnUnknown(unknown: string[]): Warning[] {
  const others = unknown.length > 100 ? [createWarning('UNKNOWN_COLUMN', '')] : [];
  return [...unknown.slice(0, 100).map((name) => createWarning('UNKNOWN_COLUMN', name)), ...others];
}

/** Returns a warning about a column, or a path. */
export function createWarning(code: string, column: string): Warning {
  return { code, message: column };
}
