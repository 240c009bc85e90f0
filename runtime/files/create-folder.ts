import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing; gives the uppermost one that was made, undefined where all were
 * there. Throws the system's error. The recursive mkdir of Node.js never ends where no folder can be made (below /proc).
 */
export async function createFolder(path: string): Promise<string | undefined> {
  if (await isFolder(path)) return undefined;
  const above = dirname(path);
  const first = above === path ? undefined : await createFolder(above);
  try {
    await mkdir(path);
  } catch (error) {
    // Another one may have made it in the meantime.
    if (!(await isFolder(path))) throw error;
  }
  return first ?? path;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
