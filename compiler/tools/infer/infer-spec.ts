import type { SpecModule } from '../../kernel/model/contract.ts';
import { compile } from '../../pipeline/compile.ts';
import { type Inference, inferRated } from './infer-rated.ts';
import type { Sample } from './model/sample.ts';
import { type CreateModule, describeErrors } from './rate/rate-draft.ts';

/** Imports an ES module from its text. The module has no imports. */
export type LoadModule = (esm: string) => Promise<SpecModule>;

/**
 * Infers a spec from a sample. The spec has no errors. If it rejects too much of the sample, its types and settings are
 * made less strict, up to four times. `load` imports an ES module from its text; it is used to read an XML sample with
 * the compiled draft.
 * @throws NoDraft if no spec can be inferred.
 */
export function inferSpec(sample: Sample, load: LoadModule): Promise<Inference> {
  return inferRated(sample, compileWith(load));
}

/** Returns a function that compiles a spec in this process. Its Error names the errors of a spec. */
export function compileWith(load: LoadModule): CreateModule {
  return async (spec) => {
    const { module, diagnostics } = await compile(spec);
    if (module === null) throw describeErrors(diagnostics);
    return load(module.esm);
  };
}
