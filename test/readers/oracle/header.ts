import type { Warning } from '../../../compiler/kernel/model/contract.ts';
import { trimBlanks } from './blanks.ts';
import type { Spec } from './spec.ts';

/** Maps the cells of a record to fields. */
export interface Columns {
  /** The cell index of each field; null if the header has no such column. */
  cells: (number | null)[];
  /** The index of the cell that recordWhen compares; null if there is none. */
  selector: number | null;
  /** The number of cells in a record. */
  width: number;
  warnings: Warning[];
  failure: Warning | null;
}

/** Maps the columns of a file by its header cells, or by position if `header` is null. */
export function matchHeader(spec: Spec, header: string[] | null): Columns {
  const names = (header ?? []).map(trimBlanks);
  const selector = findSelector(spec, names);
  const lackedBySelector = header === null ? [] : selectorName(spec).filter((name) => !names.includes(name));
  if (header === null || !spec.byName) {
    const failure = lackedBySelector[0] === undefined ? null : createWarning('MISSING_COLUMN', lackedBySelector[0]);
    return { cells: spec.fields.map((_, i) => i), selector, width: spec.fields.length, warnings: [], failure };
  }
  const cells = spec.fields.map(({ column }) => (names.includes(column) ? names.indexOf(column) : null));
  const known = [...spec.fields.map(({ column }) => column), ...selectorName(spec)];
  const warnings = warnUnknown(names.filter((name) => !known.includes(name)));
  const missing = spec.fields.filter(({ column }) => !names.includes(column));
  const strict = spec.onMissingColumns === 'FATAL' || spec.onMissingColumns === 'ERROR';
  const endsRun = missing.filter(({ column, required }) => required || strict || lackedBySelector.includes(column));
  const doubled = spec.fields.find(({ column }) => names.filter((name) => name === column).length > 1);
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
  return { cells, selector, width: names.length, warnings, failure };
}

/** Returns whether column names are looked up in the header. Otherwise it is only skipped. */
export function asksHeader(spec: Spec): boolean {
  return spec.byName || selectorName(spec).length > 0;
}

function selectorName({ recordWhen }: Spec): string[] {
  return recordWhen === null || isNumber(recordWhen.column) ? [] : [recordWhen.column];
}

function findSelector({ recordWhen }: Spec, names: string[]): number | null {
  if (recordWhen === null) return null;
  if (isNumber(recordWhen.column)) return Number(recordWhen.column) - 1;
  return names.includes(recordWhen.column) ? names.indexOf(recordWhen.column) : null;
}

function isNumber(column: string): boolean {
  return /^[1-9][0-9]*$/u.test(column);
}

/** Returns a warning for each of the first hundred, and one for all others together. */
function warnUnknown(unknown: string[]): Warning[] {
  const others = unknown.length > 100 ? [createWarning('UNKNOWN_COLUMN', '')] : [];
  return [...unknown.slice(0, 100).map((name) => createWarning('UNKNOWN_COLUMN', name)), ...others];
}

function createWarning(code: string, column: string): Warning {
  return { code, message: column };
}
