import type { CompiledModule, Spec, SpecText } from '../../../compiler/index.ts';
import { asDiskFull } from '../../model/disk-full.ts';
import { cacheKey, findCached, type FoundModule, storeCompiled } from './module-cache.ts';
import type { SpecCompilation, SpecCompiler } from './spec-compiler.ts';
import type { SpecDiagnostic } from './spec-diagnostic.ts';
import type { RunModule } from '../../model/run-module.ts';

/** A spec with its module: what runs are made with. The module itself is loaded only where it works, in threads. */
export interface CompiledSpec {
  /** The spec as it was read. */
  spec: Spec;
  /** What it is read from, and what it can be compiled from again. */
  input: SpecText;
  /** Names its texts in the cache of modules. */
  key: string;
  module: RunModule;
  warnings: readonly SpecDiagnostic[];
}

/** A spec compiled, or all that is wrong with it. */
export type SpecReading =
  | { kind: 'compiled'; compiled: CompiledSpec }
  | { kind: 'refused'; diagnostics: readonly SpecDiagnostic[] };

export interface SpecReader {
  dataFolder: string;
  compiler: SpecCompiler;
}

/** Compiles a spec, or finds it compiled in the cache. Throws DiskFull, or the system's errors where the cache cannot be written. */
export async function readCompiled(input: SpecText, reader: SpecReader): Promise<SpecReading> {
  const key = cacheKey(input);
  const found = await findCached(reader.dataFolder, key);
  if (found?.spec !== undefined) return { kind: 'compiled', compiled: toCompiled(input, key, found) };
  return keep(await reader.compiler.compile(input), () => input, reader);
}

/**
 * Compiles a spec as it was sent. What is kept is its plain form: JSON of the spec as it was read,
 * without the members that the service adds.
 */
export async function compileSent(input: SpecText, reader: SpecReader): Promise<SpecReading> {
  const plain = ({ spec, name }: CompiledModule): SpecText => ({
    text: `${JSON.stringify(spec, null, 2)}\n`,
    path: name,
    syntax: 'json',
  });
  return keep(await reader.compiler.compile(input), plain, reader);
}

/** Compiles a spec though it is in the cache, of which a part is gone. */
export async function compileAgain(input: SpecText, reader: SpecReader): Promise<void> {
  await keep(await reader.compiler.compile(input), () => input, reader);
}

async function keep(
  compilation: SpecCompilation,
  inputOf: (module: CompiledModule) => SpecText,
  { dataFolder }: SpecReader,
): Promise<SpecReading> {
  const { module, diagnostics } = compilation;
  if (module === null) return { kind: 'refused', diagnostics };
  const input = inputOf(module);
  const key = cacheKey(input);
  try {
    return {
      kind: 'compiled',
      compiled: toCompiled(input, key, await storeCompiled(dataFolder, key, module, diagnostics)),
    };
  } catch (error) {
    throw asDiskFull(error);
  }
}

function toCompiled(
  input: SpecText,
  key: string,
  { path, hash, spec, version = '', diagnostics }: FoundModule,
): CompiledSpec {
  if (spec === undefined) throw new Error('an entry of the cache does not tell its spec');
  const fields = spec.fields.map(({ name, type, sensitive = false }) => ({ name, type, sensitive }));
  return {
    spec,
    input,
    key,
    warnings: diagnostics,
    module: { path, hash, spec: { name: spec.name, version, format: spec.format, fields } },
  };
}
