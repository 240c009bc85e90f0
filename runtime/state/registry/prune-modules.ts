import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegisteredSpec } from './spec/registered-spec.ts';

/**
 * Unused modules are deleted when they are older than this, in milliseconds. Until then, the command line may use them
 * again.
 */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns the names, without extension, of the files in the module cache that these specs need. */
export function neededBy(specs: readonly RegisteredSpec[]): string[] {
  return specs.flatMap(({ compiled }) => (compiled === null ? [] : [compiled.key, compiled.module.hash]));
}

/**
 * Deletes files from the module cache that are older than 30 days and whose names (without extension) are not in
 * `needed`. `now` is the current time in milliseconds since 1970.
 */
export async function pruneModules(dataFolder: string, needed: ReadonlySet<string>, now = Date.now()): Promise<void> {
  const folder = join(dataFolder, 'modules');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => !needed.has(one.replace(/\..*$/, '')))) {
    const stats = await stat(join(folder, name)).catch(() => null);
    if (stats !== null && now - stats.mtimeMs > MAX_AGE_MS) await rm(join(folder, name), { force: true });
  }
}
