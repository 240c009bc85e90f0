import { dirname } from 'node:path';
import { systemCode } from '../base/files/error-reason.ts';
import { syncToDisk } from '../base/files/sync-to-disk.ts';
import type { RunModule } from '../base/model/run-module.ts';

/**
 * Creates a function that flushes a module's file and its two parent folders to disk, once per module. After a power
 * failure, an accepted run must find its module. If the file is missing, the function does nothing, because the run
 * compiles the module again. The function throws other errors of the system.
 */
export function createModuleSyncer(): (module: RunModule) => Promise<void> {
  const synced = new Set<string>();
  return async ({ hash, path }) => {
    if (synced.has(hash)) return;
    try {
      for (const each of [path, dirname(path), dirname(dirname(path))]) await syncToDisk(each);
      synced.add(hash);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  };
}
