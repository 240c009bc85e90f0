import type { Connection } from '../engine/connection.ts';
import { SCHEMA_STEPS, type SchemaStep, TABLES_VERSION } from '../engine/schema.ts';

/** Returns the version of the tables in a database; 0 if it has no tables. */
export async function tablesVersion(connection: Connection): Promise<number> {
  const [row] = await connection.all<{ user_version: number }>('PRAGMA user_version');
  return row?.user_version ?? 0;
}

/**
 * Migrates the tables to the version `to` in one transaction, so that other processes see either the old or the new
 * tables. The version of the database must not be greater than `to`. Throws DiskFull and SQLite's errors.
 */
export async function migrate(connection: Connection, to = TABLES_VERSION): Promise<void> {
  const version = await tablesVersion(connection);
  if (version === to) return;
  try {
    await connection.exec(
      `BEGIN IMMEDIATE; ${SCHEMA_STEPS.slice(version, to).map(toSqlite).join(';')}; PRAGMA user_version = ${to}; COMMIT`,
    );
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => {});
    throw error;
  }
}

function toSqlite(step: SchemaStep): string {
  return typeof step === 'string' ? step : step.sqlite;
}
