import { join } from 'node:path';
import type { SpecFile } from '../../registry/folder/spec-files.ts';
import type { Diagnostic } from '../../../compiler/index.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { programVersion } from '../../program/version.ts';
import { repeatOnChange } from './repeat-on-change.ts';
import { readChoice } from '../command-line/choice.ts';
import type { CheckedSpec } from '../format/check/checked-spec.ts';
import { formatGithub } from '../format/check/github.ts';
import { formatSarif } from '../format/check/sarif.ts';
import { formatChecked } from '../format/check/text.ts';
import { hasErrors } from '../format/diagnostics.ts';
import { formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { findSpecs, readNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf, visible, visibleJson } from '../format/terminal.ts';

type Names = 'specs';

const FORMATS = ['text', 'github', 'sarif', 'json'] as const;

/** The command `specmill check`. */
export const command: Command<Names> = {
  usage: ['check [specs…] [--format F] [--watch]'],
  description: [
    'Reports what is wrong with specs. Each operand is a file, a name in the specs folder, or a folder.',
    'Without operands, all specs in the specs folder are checked, and the jobs in its folder jobs. Exit code 1: there is an error.',
  ].join('\n'),
  flags: {
    format: {
      takes: 'F',
      help: 'text (default), github (annotations in a workflow), sarif (SARIF 2.1.0), or json',
      choices: FORMATS,
    },
    watch: { takes: null, help: 'check again after each change, until interrupted' },
  },
  settings: ['specs'],
  operands: { min: 0, max: Infinity, kind: 'spec' },
  run: (input) =>
    input.flags.has('watch')
      ? repeatOnChange(input.operands, input.settings.specs, () => checkSpecs(input))
      : checkSpecs(input),
};

async function checkSpecs({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const format = readChoice('--format', flags.get('format') ?? 'text', FORMATS);
  const files = await findSpecs(operands, settings.specs);
  const { check } = await import('../../../compiler/index.ts');
  const checked: CheckedSpec[] = [];
  for (const { path, folder } of files) {
    const input = await readNamedSpec(path, folder);
    const spec = { input, diagnostics: check(input) };
    checked.push(spec);
    if (format === 'text') await printToStdout(await formatChecked(spec, terminalOf(process.stdout)));
  }
  // Operands name specs, so jobs are checked only with the whole folder.
  const jobs = operands.length > 0 ? [] : await checkJobs(settings.specs, files);
  for (const job of jobs)
    if (format === 'text') await printToStdout(await formatChecked(job, terminalOf(process.stdout)));
  checked.push(...jobs);
  if (format !== 'text') await printToStdout(formatForPrograms(checked, format));
  const all = checked.flatMap(({ diagnostics }) => diagnostics);
  await printToStderr(
    `${checked.length === 0 ? `no spec found in ${visible(operands.length === 0 ? settings.specs : operands.join(', '))}` : summary({ specs: files.length, jobs: jobs.length }, all)}\n`,
  );
  return hasErrors(all) ? EXIT.invalid : EXIT.success;
}

/** Returns the jobs in git with their diagnostics. `specs` are the files of the specs folder. */
async function checkJobs(folder: string, specs: readonly SpecFile[]): Promise<CheckedSpec[]> {
  const { checkJobFolder } = await import('../../jobs/git/check-job-folder.ts');
  const jobs = await checkJobFolder(join(folder, 'jobs'), new Set(specs.map(({ name }) => name)));
  // The cast is safe: the formats print the code of a diagnostic, whatever it is.
  return jobs as unknown as CheckedSpec[];
}

function formatForPrograms(checked: readonly CheckedSpec[], format: 'github' | 'sarif' | 'json'): string {
  switch (format) {
    case 'github':
      return formatGithub(checked);
    case 'sarif':
      return formatSarif(checked, programVersion());
    case 'json': {
      const specs = checked.map(({ input, diagnostics }) => ({
        path: input.path,
        valid: !hasErrors(diagnostics),
        diagnostics,
      }));
      return visibleJson(`${JSON.stringify({ valid: specs.every(({ valid }) => valid), specs }, null, 2)}\n`);
    }
    default:
      return format satisfies never;
  }
}

function summary({ specs, jobs }: { specs: number; jobs: number }, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const found = `${formatCounted(errors, 'error')}, ${formatCounted(diagnostics.length - errors, 'warning')}`;
  const counted = `${formatCounted(specs, 'spec')}${jobs === 0 ? '' : ` and ${formatCounted(jobs, 'job')}`}`;
  return `${counted} checked: ${diagnostics.length === 0 ? 'all valid' : found}`;
}
