import { createNoneSink } from '../../sink/none.ts';
import type { Command, CommandInput, ExitCode } from '../command-line/command.ts';
import { formatReport } from '../format/report.ts';
import { formatResult } from '../format/result.ts';
import { printToStdout } from '../command-line/output.ts';
import { exitCodeOf, runFromCommand, threadsOf } from './run-command.ts';
import { readRunOptions, readSpecFlag, runFlags } from '../operands/run-flags.ts';
import { expandFiles } from '../operands/expand-files.ts';
import { validateFiles } from './validate-files.ts';
import { loadNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf } from '../format/terminal.ts';

type Names = 'specs' | 'data' | 'threads' | 'maxFileBytes' | 'maxRecordBytes' | 'maxColumns' | 'maxProcessorTime';

/** The command `specmill validate`. */
export const command: Command<Names> = {
  usage: ['validate --spec S FILE… [--json] [--skip-invalid] [--max-errors N] [--error-limit N]'],
  description: [
    'Reads FILE (- is standard input) with a spec and reports what is wrong with it. Nothing is published.',
    'Several files, or patterns in quotes such as "in/**/*.csv", get a line each and a summary; --json prints a line per file.',
    'Exit code 1: a record has an ERROR or FATAL issue, or the file could not be read to its end. Several files: the worst code.',
  ].join('\n'),
  flags: runFlags,
  settings: ['specs', 'data', 'threads', 'maxFileBytes', 'maxRecordBytes', 'maxColumns', 'maxProcessorTime'],
  operands: { min: 1, max: Infinity, missing: 'FILE is missing. Use - for standard input', kind: 'file' },
  run: validate,
};

async function validate(input: CommandInput<Names>): Promise<ExitCode> {
  const isJson = input.flags.has('json');
  const terminal = terminalOf(process.stdout);
  const options = readRunOptions(input);
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings);
  const files = await expandFiles(input.operands);
  const validateFile = (file: string) =>
    runFromCommand({ file, spec, options, ...threadsOf(input), openSink: async () => createNoneSink() });
  const [file = '-', second] = files;
  if (second !== undefined) return validateFiles({ files, isJson, terminal, validateFile });
  const result = await validateFile(file);
  await printToStdout(isJson ? formatResult(result) : formatReport(result, terminal));
  return exitCodeOf(result);
}
