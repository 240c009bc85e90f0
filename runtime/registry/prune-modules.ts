import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegisteredSpec } from './spec/registered-spec.ts';

/** How long what nobody needs is kept: the command line may come back for it. Milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** What of the cache of modules specs need: the names of its files without their endings. */
export function neededBy(specs: readonly RegisteredSpec[]): string[] {
  return specs.flatMap(({ compiled }) => (compiled === null ? [] : [compiled.key, compiled.module.hash]));
}

/** Removes from the cache of modules what is older than 30 days and not needed. */
export async function pruneModules(dataFolder: string, needed: ReadonlySet<string>, now = Date.now()): Promise<void> {
  const folder = join(dataFolder, 'modules');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => !needed.has(one.replace(/\..*$/, '')))) {
    const stats = await stat(join(folder, name)).catch(() => null);
    if (stats !== null && now - stats.mtimeMs > KEPT_MS) await rm(join(folder, name), { force: true });
  }
}
