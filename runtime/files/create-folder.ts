import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents; `mode` is that of the folder itself. Returns the topmost folder that it created, or undefined if all existed.
 * Throws the system's error. Node's recursive mkdir does not end where no folder can be created (below /proc).
 */
export async function createFolder(path: string, mode = 0o777): Promise<string | undefined> {
  if (await isFolder(path)) return undefined;
  const above = dirname(path);
  const first = above === path ? undefined : await createFolder(above);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
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
