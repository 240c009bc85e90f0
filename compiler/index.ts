/** The one door to the compiler: what the runtime and other projects import. */
export type { SpecText } from './1-read/read-spec.ts';
export type { Spec } from './1-read/spec-shape.ts';
export type { Checked } from './2-check/check-spec.ts';
export { type Compilation, type CompiledModule, check, compile, readAndCheck } from './compile.ts';
export { compileCorrectionSteps, type NumberedCorrection, numberOfEach } from './coverage/correction-steps.ts';
export { makeSamples } from './samples/make-samples.ts';
export type { Broken, MissingSample, SampleSet, SampleText } from './samples/sample-set.ts';
export { describeSpec, type SpecExample } from './docs/describe-spec.ts';
export { makeMessageSchema } from './docs/message-schema.ts';
export { type JsonSchema, makeSpecSchema } from './1-read/json-schema.ts';
export { type Diagnostic, formatDiagnostic, hasErrors } from './diagnostic.ts';
export { type Axis, type Change, type Grade, isBreaking } from './diff/change.ts';
export { type Difference, diff } from './diff/diff.ts';
export { diffAll, type SpecDifference } from './diff/diff-all.ts';
export { type Inference, inferSpec, isGood } from './infer/infer-spec.ts';
export { NoDraft } from './infer/no-draft.ts';
export { type Sample, specNameOf } from './infer/sample.ts';
export { findShownFields, type ShownFields } from './diff/shown-fields.ts';
