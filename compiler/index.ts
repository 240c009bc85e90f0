/** The one door to the compiler: what the runtime and other projects import. */
export type { SpecText } from './1-read/read-spec.ts';
export type { Spec } from './1-read/spec-shape.ts';
export { type Compilation, type CompiledModule, check, compile } from './compile.ts';
export { type Diagnostic, formatDiagnostic, hasErrors } from './diagnostic.ts';
