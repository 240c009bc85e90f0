import { join } from 'node:path';
import { openConnection } from './connection.ts';
import { DataFolderLocked } from './folder-failures.ts';

/** The lock of a data folder. This process holds it until it is released or the process ends in any way. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the operating-system lock of a data folder. The lock is an exclusive transaction on a separate SQLite file that
 * stays open. Throws DataFolderLocked if this or another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const connection = await openConnection(join(folder, 'lock.sqlite'), { mode: 'write', busyMs: 0 });
  try {
    // With the journal in memory, a killed process leaves no journal file that the next process must roll back.
    await connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    await connection.close();
    throw isBusy(error) ? new DataFolderLocked(folder) : error;
  }
  return { release: () => connection.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED');
}
