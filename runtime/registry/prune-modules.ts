import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegisteredSpec } from './spec/registered-spec.ts';

/** How long unused modules are stored, in milliseconds, because the command line may use them again. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns the cache files that these specs use, as names without extension. */
export function neededBy(specs: readonly RegisteredSpec[]): string[] {
  return specs.flatMap(({ compiled }) => (compiled === null ? [] : [compiled.key, compiled.module.hash]));
}

/** Deletes cached modules that are older than 30 days and not in `needed` (file names without extension). */
export async function pruneModules(dataFolder: string, needed: ReadonlySet<string>, now = Date.now()): Promise<void> {
  const folder = join(dataFolder, 'modules');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => !needed.has(one.replace(/\..*$/, '')))) {
    const stats = await stat(join(folder, name)).catch(() => null);
    if (stats !== null && now - stats.mtimeMs > MAX_AGE_MS) await rm(join(folder, name), { force: true });
  }
}
