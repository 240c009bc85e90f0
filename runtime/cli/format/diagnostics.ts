import type { Diagnostic, SpecText } from '../../../compiler/index.ts';
import { EXIT, type ExitCode } from '../command-line/command.ts';
import { visibleLines } from './terminal.ts';

/** Thrown where a spec has errors, so that there is nothing to work with: exit code 1. The text tells all of them. */
export class WrongSpec extends Error {
  readonly exitCode: ExitCode = EXIT.faulty;
}

/** Diagnostics of one spec, each with its code frame. */
export async function formatDiagnostics(diagnostics: readonly Diagnostic[], input: SpecText): Promise<string> {
  const { formatDiagnostic } = await import('../../../compiler/index.ts');
  return diagnostics.map((diagnostic) => `${visibleLines(formatDiagnostic(diagnostic, input))}\n`).join('\n');
}

/** Whether an error is among them, not only warnings. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
