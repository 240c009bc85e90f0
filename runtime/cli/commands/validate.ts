import { createNoneSink } from '../../sink/none.ts';
import type { Command, CommandInput, ExitCode } from '../command-line/command.ts';
import { formatReport } from '../format/report.ts';
import { formatResult } from '../format/result.ts';
import { printToStdout } from '../command-line/output.ts';
import { exitCodeOf, runFromCommand, threadsOf } from './run-command.ts';
import { readRunOptions, readSpecFlag, runFlags } from '../operands/run-flags.ts';
import { loadNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf } from '../format/terminal.ts';

type Names = 'specs' | 'data' | 'threads' | 'maxFileBytes' | 'maxRecordBytes' | 'maxColumns';

/** The command `specmill validate`. */
export const command: Command<Names> = {
  usage: ['validate --spec S FILE [--json] [--skip-invalid] [--max-errors N] [--error-limit N]'],
  description: [
    'Reads FILE (- is standard input) with a spec and reports what is wrong with it. Nothing is published.',
    'Exit code 1: a record has an ERROR or FATAL issue, or the file could not be read to its end.',
  ].join('\n'),
  flags: runFlags,
  settings: ['specs', 'data', 'threads', 'maxFileBytes', 'maxRecordBytes', 'maxColumns'],
  operands: { min: 1, max: 1, missing: 'FILE is missing. Use - for standard input', kind: 'file' },
  run: validate,
};

async function validate(input: CommandInput<Names>): Promise<ExitCode> {
  const isData = input.flags.has('json');
  const options = readRunOptions(input);
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings);
  const file = input.operands[0] ?? '-';
  const result = await runFromCommand({
    file,
    spec,
    options,
    ...threadsOf(input),
    openSink: async () => createNoneSink(),
  });
  await printToStdout(isData ? formatResult(result) : formatReport(result, terminalOf(process.stdout)));
  return exitCodeOf(result);
}
