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
  version: '897e46c87a5b842ece36ed43d1e41685073497c83d1a2f9b7e2463004ae81ab5',
  rows: 2,
  columns: ['code', 'name'],
  bytes: EXAMPLE_TABLE.length,
  updatedAt: '2026-07-01T12:00:00.000Z',
};
