import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { replaceFile } from '../../files/replace-file.ts';

/** A valid state of the folder, stored for the next start. */
export interface StoredState {
  state: string;
  specs: readonly SpecText[];
}

/** Stores the state that is in service. A service that starts when the folder has errors uses it. */
export async function storeLastGood(dataFolder: string, stored: StoredState): Promise<void> {
  await replaceFile(pathIn(dataFolder), JSON.stringify(stored), { access: 'private' });
}

/** Returns the stored state; null if there is none. */
export async function readLastGood(dataFolder: string): Promise<StoredState | null> {
  try {
    // The file was written by storeLastGood().
    return JSON.parse(await readFile(pathIn(dataFolder), 'utf8')) as StoredState;
  } catch {
    return null;
  }
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'specs-in-git.json');
}
