import { createPrivateFile } from '../../base/files/data-folder.ts';
import { asDiskFull } from '../../base/model/disk-full.ts';
import { createStore } from './create-store.ts';
import { checkDatabaseFile, databasePath } from './database-file.ts';
import type { Connection } from './engine/connection.ts';
import { TABLES_VERSION } from './engine/schema.ts';
import { createFolderCheck } from './folder-check.ts';
import { DatabaseDamaged, UnknownDataFolder } from './folder-failures.ts';
import type { FolderLock } from './lock.ts';
import { migrate, tablesVersion } from './sqlite/migrate.ts';
import { openConnection } from './sqlite/open-connection.ts';
import type { Store } from './store.ts';

const BUSY_MS = 10_000;

/** Opens the SQLite database of a data folder that is locked. Closing the store releases the lock. Throws like openStore(). */
export async function openSqliteStore(
  dataFolder: string,
  { maxSpecsBytes, lock }: { maxSpecsBytes: number; lock: FolderLock },
): Promise<Store> {
  const path = databasePath(dataFolder);
  const opened: Connection[] = [];
  const open = async (mode: 'read' | 'write'): Promise<Connection> => {
    const connection = await openConnection(path, { mode, busyMs: BUSY_MS });
    opened.push(connection);
    return connection;
  };
  try {
    await checkDatabaseFile(dataFolder);
    await createPrivateFile(path).catch((error) => {
      throw asDiskFull(error);
    });
    const writing = await open('write');
    await prepare(writing, dataFolder);
    const folderCheck = await createFolderCheck(dataFolder, path);
    return await createStore({
      folder: dataFolder,
      connections: { writing, reading: await open('read'), readingTopics: await open('read') },
      folderCheck,
      maxSpecsBytes,
      lock,
    });
  } catch (error) {
    for (const connection of opened) await connection.close();
    throw error;
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
