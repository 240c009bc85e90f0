import { open } from 'node:fs/promises';

/** Flushes a folder to disk, so that the names of its files survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
