import { createHash } from 'node:crypto';
import { versionOf } from './1-read/canonical.ts';
import { readSpec, type SpecText } from './1-read/read-spec.ts';
import type { Spec } from './1-read/spec-shape.ts';
import { type Checked, checkSpec } from './2-check/check-spec.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A spec as code. */
export interface CompiledModule {
  name: string;
  /** SHA-256 of the spec's canonical form, hexadecimal. */
  version: string;
  /** The spec as it was read: texts as strings, no defaults added. JSON-able. */
  spec: Spec;
  /** `generated/<name>.ts`. */
  source: string;
  /** `generated/<name>.fast.ts`, which `source` imports; null where there is none. */
  fastSource: string | null;
  /** SHA-256 of both, hexadecimal: what the spec and this compiler make of it. */
  sourceHash: string;
  /** `dist/<name>.mjs`: a standalone ES module. */
  esm: string;
  /** `dist/<name>.d.ts`. */
  dts: string;
}

/** The module of a spec and everything that is to be said of it; null where there is an error. */
export interface Compilation {
  diagnostics: readonly Diagnostic[];
  module: CompiledModule | null;
}

/** Everything that is wrong with a spec. Never throws for what the text says. */
export function check(input: SpecText): readonly Diagnostic[] {
  return readAndCheck(input).diagnostics;
}

/** A spec as a TypeScript module, as a standalone ES module, and its types. */
export async function compile(input: SpecText): Promise<Compilation> {
  const { spec, diagnostics } = readAndCheck(input);
  if (spec === null) return { diagnostics, module: null };
  // Loaded where something is compiled: ts-morph and esbuild take longer to start than a check takes.
  const [{ makePlan }, { emitModule }, { emitFast }, { bundleModule }, { declareModule }] = await Promise.all([
    import('./3-plan/make-plan.ts'),
    import('./4-emit/emit-module.ts'),
    import('./4-emit/fast/emit-fast.ts'),
    import('./5-bundle/bundle.ts'),
    import('./5-bundle/declare.ts'),
  ]);
  const plan = makePlan(spec, versionOf(spec));
  const fast = emitFast(plan);
  const source = emitModule(plan, fast);
  const fastSource = fast?.source ?? null;
  const sourceHash = createHash('sha256')
    .update(source)
    .update(fastSource ?? '')
    .digest('hex');
  // esbuild bundles in a process of its own meanwhile.
  const [esm, dts] = await Promise.all([bundleModule(source, plan.name, fastSource), declareModule(plan)]);
  return {
    diagnostics,
    module: { name: plan.name, version: plan.version, spec, source, fastSource, sourceHash, esm, dts },
  };
}

/** A spec as it was read, null where there is an error; and everything that is to be said of it. Never throws for what the text says. */
export function readAndCheck(input: SpecText): Checked {
  return checkSpec(readSpec(input));
}
