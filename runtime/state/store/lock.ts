import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createPrivateFile } from '../../base/files/data-folder.ts';
import type { Connection } from './engine/connection.ts';
import { openConnection } from './sqlite/open-connection.ts';
import { DataFolderLocked } from './folder-failures.ts';

/** The lock of a data folder. It ends with release(), or when the process ends in any way. */
export interface FolderLock {
  release(): Promise<void>;
}

/** The file that is locked. It exists as long as the lock. */
export const lockFile = 'lock.sqlite';

/**
 * Locks a data folder. The lock is an exclusive transaction on a separate SQLite file that stays open, so the operating
 * system releases it with the process. Throws DataFolderLocked if this or another process has the lock, DiskFull, and
 * the system's errors.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = await lockAddress(folder);
  const path = join(folder, lockFile);
  let connection: Connection | null = null;
  try {
    await createPrivateFile(path);
    connection = await openConnection(path, { mode: 'write', busyMs: 0 });
    // With the journal in memory, a killed process leaves no journal file that the next process must roll back.
    await connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const opened = connection;
    return {
      async release() {
        await opened.close();
        await address.release();
      },
    };
  } catch (error) {
    await connection?.close();
    await address.release();
    throw isBusy(error) ? new DataFolderLocked(folder) : error;
  }
}

/**
 * Locks a name in Linux's abstract socket namespace, which consists of the folder's device and inode. No one can delete
 * the name while the process lives. Therefore a second process cannot lock the folder after somebody has deleted the
 * lock file. Does nothing on other systems.
 */
async function lockAddress(folder: string): Promise<FolderLock> {
  if (process.platform !== 'linux') return { release: async () => {} };
  const { dev, ino } = await stat(folder, { bigint: true });
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(`\0specmill-data-${dev}-${ino}`);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new DataFolderLocked(folder);
    // A sandbox may forbid sockets. Then the lock file is the only lock.
    return { release: async () => {} };
  }
  server.unref();
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED');
}
