import type { Diagnostic, SpecText } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { loadEsm } from './load-esm.ts';
import { cacheKey, findCached, hashOf, type ModuleCache, openModuleCache, storeCompiled } from './module-cache.ts';

/** A spec's module, loaded. */
export interface LoadedModule {
  module: SpecModule;
  /** The text of the spec, from which the module can be compiled again. */
  source: SpecText;
  /** SHA-256 of the standalone ES module, hexadecimal. The cache stores the module under this name. */
  hash: string;
  /** SHA-256 of the TypeScript module. */
  sourceHash: string;
}

/** The loaded module, or null if the spec has errors; and the diagnostics of the spec. */
export interface LoadResult {
  loaded: LoadedModule | null;
  diagnostics: readonly Diagnostic[];
}

/**
 * Loads the module of a spec from the cache in the data folder, or compiles and caches it. On a cache hit, the compiler
 * is not even loaded. If the data folder cannot be written, the module is loaded without caching.
 */
export async function loadModule(input: SpecText, dataFolder: string): Promise<LoadResult> {
  const cache = await openModuleCache(dataFolder);
  const cached = await findCached(cache, cacheKey(input));
  if (cached === null) return compileAndStore(input, cache);
  const { esm, hash, sourceHash, diagnostics } = cached;
  return { loaded: { module: await loadEsm(esm), source: input, hash, sourceHash }, diagnostics };
}

async function compileAndStore(input: SpecText, cache: ModuleCache): Promise<LoadResult> {
  const { compile } = await import('../../../compiler/index.ts');
  const { module: compiled, diagnostics } = await compile(input);
  if (compiled === null) return { loaded: null, diagnostics };
  const { esm, sourceHash } = compiled;
  await storeCompiled(cache, cacheKey(input), compiled, diagnostics).catch(() => {});
  return { loaded: { module: await loadEsm(esm), source: input, hash: hashOf(esm), sourceHash }, diagnostics };
}
