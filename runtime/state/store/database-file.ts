import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseMissing } from './folder-failures.ts';

/** Returns the path of the SQLite database of a data folder. */
export function databasePath(dataFolder: string): string {
  return join(dataFolder, 'specmill.sqlite');
}

/** Returns whether the SQLite database of a data folder exists and is not empty. */
export async function hasDatabase(dataFolder: string): Promise<boolean> {
  return stat(databasePath(dataFolder)).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/** Returns whether a data folder contains complete files of runs. */
export async function hasFilesOfRuns(dataFolder: string): Promise<boolean> {
  for (const folder of ['spool', 'progress']) {
    const names = await readdir(join(dataFolder, folder)).catch(() => []);
    if (names.some((name) => !name.endsWith('.partial'))) return true;
  }
  return false;
}

/**
 * Throws DatabaseMissing if the database is missing or empty, but the folder contains files of runs. Only the database
 * knows which run a file belongs to.
 */
export async function checkDatabaseFile(dataFolder: string): Promise<void> {
  if (!(await hasDatabase(dataFolder)) && (await hasFilesOfRuns(dataFolder))) throw new DatabaseMissing(dataFolder);
}
