import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { replaceFile } from '../../files/replace-file.ts';

/** A state of the folder that could be served, as it is kept for the next start. */
export interface KeptState {
  state: string;
  specs: readonly SpecText[];
}

/** Keeps the state that serves: a service that starts over a broken folder goes on with it. */
export async function storeLastGood(dataFolder: string, kept: KeptState): Promise<void> {
  await replaceFile(pathIn(dataFolder), JSON.stringify(kept));
}

/** The state that served last; null where there is none. */
export async function readLastGood(dataFolder: string): Promise<KeptState | null> {
  try {
    // Written by storeLastGood.
    return JSON.parse(await readFile(pathIn(dataFolder), 'utf8')) as KeptState;
  } catch {
    return null;
  }
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'specs-in-git.json');
}
