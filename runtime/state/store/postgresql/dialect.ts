import type { Dialect } from '../engine/dialect.ts';

/** A parameter with a pattern in which only `*` is special, as a pattern of LIKE. */
const LIKE_PATTERN = String.raw`replace(replace(replace(replace(CAST(? AS text), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')`;

/** The dialect of PostgreSQL 13 and newer. */
export const postgresDialect: Dialect = {
  name: 'postgresql',
  indexedBy: () => '',
  // OFFSET prevents a hash join: without recent statistics, PostgreSQL would read the whole table for it.
  lookUp: (table, where) =>
    `json_array_elements_text(CAST(? AS json)) AS wanted(value)
       CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${where} OFFSET 0) AS ${table}`,
  numbers: '(SELECT CAST(value AS bigint) AS value FROM json_array_elements_text(CAST(? AS json))) AS wanted',
  rows: 'json_array_elements(CAST(? AS json)) AS wanted(value)',
  element: (index, type) => (type === 'text' ? `value ->> ${index}` : `CAST(value ->> ${index} AS bigint)`),
  member: (column, name) => `(CAST(${column} AS json) ->> '${name}')`,
  matches: (column) => `${column} LIKE ${LIKE_PATTERN}`,
  isLike: (column) => `${column} ILIKE ? ESCAPE '\\'`,
};
