import type { CsvSpec } from './keys.ts';
import type { CsvPlan } from './plan.ts';
import { type CsvColumn, type CsvFile, headOf, linesOf, writeCsvRecord } from './sample-file.ts';
import { writeCsvFaults } from './sample-faults.ts';
import { columnNameOf, columnNamesOf } from '../model/column-names.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { type Cell, type FileWriter, joinRecords, NUMBERED_COLUMN } from '../model/samples/file-writer.ts';

/**
 * Creates a writer of CSV files for a spec. `header` has the columns of the file if it has others than those of the
 * spec. Returns null if the header or the skipped lines cannot be written.
 */
export function createCsvWriter(
  spec: CsvSpec,
  { dialect, columns }: CsvPlan,
  header: readonly string[] | null,
): FileWriter | null {
  const which = selectorOf(spec);
  const file: CsvFile = {
    spec,
    dialect,
    isNamed: columns.kind === 'NAMED',
    columns: header === null ? columnsOf(spec, which) : arrange(columnsOf(spec, which), header),
    encode: encodingOf(spec.encoding ?? 'utf-8'),
  };
  const head = file.encode(headOf(file) ?? '\ud800');
  const tail = file.encode(linesOf(dialect.skipBottom, 'after the records'));
  if (head === null || tail === null) return null;
  const writeRecord = (cells: readonly Cell[]) => writeCsvRecord(file, cells);
  return {
    ending: 'csv',
    fillers: spec.fields.map((_, field) => (field === which?.field ? (which.values[0] ?? null) : null)),
    requiredCells: (field) => (field === which?.field ? which.values : []),
    writeRecord,
    writeFile: (records) => joinRecords(head, records, tail),
    writeFaults: (cells) => writeCsvFaults(file, cells, { head, tail }),
  };
}

/** Returns the columns in the order of a header. Those that the spec does not have are empty. */
function arrange(columns: readonly CsvColumn[], header: readonly string[]): CsvColumn[] {
  return header.map((name) => columns.find((column) => column.name === name) ?? { name, cellOf: () => '' });
}

interface Selector {
  /** The index of the field that reads the column of `recordWhen`, or null if no field reads it. */
  readonly field: number | null;
  /** The index of that column, from 0, if no field reads it and `recordWhen` has its number. Otherwise null. */
  readonly place: number | null;
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Finds the column of `recordWhen`, by the same rules as `planCsv`. Returns null if the spec has no `recordWhen`
 * column.
 */
function selectorOf({ recordWhen, fields }: CsvSpec): Selector | null {
  if (recordWhen?.column === undefined) return null;
  const { column, values } = recordWhen;
  const named = fields.findIndex((field) => columnNamesOf(field).includes(column));
  const place = named < 0 && /^[1-9]\d*$/.test(column) ? Number(column) - 1 : null;
  const field = named >= 0 ? named : place !== null && place < fields.length ? place : null;
  return { field, place: field === null ? place : null, name: column, values };
}

/** The maximum number of columns that are written before the column of `recordWhen`. */
const MAX_COLUMNS = 50_000;

function columnsOf({ fields }: CsvSpec, which: Selector | null): CsvColumn[] {
  const own = fields.map((field, at): CsvColumn => ({ name: columnNameOf(field), cellOf: (cells) => cells[at] ?? '' }));
  if (which === null || which.field !== null) return own;
  const type: CsvColumn = {
    name: which.place === null ? which.name : NUMBERED_COLUMN,
    cellOf: () => which.values[0] ?? '',
  };
  const between = Math.min(MAX_COLUMNS, which.place ?? 0) - own.length;
  const unused = Array.from(
    { length: Math.max(0, between) },
    (_, at): CsvColumn => ({ name: `unused ${at + 1}`, cellOf: () => '' }),
  );
  return [...own, ...unused, type];
}
