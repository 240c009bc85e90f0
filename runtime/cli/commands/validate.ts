import { fileKindOf } from '../../reading/source/file-kind.ts';
import { createNoneSink } from '../../sink/none.ts';
import { withRecordPlaces } from '../explain/record-places.ts';
import { UsageError } from '../command-line/failures.ts';
import type { Command, CommandInput, ExitCode } from '../command-line/command.ts';
import { formatReport } from '../format/report.ts';
import { formatResult } from '../format/result.ts';
import { printToStdout } from '../command-line/output.ts';
import { exitCodeOf, runFromCommand, threadsOf } from './run-command.ts';
import { encoderOfFormat } from '../../base/model/value-format.ts';
import { readRunOptions, readSpecFlag, runFlags } from '../operands/run-flags.ts';
import { fromFlag, membersFlag, OTHER_INTEGRATION_SETTINGS, withInputFile } from '../operands/from-flag.ts';
import type { IntegrationSettingName } from '../operands/integration-operand.ts';
import { type InputFile, toInputFile } from '../operands/input.ts';
import type { MemberFiles } from '../operands/archive-members.ts';
import { expandFiles } from '../operands/expand-files.ts';
import { validateFiles } from './validate-files.ts';
import { loadNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf } from '../format/terminal.ts';

type Names =
  | 'specs'
  | 'data'
  | 'threads'
  | 'maxFileBytes'
  | 'maxRecordBytes'
  | 'maxColumns'
  | 'maxProcessorTime'
  | 'valueFormat'
  | IntegrationSettingName;

/** The command `specmill validate`. */
export const command: Command<Names> = {
  usage: [
    'validate --spec S FILE… [--json | --explain] [--skip-invalid] [--max-errors N] [--error-limit N]',
    'validate --spec S --from INTEGRATION:PATH …',
    'validate --spec S ARCHIVE… --members PATTERN …',
  ],
  description: [
    'Reads FILE (- is standard input) with a spec and reports what is wrong with it. Nothing is published.',
    'Several files, or patterns in quotes such as "in/**/*.csv", get a line each and a summary; --json prints a line per file.',
    'With --members, each file of an archive that matches is a file of its own.',
    'With --value-format, values that such messages cannot contain are issues, too.',
    '--explain shows the raw line of each issue with a mark below the cell. FILE must be one file on disk.',
    'Exit code 1: a record has an ERROR or FATAL issue, or the file could not be read to its end. Several files: the worst code.',
  ].join('\n'),
  flags: {
    ...runFlags,
    ...fromFlag,
    ...membersFlag,
    explain: { takes: null, help: 'show the line of the file for each issue, with carets (^^^) below the cell' },
  },
  settings: [
    'specs',
    'data',
    'threads',
    'maxFileBytes',
    'maxRecordBytes',
    'maxColumns',
    'maxProcessorTime',
    'valueFormat',
    ...OTHER_INTEGRATION_SETTINGS,
  ],
  operands: { min: 0, max: Infinity, kind: 'file' },
  run: validate,
};

function validate(input: CommandInput<Names>): Promise<ExitCode> {
  const { operands, flags } = input;
  if (operands.length > 0 && !flags.has('from'))
    return validateInputs(input, async () => (await expandFiles(operands)).map(toInputFile));
  return withInputFile(input, (file) => validateInputs(input, async () => [file]));
}

async function validateInputs(input: CommandInput<Names>, findFiles: () => Promise<InputFile[]>): Promise<ExitCode> {
  const pattern = input.flags.get('members');
  if (pattern === undefined) return validateAll(input, findFiles);
  if (input.flags.has('explain'))
    throw new UsageError('--explain and --members exclude each other', 'unpack the file, and explain it');
  const { withMembers } = await import('../operands/archive-members.ts');
  const { maxFileBytes: maxBytes } = input.settings;
  return withMembers({ pattern, maxBytes, findFiles }, (members) => validateAll(input, async () => members));
}

/** Validates files. One file has a report of its own, and several have a line each. */
async function validateAll(
  input: CommandInput<Names>,
  findFiles: () => Promise<InputFile[] | MemberFiles>,
): Promise<ExitCode> {
  const isJson = input.flags.has('json');
  const isExplained = input.flags.has('explain');
  if (isJson && isExplained) throw new UsageError('--explain and --json exclude each other', 'use one of them');
  const terminal = terminalOf(process.stdout);
  const options = readRunOptions(input);
  const encoder = encoderOfFormat(input.settings.valueFormat);
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings, { encoder });
  const found = await findFiles();
  // Loaded only when needed, because every command should start fast.
  const explain = isExplained ? await import('../explain/explain-result.ts') : null;
  if (Array.isArray(found)) explain?.checkIsExplainable(found.map(({ path }) => path));
  const { sink, places } = withRecordPlaces(createNoneSink(), isExplained ? options.errorLimit : 0);
  const validateFile = (file: InputFile) =>
    runFromCommand({ file, spec, options, ...threadsOf(input), showsHash: isJson, openSink: async () => sink });
  const { isOne, files } = Array.isArray(found) ? { isOne: found.length < 2, files: found } : found;
  if (!isOne) return validateFiles({ files, isJson, terminal, validateFile });
  const file = await firstOf(files);
  const result = await validateFile(file);
  const { source, module } = spec;
  const { fields, recordTypes = [] } = module.spec;
  const hasSensitiveFields = [{ fields }, ...recordTypes].some((type) => type.fields.some((one) => one.sensitive));
  const issues = await explain?.explainResult({
    file: file.path,
    maxBytes: options.maxFileBytes,
    source,
    hasSensitiveFields,
    kind: fileKindOf(module.spec),
    result,
    places,
    terminal,
  });
  await printToStdout(isJson ? formatResult(result) : formatReport(result, terminal, issues));
  return exitCodeOf(result);
}

async function firstOf(files: Iterable<InputFile> | AsyncIterable<InputFile>): Promise<InputFile> {
  const iterator = Symbol.asyncIterator in files ? files[Symbol.asyncIterator]() : files[Symbol.iterator]();
  const { value } = await iterator.next();
  return value ?? toInputFile('-');
}
