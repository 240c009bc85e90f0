import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataFolder, createPrivateFile } from '../files/data-folder.ts';
import { type Connection, openConnection } from './connection.ts';
import type { CredentialStore } from './credential-store.ts';
import { createCredentialStore } from './credentials.ts';
import { createFolderCheck, type FolderCheck } from './folder-check.ts';
import { createDiskReserve, type DiskReserve } from './disk-reserve.ts';
import { asDiskFull } from '../model/disk-full.ts';
import { DatabaseDamaged, DatabaseMissing, OutdatedDataFolder, UnknownDataFolder } from './folder-failures.ts';
import type { IntegrationStore } from './integration-store.ts';
import { createIntegrationStore } from './integrations.ts';
import { lockFolder } from './lock.ts';
import { migrate, TABLES_VERSION, tablesVersion } from './migrations.ts';
import { createJobTables, type JobTables } from './job-tables.ts';
import { createRunStore, type RunStore } from './runs.ts';
import type { SpecReader, SpecStore } from './spec-store.ts';
import { createSpecReader, createSpecStore } from './specs.ts';
import type { TopicReader, Topics } from './topic-reader.ts';
import { createSourceReaders } from './source-readers.ts';
import { createTopicReader, createTopics } from './topics.ts';
import { type AuditStore, createAuditStore } from './audit.ts';
import { createWriter } from './writer.ts';

/** All persistent data: the data folder and its database. Only one process at a time can have it open for writing. */
export interface Store {
  /** The path of the data folder. */
  readonly folder: string;
  readonly specs: SpecStore;
  /** Only code in `runtime/runs/` may use it. Other code uses `Runs`. */
  readonly runs: RunStore;
  readonly topics: Topics;
  readonly audit: AuditStore;
  readonly credentials: CredentialStore;
  readonly integrations: IntegrationStore;
  readonly jobs: JobTables;
  readonly reserve: DiskReserve;
  /** Checks whether data can be stored now. Returns null if it can be stored, otherwise the reason why not. */
  readonly findProblem: FolderCheck['findProblem'];
  /** Waits for pending writes, closes the database and releases the lock. */
  close(): Promise<void>;
}

/** The data that other processes can read while the service is running. */
export interface StoreReader {
  readonly specs: SpecReader;
  readonly topics: TopicReader;
  /** Writing to it throws. */
  readonly credentials: CredentialStore;
  /** Writing to it throws. */
  readonly integrations: IntegrationStore;
  close(): Promise<void>;
}

const BUSY_MS = 10_000;

/**
 * Opens the data folder for writing. Creates it if it is missing, locks it, checks the database and migrates its
 * tables. The lock is one of the operating system, so it is released when the process ends. `maxSpecsBytes` limits the
 * texts of all versions of the specs that were created over the API, in bytes. Throws the system's errors and:
 * - DataFolderLocked if this or another process has the lock
 * - DatabaseMissing if there are files of runs but no database
 * - DatabaseDamaged if the database is damaged
 * - UnknownDataFolder if a newer version wrote the folder
 * - DiskFull
 */
export async function openStore(
  dataFolder: string,
  { maxSpecsBytes = Infinity }: { maxSpecsBytes?: number } = {},
): Promise<Store> {
  await createDataFolder(dataFolder).catch(throwDiskFull);
  const lock = await lockFolder(dataFolder);
  const opened: Connection[] = [];
  const open = async (mode: 'read' | 'write'): Promise<Connection> => {
    const connection = await openConnection(databasePath(dataFolder), { mode, busyMs: BUSY_MS });
    opened.push(connection);
    return connection;
  };
  try {
    await checkDatabaseFile(dataFolder);
    await createPrivateFile(databasePath(dataFolder)).catch(throwDiskFull);
    const writing = await open('write');
    await prepare(writing, dataFolder);
    const folderCheck = await createFolderCheck(dataFolder, databasePath(dataFolder));
    const writer = createWriter(writing, folderCheck.check);
    const [reading, readingTopics] = [await open('read'), await open('read')];
    const reserve = createDiskReserve(dataFolder);
    await reserve.fill();
    return {
      folder: dataFolder,
      reserve,
      findProblem: folderCheck.findProblem,
      specs: createSpecStore(writer, reading, maxSpecsBytes),
      runs: createRunStore(writer, reading, join(dataFolder, 'progress')),
      topics: createTopics(writer, readingTopics),
      audit: createAuditStore(writer, reading),
      credentials: createCredentialStore(writer, reading),
      integrations: createIntegrationStore(writer, reading),
      jobs: createJobTables(writer, reading),
      async close() {
        // The last connection that closes copies the write-ahead log into the database. A read-only connection cannot
        // do that, so the writing one is closed last.
        await Promise.all([reading.close(), readingTopics.close()]);
        await writer.close();
        await lock.release();
      },
    };
  } catch (error) {
    for (const connection of opened) await connection.close();
    await lock.release();
    throw error;
  }
}

