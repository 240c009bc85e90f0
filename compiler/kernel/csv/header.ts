import type { Failure, Severity, Warning } from '../contract.ts';
import { trim } from '../values/text.ts';

/** A column that the spec reads by its name in the header. */
export interface NamedColumn {
  column: string;
  /** The field that it belongs to; null where only `recordWhen` looks at it. */
  field: string | null;
  /** Whether the file cannot be read without it. */
  required: boolean;
}

/** The columns under the names that the module has for them. */
export type NamedColumns = Readonly<Record<string, NamedColumn>>;

/** Where the columns stand: what the header said. Plain data, kept in a run's position. */
export interface Header {
  /** Place of each column in the file, from 0, under the name that the module has for it; ABSENT where there is none. */
  at: Record<string, number>;
  /** How many cells the header has. */
  width: number;
}

/** The place of a column that the file does not have: no cell ever stands there. */
export const ABSENT = 0x3fffffff;

/** What a header line says. */
export interface HeaderReading {
  header: Header;
  warnings: Warning[];
  failure: Failure | null;
}

/** Finds the spec's columns in a header line: cells compare exactly, blanks around them dropped. */
export function readHeader(cells: readonly string[], columns: NamedColumns, onMissing: Severity | null): HeaderReading {
  const names = cells.map(trim);
  const places = placesOf(names);
  const reading: HeaderReading = { header: { at: {}, width: cells.length }, warnings: unknownColumns(names, columns), failure: null };
  for (const [key, named] of Object.entries(columns)) {
    const found = places.get(named.column);
    reading.header.at[key] = found?.place ?? ABSENT;
    if (found === undefined) noteMissing(named, onMissing, reading);
  }
  for (const { column } of Object.values(columns)) {
    const count = places.get(column)?.count ?? 0;
    if (count > 1) reading.failure ??= { code: 'DUPLICATE_COLUMN', message: `the header has the column ${quoted(column)} ${count} times` };
  }
  return reading;
}

function noteMissing({ column, field, required }: NamedColumn, onMissing: Severity | null, reading: HeaderReading): void {
  const missing = { code: 'MISSING_COLUMN', message: `the header has no column ${quoted(column)}${field === null ? '' : ` for the field ${quoted(field)}`}` };
  if (required || onMissing === 'FATAL' || onMissing === 'ERROR') reading.failure ??= missing;
  else reading.warnings.push(missing);
}

function placesOf(names: readonly string[]): Map<string, { place: number; count: number }> {
  const places = new Map<string, { place: number; count: number }>();
  names.forEach((name, place) => {
    const known = places.get(name);
    if (known === undefined) places.set(name, { place, count: 1 });
    else known.count++;
  });
  return places;
}

const TOLD_COLUMNS = 100;

function unknownColumns(names: readonly string[], columns: NamedColumns): Warning[] {
  const known = new Set(Object.values(columns).map(({ column }) => column));
  const unknown = names.filter((name) => !known.has(name));
  const warnings = unknown.slice(0, TOLD_COLUMNS).map((name) => ({ code: 'UNKNOWN_COLUMN', message: `no field reads the column ${quoted(name)}` }));
  if (unknown.length > TOLD_COLUMNS) warnings.push({ code: 'UNKNOWN_COLUMN', message: `no field reads ${unknown.length - TOLD_COLUMNS} more columns` });
  return warnings;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? text.slice(0, 100) + '…' : text);
}
