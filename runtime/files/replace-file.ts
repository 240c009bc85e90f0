import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from './create-folder.ts';

/**
 * Writes a file atomically and durably: readers see the old content or the complete new one, even after a power
 * failure. Creates the folder if it is missing.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await createFolder(dirname(path));
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await writeFile(partial, content, { flag: 'wx', flush: true });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
