import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'seeds');

/** Returns the requests that once failed, as they were sent, by what they have found. */
export function readSeeds(): { name: string; bytes: Uint8Array }[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) }));
}
