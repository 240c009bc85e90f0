import { chmod, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './create-folder.ts';

/** The mode of files in the data folder: only the owner has access. It applies whatever the umask of the process is. */
export const PRIVATE_FILE = 0o600;
/** The mode of folders in the data folder: only the owner has access. */
export const PRIVATE_FOLDER = 0o700;

const OPEN_TO_OTHERS = 0o077;

/**
 * Creates a data folder to which only its owner has access, with a `.gitignore` that ignores everything in the folder.
 * An existing folder keeps its mode, and an existing `.gitignore` its content. Throws the system's error.
 */
export async function createDataFolder(path: string): Promise<void> {
  const isNew = (await createFolder(path, PRIVATE_FOLDER)) !== undefined;
  if (isNew) await chmod(path, PRIVATE_FOLDER);
  await writeFile(join(path, '.gitignore'), '*\n', { flag: 'wx', mode: PRIVATE_FILE }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Returns true if the mode of a folder permits any access to other users than its owner. Always returns false on
 * Windows. Throws the system's error.
 */
export async function isOpenToOthers(path: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(path)).mode & OPEN_TO_OTHERS) !== 0;
}

/**
 * Creates an empty file that only its owner can read and write. An existing file keeps its content and its mode. Throws
 * the system's error.
 */
export async function createPrivateFile(path: string): Promise<void> {
  await (await open(path, 'a', PRIVATE_FILE)).close();
}
