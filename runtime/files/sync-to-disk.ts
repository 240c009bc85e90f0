import { open } from 'node:fs/promises';

/** Flushes a file to disk, or a folder with the names of its files, so that it survives a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
