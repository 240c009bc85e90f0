import type { CompiledModule, Spec, SpecText } from '../../../compiler/index.ts';
import { asDiskFull, DiskFull } from '../../model/disk-full.ts';
import { cacheKey, findCached, type FoundModule, type ModuleCache, storeCompiled, toFound } from './module-cache.ts';
import type { SpecCompilation, SpecCompiler } from './spec-compiler.ts';
import type { SpecDiagnostic } from './spec-diagnostic.ts';
import type { RunModule } from '../../model/run-module.ts';

/** A compiled spec, as runs use it. Only worker threads load the module itself. */
export interface CompiledSpec {
  /** The spec, parsed. */
  spec: Spec;
  /** The text of the spec, from which it can be compiled again. */
  input: SpecText;
  /** The key of its texts in the module cache, and the SHA-256 of each of them. */
  key: string;
  hashes: { ts: string; 'd.ts': string; mjs: string };
  module: RunModule;
  warnings: readonly SpecDiagnostic[];
}

/** A compiled spec, or its errors. */
export type SpecReading =
  | { kind: 'compiled'; compiled: CompiledSpec }
  | { kind: 'rejected'; diagnostics: readonly SpecDiagnostic[] };

/** What is needed to compile and cache specs. */
export interface SpecReader {
  cache: ModuleCache;
  compiler: SpecCompiler;
}

/**
 * Returns a spec from the module cache, or compiles and caches it. Throws DiskFull. With any other error of the
 * cache, the spec is in service without it.
 */
export async function readCompiled(input: SpecText, reader: SpecReader): Promise<SpecReading> {
  const key = cacheKey(input);
  const found = await findCached(reader.cache, key);
  if (found !== null) return { kind: 'compiled', compiled: toCompiled(input, key, found) };
  return storeCompilation(await reader.compiler.compile(input), () => input, reader);
}

/**
 * Compiles the spec of a request. The cached and stored text is the JSON of the parsed spec, without the members that
 * the service adds.
 */
export async function compileSent(input: SpecText, reader: SpecReader): Promise<SpecReading> {
  const plain = ({ spec, name }: CompiledModule): SpecText => ({
    text: `${JSON.stringify(spec, null, 2)}\n`,
    path: name,
    syntax: 'json',
  });
  return storeCompilation(await reader.compiler.compile(input), plain, reader);
}

/**
 * Compiles a spec again because a file of its cache entry is missing or altered. Stores it if the folder can be
 * written. Throws if the compiler fails.
 */
export async function compileAgain(input: SpecText, { cache, compiler }: SpecReader): Promise<CompiledModule> {
  const { module, diagnostics } = await compiler.compile(input);
  if (module === null) throw new Error(diagnostics[0]?.message ?? 'the spec has errors');
  await storeCompiled(cache, cacheKey(input), module, diagnostics).catch(() => {});
  return module;
}

async function storeCompilation(
  compilation: SpecCompilation,
  inputOf: (module: CompiledModule) => SpecText,
  { cache }: SpecReader,
): Promise<SpecReading> {
  const { module, diagnostics } = compilation;
  if (module === null) return { kind: 'rejected', diagnostics };
  const input = inputOf(module);
  const key = cacheKey(input);
  const found = await storeCompiled(cache, key, module, diagnostics).catch((error: unknown) => {
    const reason = asDiskFull(error);
    if (reason instanceof DiskFull) throw reason;
    // Without its file, the module is compiled again when a run needs it.
    return toFound(cache.folder, module, diagnostics);
  });
  return { kind: 'compiled', compiled: toCompiled(input, key, found) };
}

function toCompiled(
  input: SpecText,
  key: string,
  { path, hash, sourceHash, typesHash, spec, version, diagnostics }: FoundModule,
): CompiledSpec {
  const fields = spec.fields.map(({ name, type, sensitive = false }) => ({ name, type, sensitive }));
  return {
    spec,
    input,
    key,
    hashes: { ts: sourceHash, 'd.ts': typesHash, mjs: hash },
    warnings: diagnostics,
    module: { path, hash, source: input, spec: { name: spec.name, version, format: spec.format, fields } },
  };
}
