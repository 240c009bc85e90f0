import { findExhausted } from '../../base/model/exhausted.ts';
import { readFile } from 'node:fs/promises';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { bindMaskKeys, bindTables } from '../../base/model/bound-tables.ts';
import { MODULE_LOST, MODULE_LOST_MESSAGE, RunFailure } from '../../base/model/run-failure.ts';
import { loadEsm } from '../../state/registry/compile/load-esm.ts';
import { hashOf } from '../../state/registry/compile/module-cache.ts';
import type { ThreadModule } from '../../reading/workers/messages.ts';

/** The modules of a thread. */
export interface ThreadModules {
  /**
   * Returns a module. Reads and imports it on its first use in this thread. Throws RunFailure if the module's file is
   * missing or altered.
   */
  load(module: ThreadModule): Promise<SpecModule>;
}

/**
 * Creates the modules of a thread. An imported module stays in memory until its thread ends, whether it is remembered
 * here or not. Most files are small, and to read, hash and import the module takes longer than to read such a file.
 */
export function createThreadModules(): ThreadModules {
  const imported = new Map<string, Promise<SpecModule>>();
  return {
    async load(module) {
      let loading = imported.get(module.hash);
      if (loading === undefined) {
        loading = importModule(module);
        imported.set(module.hash, loading);
        loading.catch(() => imported.delete(module.hash));
      }
      const { tables, maskKeys } = module;
      if (tables === undefined && maskKeys === undefined) return loading;
      const bound = tables === undefined ? await loading : bindTables(await loading, tables);
      return maskKeys === undefined ? bound : bindMaskKeys(bound, maskKeys);
    },
  };
}

// The hash is checked, because a resumed run must use exactly the module with which it started.
async function importModule({ path, hash, text: sent }: ThreadModule): Promise<SpecModule> {
  const text = sent ?? (await readFile(path, 'utf8').catch(nullIfLost));
  if (text === null || hashOf(text) !== hash) throw new RunFailure(MODULE_LOST, MODULE_LOST_MESSAGE);
  return loadEsm(text);
}

/** A file that cannot be read for lack of descriptors or memory is not lost: the run is attempted again. */
function nullIfLost(error: unknown): null {
  if (findExhausted(error) !== null) throw error;
  return null;
}
