import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from './create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts';

/**
 * Writes a file atomically: readers see either the old content or the complete new content, also after a power failure.
 * Creates the folder if it is missing. With `access: 'private'`, only the owner can read the new file and the created
 * folder. Throws the system's error.
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

/** A write takes seconds at most, so a partial file that is older than this was left by a killed process. */
const STALE_MS = 10 * 60 * 1000;

/**
 * Removes the partial files that killed processes left in a folder during replaceFile(), if they are older than 10
 * minutes. `now` is the current time in milliseconds since 1970. A folder that cannot be listed is ignored. Throws the
 * system's error if a file cannot be removed.
 */
export async function removeStalePartials(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.[0-9a-f]{8}\.partial$/.test(name)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && now - stats.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
