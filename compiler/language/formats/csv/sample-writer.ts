import type { CsvSpec } from './keys.ts';
import { AUTO, type CsvPlan } from './plan.ts';
import { type CsvFile, headOf, linesOf, writeCsvRecord } from './sample-file.ts';
import { arrange, columnsOf, selectorsOf } from './sample-columns.ts';
import { writeCsvFaults } from './sample-faults.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { type Cell, type FileWriter, joinRecords } from '../model/samples/file-writer.ts';

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
