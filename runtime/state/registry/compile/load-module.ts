import type { Diagnostic, SpecText } from '../../../../compiler/index.ts';
import type { SpecModule } from '../../../../compiler/kernel/model/contract.ts';
import { bindMaskKeys } from '../../../base/model/bound-tables.ts';
import { loadEsmWithCode, type ModuleCode } from './load-esm.ts';
import { cacheKey, findCached, hashOf, type ModuleCache, openModuleCache, storeCompiled } from './module-cache.ts';
import { moduleCode } from './module-code.ts';

/** The loaded module of a spec, and its origin. */
export interface LoadedModule {
  module: SpecModule;
  /** The text of the spec, from which the module can be compiled again. */
  source: SpecText;
  /** SHA-256 of the standalone ES module, hexadecimal. The file of the module in the cache is `<hash>.mjs`. */
  hash: string;
  /** SHA-256 of the TypeScript module, hexadecimal. */
  sourceHash: string;
}

/** The module of a spec and the diagnostics of the spec. `loaded` is null if the spec has errors. */
export interface LoadResult {
  loaded: LoadedModule | null;
  diagnostics: readonly Diagnostic[];
}

/**
 * Loads the module of a spec from the module cache in the data folder. If it is not there, compiles the spec and caches
 * it. If the data folder cannot be written, the module is loaded but not cached. The code of the compiler is loaded
 * only if it is needed.
 */
export async function loadModule(input: SpecText, dataFolder: string): Promise<LoadResult> {
  const cache = await openModuleCache(dataFolder);
  const cached = await findCached(cache, cacheKey(input));
  if (cached === null) return compileAndStore(input, cache);
  const { esm, hash, sourceHash, diagnostics } = cached;
  const module = await loadWithoutKeys(esm, moduleCode(cache, hash));
  return { loaded: { module, source: input, hash, sourceHash }, diagnostics };
}

async function compileAndStore(input: SpecText, cache: ModuleCache): Promise<LoadResult> {
  const { compile } = await import('../../../../compiler/index.ts');
  const { module: compiled, diagnostics } = await compile(input);
  if (compiled === null) return { loaded: null, diagnostics };
  const { esm, sourceHash } = compiled;
  await storeCompiled(cache, cacheKey(input), compiled, diagnostics).catch(() => {});
  return { loaded: { module: await loadWithoutKeys(esm), source: input, hash: hashOf(esm), sourceHash }, diagnostics };
}

/** Loads a module that reads without the keys of its masks, until a caller that publishes messages binds them. */
async function loadWithoutKeys(esm: string, code: ModuleCode | null = null): Promise<SpecModule> {
  return bindMaskKeys(await loadEsmWithCode(esm, code), 'PREVIEW');
}
