import type { Diagnostic } from '../../../compiler/index.ts';

/** What the service has to say of a spec beyond what the compiler says. */
const messages = {
  compile_failed: (p: { reason: string }) => `the compiler could not finish: ${p.reason}`,
  name_taken: (p: { name: string; origin: 'git' | 'api' }) =>
    `the name "${p.name}" is taken by a spec ${p.origin === 'git' ? 'in git' : 'that was made over the API'}`,
  two_files: (p: { other: string }) => `the file ${p.other} has the same name but for its ending: a spec has one file`,
  unreadable: (p: { reason: string }) => `the file cannot be read: ${p.reason}`,
  no_folder: (p: { reason: string }) => `the folder of the specs cannot be read: ${p.reason}`,
} as const;

export type ServiceCode = keyof typeof messages;

/** One thing that is wrong with a spec, of the compiler or of the service. */
export interface SpecDiagnostic extends Omit<Diagnostic, 'code'> {
  readonly code: Diagnostic['code'] | ServiceCode;
}

/** A diagnostic of the service, about a spec as a whole or what stands at a JSON pointer. */
export function createDiagnostic<C extends ServiceCode>(
  code: C,
  params: Parameters<(typeof messages)[C]>[0],
  path = '',
): SpecDiagnostic {
  // The table's entry for a code takes that code's params; TypeScript cannot follow it through the generic index.
  const text = messages[code] as (params: Parameters<(typeof messages)[C]>[0]) => string;
  return { code, severity: 'error', message: text(params), path, line: 1, column: 1, hint: null };
}

/** Diagnostics as the service tells them: `{ code, severity, message, path, line, column, hint }`. */
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
