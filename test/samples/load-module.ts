import { check } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import type { SpecFile } from './sample.ts';

/** A spec's loaded module, and the codes of the spec's warnings. */
export interface Loaded {
  readonly module: SpecModule;
  readonly diagnostics: readonly string[];
}

/** Returns a function that compiles and loads specs, each once. @throws if a spec has an error. */
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
