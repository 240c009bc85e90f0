import type { Diagnostic } from '../../../compiler/index.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { formatDiagnostics, hasErrors } from '../format/diagnostics.ts';
import { formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { findSpecs, readNamedSpec } from '../operands/spec-operand.ts';
import { visible } from '../format/terminal.ts';

type Names = 'specs';

/** The command `specmill check`. */
export const command: Command<Names> = {
  usage: ['check [specs…]'],
  description: [
    'Reports what is wrong with specs. Each operand is a file, a name in the specs folder, or a folder.',
    'Without operands, all specs in the specs folder are checked. Exit code 1: a spec has an error.',
  ].join('\n'),
  flags: {},
  settings: ['specs'],
  operands: { min: 0, max: Infinity, kind: 'spec' },
  run: checkSpecs,
};

async function checkSpecs({ operands, settings }: CommandInput<Names>): Promise<ExitCode> {
  const files = await findSpecs(operands, settings.specs);
  const { check } = await import('../../../compiler/index.ts');
  const all: Diagnostic[] = [];
  for (const { path } of files) {
    const input = await readNamedSpec(path);
    const diagnostics = check(input);
    all.push(...diagnostics);
    await printToStdout(
      diagnostics.length === 0 ? `${visible(path)} is valid\n` : `${await formatDiagnostics(diagnostics, input)}\n`,
    );
  }
  await printToStderr(
    `${files.length === 0 ? `no spec found in ${visible(operands.length === 0 ? settings.specs : operands.join(', '))}` : summary(files.length, all)}\n`,
  );
  return hasErrors(all) ? EXIT.invalid : EXIT.success;
}

function summary(specs: number, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const found = `${formatCounted(errors, 'error')}, ${formatCounted(diagnostics.length - errors, 'warning')}`;
  return `${formatCounted(specs, 'spec')} checked: ${diagnostics.length === 0 ? 'all valid' : found}`;
}
