import { join } from 'node:path';
import { openConnection } from './connection.ts';
import { DataFolderLocked } from './folder-failures.ts';

/** A data folder's lock, held by this process until it is released or the process ends, however it ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the operating-system lock of a data folder: an exclusive transaction on a SQLite file of its
 * own that is never ended. Throws DataFolderLocked where another process, or this one, has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const connection = await openConnection(join(folder, 'lock.sqlite'), { mode: 'write', busyMs: 0 });
  try {
    // Without a journal file the lock leaves nothing behind that the next process would have to roll back.
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