/**
 * Opens the data folder for reading, even while a service uses it. If there is no database, the reader finds nothing.
 * Throws OutdatedDataFolder if an older version wrote the folder, UnknownDataFolder if a newer version did, DiskFull,
 * and SQLite's errors.
 */
export async function openStoreReader(dataFolder: string): Promise<StoreReader> {
  const path = databasePath(dataFolder);
  if (!existsSync(path)) return emptyReader();
  const connection = await openConnection(path, { mode: 'read', busyMs: BUSY_MS });
  try {
    const version = await tablesVersion(connection);
    if (version === 0) {
      await connection.close();
      return emptyReader();
    }
    if (version < TABLES_VERSION) throw new OutdatedDataFolder(dataFolder);
    if (version > TABLES_VERSION) throw new UnknownDataFolder(dataFolder);
    return {
      specs: createSpecReader(connection),
      topics: createTopicReader(connection),
      ...createSourceReaders(connection),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function databasePath(dataFolder: string): string {
  return join(dataFolder, 'specmill.sqlite');
}

/**
 * Throws DatabaseMissing if the database is missing or empty, but the folder contains files of runs. Only the database
 * knows which run a file belongs to.
 */
async function checkDatabaseFile(dataFolder: string): Promise<void> {
  const size = await stat(databasePath(dataFolder)).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 0) return;
  for (const folder of ['spool', 'progress']) {
    const names = await readdir(join(dataFolder, folder)).catch(() => []);
    if (names.some((name) => !name.endsWith('.partial'))) throw new DatabaseMissing(dataFolder);
  }
}

/**
 * Throws DatabaseDamaged if pages of the database are not consistent. Does not check the messages of the embedded
 * broker: they are most of the database, and reading them would delay each start.
 */
async function checkPages(connection: Connection, dataFolder: string): Promise<void> {
  try {
    const tables = await connection.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('batch_contents', 'sqlite_sequence')",
    );
    for (const { name } of tables) {
      const [row] = await connection.all<{ quick_check: string }>(`PRAGMA quick_check('${name}')`);
      if (row?.quick_check !== 'ok') throw new DatabaseDamaged(dataFolder);
    }
  } catch (error) {
    if (isCorrupt(error)) throw new DatabaseDamaged(dataFolder);
    throw error;
  }
}

function isCorrupt(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'SQLITE_CORRUPT' || error.code === 'SQLITE_NOTADB')
  );
}

// page_size and auto_vacuum have an effect only on a new database. Large pages are faster for batches of hundreds of
// kilobytes.
async function prepare(connection: Connection, dataFolder: string): Promise<void> {
  try {
    await connection.exec(
      'PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON',
    );
    await connection.exec('PRAGMA journal_size_limit = 67108864');
  } catch (error) {
    throw isCorrupt(error) ? new DatabaseDamaged(dataFolder) : error;
  }
  await checkPages(connection, dataFolder);
  if ((await tablesVersion(connection)) > TABLES_VERSION) throw new UnknownDataFolder(dataFolder);
  await migrate(connection);
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

function throwDiskFull(error: unknown): never {
  throw asDiskFull(error);
}
