import type { Diagnostic } from '../../../../compiler/index.ts';

/** The texts of the diagnostics that the service adds to those of the compiler. */
const messages = {
  compile_failed: (p: { reason: string }) => `the compiler failed: ${p.reason}`,
  spec_too_costly: (p: { reason: string }) => `the spec is too costly to compile: ${p.reason}`,
  name_taken: (p: { name: string; origin: 'git' | 'api' }) =>
    `the name "${p.name}" is taken by a spec ${p.origin === 'git' ? 'in git' : 'created over the API'}: use another name`,
  two_files: (p: { other: string }) =>
    `the file ${p.other} defines a spec of the same name: delete one of the two files`,
  unreadable: (p: { reason: string }) => `the file cannot be read: ${p.reason}`,
  reference_unusable: (p: { table: string; reason: string }) => `the reference table "${p.table}" ${p.reason}`,
  no_folder: (p: { reason: string }) => `the specs folder cannot be read: ${p.reason}`,
} as const;

/** The code of a diagnostic that the service adds. */
export type ServiceCode = keyof typeof messages;

/** A diagnostic of the compiler or of the service. */
export interface SpecDiagnostic extends Omit<Diagnostic, 'code'> {
  readonly code: Diagnostic['code'] | ServiceCode;
}

/**
 * Creates a diagnostic of the service with the severity `error`. `path` is a JSON pointer into the spec; '' means the
 * spec as a whole.
 */
export function createDiagnostic<C extends ServiceCode>(
  code: C,
  params: Parameters<(typeof messages)[C]>[0],
  path = '',
): SpecDiagnostic {
  // Each function takes the parameters of its code. TypeScript cannot infer this for a generic code.
  const text = messages[code] as (params: Parameters<(typeof messages)[C]>[0]) => string;
  return { code, severity: 'error', message: text(params), path, line: 1, column: 1, hint: null };
}

/**
 * Returns copies of diagnostics that contain only the public members: `{ code, severity, message, path, line, column,
 * hint }`.
 */
export function toPublicDiagnostics(diagnostics: readonly SpecDiagnostic[]): SpecDiagnostic[] {
  return diagnostics.map(({ code, severity, message, path, line, column, hint }) => ({
    code,
    severity,
    message,
    path,
    line,
    column,
    hint,
  }));
}
