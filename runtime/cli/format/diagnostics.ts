import type { Diagnostic, SpecText } from '../../../compiler/index.ts';
import { EXIT, type ExitCode } from '../command-line/command.ts';
import { visibleLines } from './terminal.ts';

/** Thrown if a command cannot run because a spec has errors: exit code 1. The message contains the diagnostics. */
export class SpecError extends Error {
  readonly exitCode: ExitCode = EXIT.invalid;
}

/**
 * Formats the diagnostics of one spec. Each is followed by the affected lines of the spec, with a mark below the error.
 */
export async function formatDiagnostics(diagnostics: readonly Diagnostic[], input: SpecText): Promise<string> {
  const { formatDiagnostic } = await import('../../../compiler/index.ts');
  return diagnostics.map((diagnostic) => `${visibleLines(formatDiagnostic(diagnostic, input))}\n`).join('\n');
}

/** Returns true if at least one diagnostic is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
