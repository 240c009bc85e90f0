import type { FoundIssue } from './collector.ts';

/** The hand-written checks of the peers' pipelines. Each returns the value, or adds to `issues` and returns null. */
const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?\d*\.?\d+$/;
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export interface NumberBounds {
  required: boolean;
  min: number;
  max: number;
}

export function integerOf(cell: string, field: string, bounds: NumberBounds, issues: FoundIssue[]): number | null {
  return numberOf(cell, { field, form: INTEGER, ...bounds }, issues);
}

export function decimalOf(cell: string, field: string, bounds: NumberBounds, issues: FoundIssue[]): number | null {
  return numberOf(cell, { field, form: DECIMAL, ...bounds }, issues);
}

function numberOf(
  cell: string,
  { field, form, required, min, max }: NumberBounds & { field: string; form: RegExp },
  issues: FoundIssue[],
): number | null {
  const text = cell.trim();
  if (text === '') return missing(field, required, issues);
  if (!form.test(text)) return refuse('TYPE_MISMATCH', field, text, issues);
  const number = Number(text);
  if (number < min) issues.push({ code: 'MIN_VALUE', field, message: `${field} must be at least ${min}`, value: text });
  if (number > max) issues.push({ code: 'MAX_VALUE', field, message: `${field} must be at most ${max}`, value: text });
  return number;
}

export function textOf(
  cell: string,
  field: string,
  { required, most }: { required: boolean; most: number },
  issues: FoundIssue[],
): string | null {
  if (cell === '') return missing(field, required, issues);
  // Counts code points. A text has at most as many code points as code units.
  if (cell.length > most && [...cell].length > most)
    issues.push({ code: 'MAX_LENGTH', field, message: `${field} must be at most ${most} long`, value: cell });
  return cell;
}

export function matchedOf(cell: string, field: string, form: RegExp, issues: FoundIssue[]): string | null {
  if (cell === '') return null;
  if (!form.test(cell)) issues.push({ code: 'REGEX', field, message: `${field} has not its form`, value: cell });
  return cell;
}

export function listedOf(
  cell: string,
  field: string,
  allowed: ReadonlySet<string>,
  issues: FoundIssue[],
): string | null {
  if (cell === '') return missing(field, true, issues);
  if (!allowed.has(cell))
    issues.push({ code: 'ALLOWED_VALUES', field, message: `${field} is none of those allowed`, value: cell });
  return cell;
}

/** Checks an ISO date. `text` may be a date that could not be converted. */
export function dateOf(text: string, field: string, required: boolean, issues: FoundIssue[]): string | null {
  if (text === '') return missing(field, required, issues);
  if (!isDate(text)) return refuse('TYPE_MISMATCH', field, text, issues);
  if (text < '2000-01-01' || text > '2030-12-31')
    issues.push({ code: 'DATE_RANGE', field, message: `${field} lies outside its range`, value: text });
  return text;
}

export function booleanOf(cell: string, field: string, issues: FoundIssue[]): boolean | null {
  const text = cell.trim().toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  return text === '' ? null : refuse('TYPE_MISMATCH', field, cell, issues);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0);
}

function missing(field: string, required: boolean, issues: FoundIssue[]): null {
  if (required) issues.push({ code: 'REQUIRED', field, message: `${field} is required`, value: null });
  return null;
}

function refuse(code: string, field: string, value: string, issues: FoundIssue[]): null {
  issues.push({ code, field, message: `${field} is not of its type`, value });
  return null;
}
