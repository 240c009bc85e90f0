import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from './create-folder.ts';

/**
 * Writes a file so that whoever looks at its path sees the old content or the new one, whole, also after a
 * power cut. Makes its folder.
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
