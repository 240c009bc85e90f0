import type { Diagnostic, SpecText } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { cacheKey, dataUrlOf, findCached, hashOf, storeCompiled } from './module-cache.ts';

/** A spec's module, ready to read files. */
export interface LoadedModule {
  module: SpecModule;
  /** SHA-256 of the emitted module's standalone ESM; it lies under this name in the cache. */
  hash: string;
  /** SHA-256 of the TypeScript that it was bundled from. */
  sourceHash: string;
}

/** A module, or null where the spec has errors; and all that the compiler says of the spec. */
export interface Loading {
  loaded: LoadedModule | null;
  diagnostics: readonly Diagnostic[];
}

/**
 * Gives the module of a spec: from the cache in the data folder, else compiled and kept there. Where it
 * is cached the compiler is not even loaded. A data folder that cannot be written to is no hindrance.
 */
export async function loadModule(input: SpecText, dataFolder: string): Promise<Loading> {
  const key = cacheKey(input);
  const cached = await findCached(dataFolder, key);
  if (cached === null) return compileAndKeep(input, dataFolder, key);
  const { url, hash, sourceHash, diagnostics } = cached;
  return { loaded: { module: await importModule(url), hash, sourceHash }, diagnostics };
}

async function compileAndKeep(input: SpecText, dataFolder: string, key: string): Promise<Loading> {
  const { compile } = await import('../../../compiler/index.ts');
  const { module: compiled, diagnostics } = await compile(input);
  if (compiled === null) return { loaded: null, diagnostics };
  const { esm, sourceHash } = compiled;
  const url = await storeCompiled(dataFolder, key, compiled, diagnostics).then(
    (kept) => kept.url,
    () => dataUrlOf(esm),
  );
  return { loaded: { module: await importModule(url), hash: hashOf(esm), sourceHash }, diagnostics };
}

/** The module of a standalone ESM that is kept nowhere. */
export function loadEsm(esm: string): Promise<SpecModule> {
  return importModule(dataUrlOf(esm));
}

async function importModule(url: string): Promise<SpecModule> {
  // What the compiler emits has this shape; the compiler's own tests hold it to that.
  return (await import(url)) as SpecModule;
}
