import type { CompiledModule, AnySpec, SpecText } from '../../../../compiler/index.ts';
import { describeSpecWarnings } from '../../../../compiler/formats.ts';
import { asDiskFull, DiskFull } from '../../../base/model/disk-full.ts';
import { cacheKey, findCached, type FoundModule, type ModuleCache, storeCompiled, toFound } from './module-cache.ts';
import type { CompileRequest } from './compile-request.ts';
import type { SpecCompilation, SpecCompiler } from './spec-compiler.ts';
import type { SpecDiagnostic } from './spec-diagnostic.ts';
import type { RunModule } from '../../../base/model/run-module.ts';

/** A compiled spec, with the location of its module. The module itself is not loaded: only worker threads load it. */
export interface CompiledSpec {
  /** The spec, parsed. */
  spec: AnySpec;
  /** The text of the spec, from which the spec can be compiled again. */
  input: SpecText;
  /**
   * The key of the spec's entry in the module cache. `hashes` contains the SHA-256 of each cached text, hexadecimal.
   */
  key: string;
  hashes: { ts: string; 'd.ts': string; mjs: string };
  module: RunModule;
  warnings: readonly SpecDiagnostic[];
}

/** The result of compiling a spec: the compiled spec, or diagnostics with at least one error. */
export type SpecReading =
  | { kind: 'compiled'; compiled: CompiledSpec }
  | { kind: 'rejected'; diagnostics: readonly SpecDiagnostic[] };

/** The module cache and the compiler that readCompiled(), compileSent() and compileAgain() use. */
export interface SpecReader {
  cache: ModuleCache;
  compiler: SpecCompiler;
}

/**
 * Returns a spec from the module cache. If it is not there, compiles the spec and caches it. Throws DiskFull if the
 * disk is full. If the spec cannot be cached for another reason, it is returned without being cached.
 */
export async function readCompiled(input: SpecText, reader: SpecReader): Promise<SpecReading> {
  const key = cacheKey(input);
  const found = await findCached(reader.cache, key);
  if (found !== null) return { kind: 'compiled', compiled: toCompiled(input, key, found) };
  return storeCompilation(await reader.compiler.compile(input), () => input, reader);
}

/**
 * Compiles a spec that a client sent, and caches it. The text that is cached and returned is the JSON of the parsed
 * spec, without the keys in `input.ignoredKeys`, and not the text that was sent. Throws DiskFull if the disk is full,
 * and the errors of SpecCompiler.compile().
 */
export async function compileSent(input: SpecText, reader: SpecReader, request?: CompileRequest): Promise<SpecReading> {
  const plain = ({ spec, name }: CompiledModule): SpecText => ({
    text: `${JSON.stringify(spec, null, 2)}\n`,
    path: name,
    syntax: 'json',
  });
  return storeCompilation(await reader.compiler.compile(input, request), plain, reader);
}

/**
 * Compiles a spec again, because a file of its cache entry is missing or altered. Stores the entry again if the data
 * folder can be written. Throws an Error if the spec does not compile, and the errors of SpecCompiler.compile().
 */
export async function compileAgain(
  input: SpecText,
  { cache, compiler }: SpecReader,
  request?: CompileRequest,
): Promise<CompiledModule> {
  const { module, diagnostics } = await compiler.compile(input, request);
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
    // The file of the module is missing then. When a run needs the module, it is compiled again.
    return toFound(cache.folder, module, diagnostics);
  });
  return { kind: 'compiled', compiled: toCompiled(input, key, found) };
}

function toCompiled(
  input: SpecText,
  key: string,
  { path, hash, sourceHash, typesHash, spec, contents, version, diagnostics }: FoundModule,
): CompiledSpec {
  const encoded = input.encoder === undefined ? {} : { encoder: input.encoder };
  return {
    spec,
    input,
    key,
    hashes: { ts: sourceHash, 'd.ts': typesHash, mjs: hash },
    warnings: diagnostics,
    module: {
      path,
      hash,
      source: input,
      spec: {
        name: spec.name,
        version,
        format: spec.format,
        ...encoded,
        ...contents,
        ...describeSpecWarnings(diagnostics),
      },
    },
  };
}
