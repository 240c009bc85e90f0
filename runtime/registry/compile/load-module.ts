import type { Diagnostic, SpecText } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { cacheKey, dataUrlOf, findCached, hashOf, storeCompiled } from './module-cache.ts';

/** A spec's module, loaded. */
export interface LoadedModule {
  module: SpecModule;
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
  const key = cacheKey(input);
  const cached = await findCached(dataFolder, key);
  if (cached === null) return compileAndStore(input, dataFolder, key);
  const { url, hash, sourceHash, diagnostics } = cached;
  return { loaded: { module: await importModule(url), hash, sourceHash }, diagnostics };
}

async function compileAndStore(input: SpecText, dataFolder: string, key: string): Promise<LoadResult> {
  const { compile } = await import('../../../compiler/index.ts');
  const { module: compiled, diagnostics } = await compile(input);
  if (compiled === null) return { loaded: null, diagnostics };
  const { esm, sourceHash } = compiled;
  const url = await storeCompiled(dataFolder, key, compiled, diagnostics).then(
    (stored) => stored.url,
    () => dataUrlOf(esm),
  );
  return { loaded: { module: await importModule(url), hash: hashOf(esm), sourceHash }, diagnostics };
}

/** Loads a standalone ES module from its text. */
export function loadEsm(esm: string): Promise<SpecModule> {
  return importModule(dataUrlOf(esm));
}

async function importModule(url: string): Promise<SpecModule> {
  // Every emitted module has this shape. The tests of the compiler verify that.
  return (await import(url)) as SpecModule;
}
