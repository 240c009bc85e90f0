/** The one door to the compiler: what the runtime and other projects import. */
export type { SpecText } from './1-read/read-spec.ts';
export type { Spec } from './1-read/spec-shape.ts';
export type { Checked } from './2-check/check-spec.ts';
export { type Compilation, type CompiledModule, check, compile, readAndCheck } from './compile.ts';
export { compileCorrectionSteps, type NumberedCorrection, numberOfEach } from './coverage/correction-steps.ts';
export { type Diagnostic, formatDiagnostic, hasErrors } from './diagnostic.ts';
