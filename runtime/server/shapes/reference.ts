import type { StoredTable } from '../../state/reference/table-registry.ts';
import { array, integer, named, object, string } from '../api/schema.ts';

/** A reference table of the service. */
export const storedTable = named(
  'ReferenceTable',
  object<StoredTable>({
    name: string('The name, by which specs name the table in `reference`.'),
    version: string('The SHA-256 of the CSV file, hexadecimal.'),
    rows: integer('The number of rows.'),
    columns: array(string('The name of a column.'), 'The columns, in the order of the file.'),
    bytes: integer('The size of the file.'),
    updatedAt: string('When this version was stored.', { format: 'date-time' }),
  }),
);

/** The file of the example. */
export const EXAMPLE_TABLE = 'code,name\nEUR,Euro\nPLN,Zloty\n';

/** The table of the example. */
export const exampleTable: StoredTable = {
  name: 'currencies',
  version: '52c4b7e7d0a3e30bd7bf3ff8d4e4a3b0c4a6a2b2a0ec4c8d4cbd8ac5d9f6b111',
  rows: 2,
  columns: ['code', 'name'],
  bytes: EXAMPLE_TABLE.length,
  updatedAt: '2026-07-01T12:00:00.000Z',
};
