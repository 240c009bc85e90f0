import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { openClient } from '../../runtime/state/store/postgresql/client.ts';
import type { PostgresSettings } from '../../runtime/state/store/postgresql/settings.ts';
import { openStore, type OpenStoreOptions } from '../../runtime/state/store/open-store.ts';
import type { Store } from '../../runtime/state/store/store.ts';

/** The port of the PostgreSQL server that test/servers/cluster has started for the tests of a process; absent for SQLite. */
const PORT = 'SPECMILL_TEST_POSTGRESQL_PORT';

/** True if the tests of this process use PostgreSQL. */
export const isOnPostgres = process.env[PORT] !== undefined;

/** Returns how to connect to a database of the server of the tests. */
export function databaseOf(port: number, database: string): PostgresSettings {
  const password = process.env['SPECMILL_STORE_PASSWORD'] ?? '';
  return { host: '127.0.0.1', port, database, user: 'specmill', password, tls: null };
}

/** Returns the database of a data folder, and creates it if it is missing. Returns null if the tests use SQLite. */
export async function findTestDatabase(folder: string): Promise<PostgresSettings | null> {
  const port = process.env[PORT];
  if (port === undefined) return null;
  const name = `t_${createHash('sha256').update(realpathOf(folder)).digest('hex').slice(0, 20)}`;
  await createDatabase(Number(port), name);
  return databaseOf(Number(port), name);
}

/** Creates a database unless it exists. */
export async function createDatabase(port: number, name: string): Promise<void> {
  const { client } = await openClient(databaseOf(port, 'postgres'), 'tests');
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}

/** Opens the store of a data folder: with SQLite, or with the database of the folder if the tests use PostgreSQL. */
export async function openTestStore(folder: string, options: OpenStoreOptions = {}): Promise<Store> {
  return openStore(folder, { ...options, postgres: await findTestDatabase(folder) });
}

function realpathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
