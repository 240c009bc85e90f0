import { createHash } from 'node:crypto';
import { versionOf } from './1-read/canonical.ts';
import type { SpecText } from './1-read/read-spec.ts';
import type { AnySpec } from './1-read/spec-shape.ts';
import type { SpecContents } from './4-emit/spec-info.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { readAndCheck } from './check.ts';

/** The result of compiling one spec. */
export interface CompiledModule {
  name: string;
  /** SHA-256 of the spec's canonical JSON (RFC 8785), in lower-case hexadecimal. */
  version: string;
  /** The spec as its author wrote it, without default values. It can be serialized as JSON. */
  spec: AnySpec;
  /** What the module says about the fields of its records, without loading it. */
  contents: SpecContents;
  /** The text of `generated/<name>.ts`. */
  source: string;
  /** The text of `generated/<name>.fast.ts`, which `source` imports. Null if the spec has no fast reader. */
  fastSource: string | null;
  /**
   * SHA-256 of `source` followed by `fastSource`, in lower-case hexadecimal. It changes if the version of the spec or
   * the generated code changes.
   */
  sourceHash: string;
  /** The text of `dist/<name>.mjs`: an ES module without imports. */
  esm: string;
  /** The text of `dist/<name>.d.ts`. */
  dts: string;
}

/** The diagnostics of a spec, and its compiled module. The module is null if any diagnostic is an error. */
export interface Compilation {
  diagnostics: readonly Diagnostic[];
  module: CompiledModule | null;
}

/**
 * Compiles a spec to TypeScript source, an ES module without imports, and its type declarations. An invalid spec is
 * reported, never thrown.
 */
export async function compile(input: SpecText): Promise<Compilation> {
  const { spec, diagnostics } = readAndCheck(input);
  if (spec === null) return { diagnostics, module: null };
  // Loaded only here, because loading ts-morph and esbuild takes longer than all checks.
  const [
    { emitSpec },
    { describeContents, describeTypeContents },
    { bundleModule, startBundler },
    { declareModule, declareTypes },
  ] = await Promise.all([
    import('./4-emit/emit-spec.ts'),
    import('./4-emit/spec-info.ts'),
    import('./5-bundle/bundle.ts'),
    import('./5-bundle/declare.ts'),
  ]);
  startBundler();
  const emitted = emitSpec(spec, versionOf(spec), input.encoder);
  const { plan, source, fastSource } = emitted;
  const sourceHash = createHash('sha256')
    .update(source)
    .update(fastSource ?? '')
    .digest('hex');
  const dts = emitted.kind === 'TYPED' ? declareTypes(emitted.plan) : declareModule(emitted.plan);
  const contents = emitted.kind === 'TYPED' ? describeTypeContents(emitted.plan) : describeContents(emitted.plan);
  const esm = await bundleModule(source, plan.name, fastSource);
  return {
    diagnostics,
    module: { name: plan.name, version: plan.version, spec, contents, source, fastSource, sourceHash, esm, dts },
  };
}
