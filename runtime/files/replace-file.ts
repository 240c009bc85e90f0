import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from './create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts';

/**
 * Writes a file atomically and durably: readers see the old content or the complete new one, even after a power
 * failure. Creates the folder if it is missing. `access: 'private'`: only the owner may read both.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { access = 'shared' }: { access?: 'shared' | 'private' } = {},
): Promise<void> {
  const isPrivate = access === 'private';
  await createFolder(dirname(path), isPrivate ? PRIVATE_FOLDER : undefined);
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await writeFile(partial, content, { flag: 'wx', flush: true, ...(isPrivate && { mode: PRIVATE_FILE }) });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
