import { check } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
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
  return { module: await loadModule(spec), diagnostics: check(spec).map(({ code }) => code) };
}
