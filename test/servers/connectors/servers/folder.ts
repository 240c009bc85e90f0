import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Returns a function that writes files below a folder. A file appears under its name when it is complete. */
export function createPut(root: string): (path: string, bytes: Uint8Array | string) => Promise<void> {
  const created = new Set<string>();
  return async (path, bytes) => {
    const target = join(root, path);
    const folder = dirname(target);
    if (!created.has(folder)) await mkdir(folder, { recursive: true });
    created.add(folder);
    const temporary = `${root}.${randomBytes(6).toString('hex')}`;
    await writeFile(temporary, bytes);
    await rename(temporary, target);
  };
}
