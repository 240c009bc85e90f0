import type { CsvSpec } from './keys.ts';
import { AUTO, type CsvPlan } from './plan.ts';
import { type CsvColumn, type CsvFile, headOf, linesOf, writeCsvRecord } from './sample-file.ts';
import { writeCsvFaults } from './sample-faults.ts';
import { columnNameOf, columnNamesOf } from '../model/column-names.ts';
import { conditionsOf, isSatisfied, planConditions, satisfyingTexts } from '../model/record-when.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { type Cell, type FileWriter, joinRecords, NUMBERED_COLUMN } from '../model/samples/file-writer.ts';

/**
 * Creates a writer of CSV files for a spec. `header` has the columns of the file if it has others than those of the
 * spec. Returns null if the header or the skipped lines cannot be written.
 */
export function createCsvWriter(
  spec: CsvSpec,
  { dialect: written, columns }: CsvPlan,
  header: readonly string[] | null,
  titles: ReadonlyMap<number, string> = new Map(),
): FileWriter | null {
  // The first lines decide that it is a comma.
  const dialect = written.delimiter === AUTO ? { ...written, delimiter: ',' } : written;
  const which = selectorsOf(spec);
  const file: CsvFile = {
    spec,
    dialect,
    titles,
    isNamed: columns.kind === 'NAMED',
    columns: header === null ? columnsOf(spec, which) : arrange(columnsOf(spec, which), header),
    encode: encodingOf(spec.encoding ?? 'utf-8'),
  };
  const head = file.encode(headOf(file) ?? '\ud800');
  const tail = file.encode(linesOf(dialect.skipBottom, 'after the records', { dialect }));
  if (head === null || tail === null) return null;
  const writeRecord = (cells: readonly Cell[]) => writeCsvRecord(file, cells);
  return {
    ending: 'csv',
    fillers: spec.fields.map((_, field) => which.find((one) => one.field === field)?.values[0] ?? null),
    requiredCells: (field) => which.find((one) => one.field === field)?.values ?? [],
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
 * Finds the columns of `recordWhen`, by the same rules as `planCsv`, with texts that satisfy all conditions of a column.
 */
function selectorsOf({ recordWhen, fields }: CsvSpec): Selector[] {
  const conditions = recordWhen === undefined ? [] : planConditions(recordWhen);
  const names = recordWhen === undefined ? [] : conditionsOf(recordWhen).map(({ condition }) => condition.column);
  return [...new Set(names)].flatMap((column): Selector[] => {
    if (column === undefined) return [];
    const own = conditions.filter((condition) => condition.column === column);
    const texts = own.flatMap((condition) => satisfyingTexts(condition, null));
    const values = texts.filter((text) => own.every((condition) => isSatisfied(condition, text)));
    const named = fields.findIndex((field) => columnNamesOf(field).includes(column));
    const place = named < 0 && /^[1-9]\d*$/.test(column) ? Number(column) - 1 : null;
    const field = named >= 0 ? named : place !== null && place < fields.length ? place : null;
    return [{ field, place: field === null ? place : null, name: column, values }];
  });
}

/** The maximum number of columns that are written before the column of `recordWhen`. */
const MAX_COLUMNS = 50_000;

function columnsOf({ fields }: CsvSpec, selectors: readonly Selector[]): CsvColumn[] {
  const columns = fields.map(
    (field, at): CsvColumn => ({ name: columnNameOf(field), cellOf: (cells) => cells[at] ?? '' }),
  );
  const others = selectors.filter(({ field }) => field === null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  for (const { place, name, values } of others) {
    const between = Math.min(MAX_COLUMNS, place ?? 0) - columns.length;
    for (let at = 1; at <= between; at++) columns.push({ name: `unused ${at}`, cellOf: () => '' });
    columns.push({ name: place === null ? name : NUMBERED_COLUMN, cellOf: () => values[0] ?? '' });
  }
  return columns;
}
