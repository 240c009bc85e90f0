import { dirname } from 'node:path';
import { syncToDisk } from '../files/sync-to-disk.ts';
import type { RunModule } from '../model/run-module.ts';

/** Makes modules outlive a power cut, each once: a run that is taken on must find its own. */
export function createModuleSyncer(): (module: RunModule) => Promise<void> {
  const synced = new Set<string>();
  return async ({ hash, path }) => {
    if (synced.has(hash)) return;
    for (const each of [path, dirname(path), dirname(dirname(path))]) await syncToDisk(each);
    synced.add(hash);
  };
}
