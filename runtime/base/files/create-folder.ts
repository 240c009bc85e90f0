import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. `mode` applies only to the folder itself; the parents have the default
 * mode. Returns the topmost folder that it created, or undefined if the folder already existed. Throws the system's
 * error.
 *
 * It replaces Node's recursive mkdir, which never returns if no folder can be created (for example, below /proc).
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
