import { compile } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import type { SpecFile } from './sample.ts';

/** A spec's module, running, and the codes of the warnings that the spec got. */
export interface Loaded {
  readonly module: SpecModule;
  readonly diagnostics: readonly string[];
}

/** Compiles specs, each once, and loads what came of it. @throws where a spec has an error. */
export function createLoader(): (spec: SpecFile) => Promise<Loaded> {
  const loaded = new Map<string, Promise<Loaded>>();
  return (spec) => {
    const known = loaded.get(spec.path) ?? loadSpec(spec);
    loaded.set(spec.path, known);
    return known;
  };
}

async function loadSpec(spec: SpecFile): Promise<Loaded> {
  const { diagnostics, module } = await compile(spec);
  if (module === null)
    throw new Error(
      diagnostics
        .map(({ line, column, code, message }) => `${spec.path}:${line}:${column} ${code}: ${message}`)
        .join('\n'),
    );
  const source = `data:text/javascript;base64,${Buffer.from(module.esm).toString('base64')}`;
  // What a standalone module exports is the contract that the kernel declares.
  return { module: (await import(source)) as SpecModule, diagnostics: diagnostics.map(({ code }) => code) };
}
