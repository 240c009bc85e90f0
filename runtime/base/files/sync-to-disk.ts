import { open } from 'node:fs/promises';

/**
 * Flushes a file to disk so that it survives a power failure. For a folder, it flushes the names of its files. Throws
 * the system's error.
 */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
