import { quoteName } from '../../base/database/quote.ts';
import type { DatabaseSettings } from '../../base/database/settings.ts';
import type { RowSelection } from './database-source.ts';
import { readMariadbRows } from './mariadb-rows.ts';
import { readPostgresRows } from './postgres-rows.ts';

/** What to read, and its limits. */
export interface RowRequest {
  readonly selection: RowSelection;
  /** Ends reading: the connection is closed, and the iterator throws. */
  readonly signal?: AbortSignal;
  /** Maximum time to wait for the next rows, in milliseconds. Default: 10 minutes. */
  readonly waitMs?: number;
}

/**
 * Reads rows as CSV (RFC 4180): a header with the names of the columns, then the rows. A null is an empty cell, an empty
 * text a cell with quotes, a date or time in the form of ISO 8601, a boolean `true` or `false`. The rows are those of one
 * moment: they are read in a read-only transaction with repeatable reads. A server-side cursor limits the memory.
 *
 * Iterating throws DatabaseFailure. The connection is open only while the iterator is in use.
 */
export function readRows(
  settings: DatabaseSettings,
  { selection, signal, waitMs }: RowRequest,
): AsyncIterable<Uint8Array> {
  const sql = selection.kind === 'query' ? selection.query : selectTable(settings, selection);
  const options = {
    ...(signal === undefined ? {} : { signal }),
    ...(waitMs === undefined ? {} : { statementMs: waitMs }),
  };
  return settings.driver === 'postgresql'
    ? readPostgresRows(settings, sql, options)
    : readMariadbRows(settings, sql, options);
}

function selectTable(
  { driver }: DatabaseSettings,
  { table, cursorColumn }: Extract<RowSelection, { kind: 'table' }>,
): string {
  return `SELECT * FROM ${quoteName(driver, table)} ORDER BY ${quoteName(driver, cursorColumn)}`;
}
