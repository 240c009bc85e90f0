import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecText } from '../../../../compiler/index.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';

/** A state of the specs folder without errors, as it is stored for the next start. */
export interface StoredState {
  state: string;
  specs: readonly SpecText[];
}

/**
 * Stores the state that is in service. The service uses it if the specs folder has errors at the next start. Throws the
 * system's errors.
 */
export async function storeLastGood(dataFolder: string, stored: StoredState): Promise<void> {
  await replaceFile(pathIn(dataFolder), JSON.stringify(stored), { access: 'private' });
}

/** Returns the stored state. Returns null if none is stored, or if it cannot be read. */
export async function readLastGood(dataFolder: string): Promise<StoredState | null> {
  try {
    // storeLastGood() wrote the file.
    return JSON.parse(await readFile(pathIn(dataFolder), 'utf8')) as StoredState;
  } catch {
    return null;
  }
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'specs-in-git.json');
}
