import { createDataFolder } from '../../base/files/data-folder.ts';
import { asDiskFull } from '../../base/model/disk-full.ts';
import { checkNotMoved } from './folder-binding.ts';
import { lockFolder } from './lock.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import type { PostgresSettings } from './postgresql/settings.ts';
import type { Store } from './store.ts';

/** The options of openStore(). */
export interface OpenStoreOptions {
  /** Limit of the texts of all versions of the specs that were created over the API, in bytes. Default: none. */
  readonly maxSpecsBytes?: number | undefined;
  /** The PostgreSQL database of the store. Null or absent for SQLite, in a file of the data folder. */
  readonly postgres?: PostgresSettings | null | undefined;
  /** The folder for received files that all machines share. Only with PostgreSQL. Null or absent for the data folder. */
  readonly files?: string | null | undefined;
  /** Whether received files are in a place that is no folder. The caller binds it with Store.bindFiles. Default: false. */
  readonly hasBucket?: boolean | undefined;
}

/**
 * Opens the data folder and its database for writing. Creates the folder if it is missing, locks it, checks the database
 * and migrates its tables. The lock is one of the operating system, so it is released when the process ends. A PostgreSQL
 * database has a lock, too. Throws the system's errors and:
 * - DataFolderLocked if this or another process has the lock of the folder
 * - DatabaseMissing if there are files of runs but no database
 * - DatabaseDamaged if the database is damaged
 * - UnknownDataFolder if a newer version wrote the folder
 * - FolderMoved if the runs of the folder are in a PostgreSQL database, and `postgres` is absent
 * - FolderMismatch if the folder does not belong to the PostgreSQL database
 * - StoreInUse, UnusableDatabase or StoreUnavailable if the PostgreSQL database cannot be used
 * - DiskFull
 */
export async function openStore(
  dataFolder: string,
  { maxSpecsBytes = Infinity, postgres = null, files = null, hasBucket = false }: OpenStoreOptions = {},
): Promise<Store> {
  await createDataFolder(dataFolder).catch((error) => {
    throw asDiskFull(error);
  });
  const lock = await lockFolder(dataFolder);
  try {
    if (postgres === null) {
      await checkNotMoved(dataFolder);
      return await openSqliteStore(dataFolder, { maxSpecsBytes, lock });
    }
    // Loaded when it is needed, because most installations use SQLite.
    const { openPostgresStore } = await import('./open-postgres-store.ts');
    return await openPostgresStore(dataFolder, { maxSpecsBytes, lock, postgres, files, hasBucket });
  } catch (error) {
    await lock.release();
    throw error;
  }
}
