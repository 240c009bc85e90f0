import type { Failure, Severity, Warning } from '../model/contract.ts';
import { trim } from '../values/text.ts';

/** A column that a field reads by its name in the header. */
export interface NamedColumn {
  column: string;
  field: string;
  /** Whether the file cannot be read without it. */
  required: boolean;
}

/** The columns under the names that the module has for them. */
export type NamedColumns = Readonly<Record<string, NamedColumn>>;

/** Where the columns stand: what the header said. Plain data, kept in a run's position. */
export interface Header {
  /** Place of each column in the file, from 0, under the name that the module has for it; ABSENT where there is none. */
  at: Record<string, number>;
  /** How many cells a record is to have. */
  width: number;
  /** Place of the column that says which lines are records; ABSENT where none does. */
  recordType: number;
}

/** The place of a column that the file does not have: no cell ever stands there. */
export const ABSENT = 0x3fffffff;

/** What a header line says. */
export interface HeaderReading {
  header: Header;
  warnings: Warning[];
  failure: Failure | null;
}

/** What is looked for in a header. */
export interface HeaderColumns {
  /** The columns of the fields. */
  named: NamedColumns;
  /** Severity of a record without one of them; null: none. */
  onMissing: Severity | null;
  /** The column that says which lines are records, by its name or its place; null: all lines are. */
  recordType: string | number | null;
}

/** Finds the spec's columns in a header line: cells compare exactly, blanks around them dropped. */
export function readHeader(cells: readonly string[], sought: HeaderColumns): HeaderReading {
  const columns = sought.named;
  const names = cells.map(trim);
  const places = placesOf(names);
  const header: Header = { at: {}, width: cells.length, recordType: placeOfType(names, sought.recordType) };
  const reading: HeaderReading = { header, warnings: unknownColumns(names, sought), failure: null };
  for (const [key, named] of Object.entries(columns)) {
    const found = places.get(named.column);
    header.at[key] = found?.place ?? ABSENT;
    if (found === undefined) noteMissing(named, sought, reading);
  }
  reading.failure ??= missingType(header, sought.recordType);
  for (const { column } of Object.values(columns)) {
    const count = places.get(column)?.count ?? 0;
    if (count > 1)
      reading.failure ??= {
        code: 'DUPLICATE_COLUMN',
        message: `the header has the column ${quoted(column)} ${count} times`,
      };
  }
  return reading;
}

/** Finds the column that says which lines are records, where fields are found by their places. */
export function readRecordType(
  cells: readonly string[],
  recordType: string,
): { place: number; failure: Failure | null } {
  const place = placeOfType(cells.map(trim), recordType);
  return { place, failure: missingType({ recordType: place }, recordType) };
}

/** The first match counts: a column of that name that stands again is no field's. */
function placeOfType(names: readonly string[], recordType: HeaderColumns['recordType']): number {
  if (typeof recordType === 'number') return recordType;
  const place = recordType === null ? -1 : names.indexOf(recordType);
  return place < 0 ? ABSENT : place;
}

/** Without this column every line of the file would be none, silently. */
function missingType(found: Pick<Header, 'recordType'>, recordType: HeaderColumns['recordType']): Failure | null {
  if (typeof recordType !== 'string' || found.recordType !== ABSENT) return null;
  return {
    code: 'MISSING_COLUMN',
    message: `the header has no column ${quoted(recordType)}, which says which lines are records`,
  };
}

function noteMissing(
  { column, field, required }: NamedColumn,
  { onMissing, recordType }: HeaderColumns,
  reading: HeaderReading,
): void {
  const missing = {
    code: 'MISSING_COLUMN',
    message: `the header has no column ${quoted(column)} for the field ${quoted(field)}`,
  };
  if (required || onMissing === 'FATAL' || onMissing === 'ERROR' || column === recordType) reading.failure ??= missing;
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

function unknownColumns(names: readonly string[], { named, recordType }: HeaderColumns): Warning[] {
  const known = new Set([...Object.values(named).map(({ column }) => column), recordType]);
  const unknown = names.filter((name) => !known.has(name));
  const warnings = unknown
    .slice(0, TOLD_COLUMNS)
    .map((name) => ({ code: 'UNKNOWN_COLUMN', message: `no field reads the column ${quoted(name)}` }));
  if (unknown.length > TOLD_COLUMNS)
    warnings.push({ code: 'UNKNOWN_COLUMN', message: `no field reads ${unknown.length - TOLD_COLUMNS} more columns` });
  return warnings;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? text.slice(0, 100) + '…' : text);
}
