import { existsSync } from 'node:fs';
import { databasePath } from './database-file.ts';
import { CREDENTIALS_VERSION, TABLES_VERSION } from './engine/schema.ts';
import { checkNotMoved } from './folder-binding.ts';
import { OutdatedDataFolder, UnknownDataFolder } from './folder-failures.ts';
import { messagesFolder } from './message-file.ts';
import { createSpecReader } from './specs.ts';
import { tablesVersion } from './sqlite/migrate.ts';
import { openConnection } from './sqlite/open-connection.ts';
import type { StoreReader } from './store.ts';
import { createTopicReader } from './topics.ts';
import type { Connection } from './engine/connection.ts';
import type { CredentialStore } from './credential-store.ts';
import { createCredentialStore } from './credentials.ts';
import type { IntegrationStore } from './integration-store.ts';
import { createIntegrationStore } from './integrations.ts';
import type { Writer } from './engine/writer.ts';

const BUSY_MS = 10_000;

/**
 * Opens the data folder for reading, even while a service uses it. If there is no database, the reader finds nothing.
 * With `readsOlder`, the credentials of a folder of an older version can be read, and nothing else.
 * Throws OutdatedDataFolder if an older version wrote the folder, UnknownDataFolder if a newer version did, FolderMoved
 * if its runs are in a PostgreSQL database, DiskFull, and SQLite's errors.
 */
export async function openStoreReader(
  dataFolder: string,
  { readsOlder = false }: { readsOlder?: boolean } = {},
): Promise<StoreReader> {
  await checkNotMoved(dataFolder);
  const path = databasePath(dataFolder);
  if (!existsSync(path)) return emptyReader();
  const connection = await openConnection(path, { mode: 'read', busyMs: BUSY_MS });
  try {
    const version = await tablesVersion(connection);
    if (version === 0) {
      await connection.close();
      return emptyReader();
    }
    // Without credentials, the folder has nothing that can be read in this way.
    if (readsOlder && version < CREDENTIALS_VERSION) {
      await connection.close();
      return emptyReader();
    }
    if (version < TABLES_VERSION && !readsOlder) throw new OutdatedDataFolder(dataFolder);
    if (version > TABLES_VERSION) throw new UnknownDataFolder(dataFolder);
    return {
      specs: createSpecReader(connection),
      topics: createTopicReader(connection, messagesFolder(dataFolder)),
      ...createSourceReaders(connection),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function emptyReader(): StoreReader {
  const none: AsyncIterable<never> = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
  };
  return {
    specs: { get: async () => null },
    topics: { list: async () => [], find: async () => null, messages: () => none },
    ...createSourceReaders({ all: async () => [] }),
    close: async () => {},
  };
}

/** A writer for stores that are only read. */
const NO_WRITER: Writer = {
  transaction: reject,
  together: reject,
  inTurn: reject,
  settled: async () => {},
  close: async () => {},
};

async function reject(): Promise<never> {
  throw new Error('the data folder is open for reading only');
}

/** Creates the credentials and integrations that other processes can read. Writing to them throws. */
function createSourceReaders(reader: Pick<Connection, 'all'>): {
  credentials: CredentialStore;
  integrations: IntegrationStore;
} {
  return {
    credentials: { ...createCredentialStore(NO_WRITER, reader), bind: async () => false },
    integrations: createIntegrationStore(NO_WRITER, reader),
  };
}
