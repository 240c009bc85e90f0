import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import type { Store } from '../../../runtime/state/store/store.ts';
import { requireServer } from '../connectors/install/require-server.ts';
import type { DatabaseServer } from '../connectors/servers/database-server.ts';
import { startPostgres } from '../connectors/servers/postgresql.ts';
import { createDataFolder } from '../../runtime/data-folder.ts';
import { createDatabase, databaseOf } from '../../support/test-store.ts';

/** A data folder with its database, in a test. */
export interface StoreTest {
  folder: string;
  /** Null for SQLite. */
  postgres: PostgresSettings | null;
  open(): Promise<Store>;
}

/** Creates an empty database of the server. */
export async function newDatabase(server: DatabaseServer): Promise<PostgresSettings> {
  process.env['SPECMILL_STORE_PASSWORD'] = server.settings.password;
  const name = `s_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server.port, name);
  return databaseOf(server.port, name);
}

/** Declares tests with `declare` that run on PostgreSQL, each with an empty data folder and database. */
export async function testOnPostgres(
  title: string,
  declare: (test: (name: string, check: (at: StoreTest & { server: DatabaseServer }) => Promise<void>) => void) => void,
): Promise<void> {
  if (!requireServer('PostgreSQL', title)) return;
  const server = await startPostgres();
  const tests = suite(title);
  tests.after(() => server.close());
  declare((name, check) =>
    tests(name, async () => {
      const postgres = await newDatabase(server);
      await inFolder(postgres, (at) => check({ ...at, server }));
    }),
  );
  tests.run();
}

/** Declares tests with `declare` that run on SQLite and on PostgreSQL. */
export async function testBothStores(
  title: string,
  declare: (test: (name: string, check: (at: StoreTest) => Promise<void>) => void) => void,
): Promise<void> {
  const sqlite = suite(`${title}: SQLite`);
  declare((name, check) => sqlite(name, () => inFolder(null, check)));
  const tests = requireServer('PostgreSQL', `${title}: PostgreSQL`) ? suite(`${title}: PostgreSQL`) : null;
  const server = tests === null ? null : await startPostgres();
  sqlite.run();
  if (tests === null || server === null) return;
  tests.after(() => server.close());
  declare((name, check) => tests(name, async () => inFolder(await newDatabase(server), check)));
  tests.run();
}

async function inFolder(postgres: PostgresSettings | null, check: (at: StoreTest) => Promise<void>): Promise<void> {
  const { folder, remove } = createDataFolder();
  const opened = new Set<Store>();
  try {
    await check({
      folder,
      postgres,
      async open() {
        const store = await openStore(folder, { postgres });
        opened.add(store);
        return { ...store, close: async () => void (opened.delete(store) && (await store.close())) };
      },
    });
  } finally {
    for (const store of opened) await store.close();
    remove();
  }
}
