import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createPrivateFile } from '../files/data-folder.ts';
import { type Connection, openConnection } from './connection.ts';
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
  const address = await lockAddress(folder);
  const path = join(folder, 'lock.sqlite');
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
 * Binds a name in Linux's abstract socket namespace, made from the folder's device and inode. Unlike a file, it cannot be
 * removed while its process lives, so a deleted lock file does not admit a second process. Elsewhere it does nothing.
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
    // A sandbox may forbid sockets. The lock file remains.
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
