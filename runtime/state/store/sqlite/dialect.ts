import type { Dialect } from '../engine/dialect.ts';

/** The dialect of SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  indexedBy: (index) => `INDEXED BY ${index}`,
  // CROSS JOIN makes SQLite look up each value.
  lookUp: (table, where, index) => `json_each(?) AS wanted CROSS JOIN ${table} INDEXED BY ${index} WHERE ${where}`,
  numbers: 'json_each(?) AS wanted',
  rows: 'json_each(?) AS wanted',
  element: (index) => `json_extract(value, '$[${index}]')`,
  member: (column, name) => `json_extract(${column}, '$.${name}')`,
  matches: (column) => `${column} GLOB ?`,
  isLike: (column) => `${column} LIKE ? ESCAPE '\\'`,
};
