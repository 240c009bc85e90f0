import type { AnySpec, Diagnostic, JudgedFormat, NamedSpec, SpecText } from '../../../compiler/index.ts';
import type { SampleDifference } from '../../runs/record-diff/compare-sample.ts';
import type { DiffReport } from '../../runs/record-diff/report.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { formatDiagnostics, hasErrors, SpecError } from '../format/diagnostics.ts';
import { ReferenceFailure } from '../../state/reference/load-table.ts';
import { type DiffOperands, type FindTable, readDiffOperands } from '../operands/diff-operands.ts';
import { compareSamples } from './diff-samples.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { terminalOf, visibleJson } from '../format/terminal.ts';

type Names = 'specs' | 'data' | 'maxFileBytes';

const FORMATS = ['text', 'json', 'markdown'] as const;
const SCHEMAS = ['avro', 'json-schema'] as const satisfies readonly JudgedFormat[];

/** The command `specmill diff`. */
export const command: Command<Names> = {
  usage: ['diff OLD NEW [--samples DIR] [--format F] [--fail-on breaking]', 'diff REVISION [the same flags]'],
  description: [
    'Compares two specs, two folders of specs, or the specs folder with its state in a git revision.',
    'Each change is graded breaking, compatible or neutral, for senders of files, readers of events, or verdicts on records.',
    'For changes of messages, it says what a schema registry says of their schemas: BACKWARD, FORWARD, FULL or nothing.',
    'Both versions then read the sample files. The report counts the records that change and shows the first of each kind.',
    'Exit code 1: a spec has errors or, with --fail-on breaking, a change is breaking.',
  ].join('\n'),
  flags: {
    samples: {
      takes: 'DIR',
      help: 'folder of the sample files; for several specs, it contains one folder per spec (default: the folder next to the spec)',
    },
    'no-samples': { takes: null, help: 'do not read sample files' },
    format: { takes: 'F', help: 'text (default), json, or markdown for a pull request', choices: FORMATS },
    'value-format': {
      takes: 'F',
      help: 'the schemas in the registry: avro (default) or json-schema',
      choices: SCHEMAS,
    },
    'fail-on': { takes: 'GRADE', help: '"breaking": exit with code 1 if a change is breaking', choices: ['breaking'] },
  },
  settings: ['specs', 'data', 'maxFileBytes'],
  operands: { min: 1, max: 2, missing: 'OLD is missing. Name two files, two folders, or a git revision', kind: 'file' },
  run: diffSpecs,
};

async function diffSpecs({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const format = readFormat(flags.get('format'));
  const failsOnBreaking = readFailOn(flags.get('fail-on'));
  if (flags.has('samples') && flags.has('no-samples'))
    throw new UsageError('--samples and --no-samples cannot be combined', 'use one of them');
  const read = await readDiffOperands(operands, { specs: settings.specs, samples: flags.get('samples') });
  const schemas = readSchemas(flags.get('value-format'));
  const report = await createReport(read, { reads: !flags.has('no-samples'), schemas, ...settings });
  await printToStdout(await formatReport(report, format));
  return failsOnBreaking && report.breaking ? EXIT.invalid : EXIT.success;
}

async function createReport(
  read: DiffOperands,
  options: { reads: boolean; schemas: JudgedFormat; data: string; maxFileBytes: number },
): Promise<DiffReport> {
  const { compareSpecs, diffAll, isBreaking, judgeChanges } = await import('../../../compiler/index.ts');
  const [old, now] = await checkAll(read);
  const [before, after] = [old[0], now[0]];
  const isPair = read.isPair && before !== undefined && after !== undefined;
  const differences = isPair ? [{ old: before, new: after, changes: compareSpecs(before, after) }] : diffAll(old, now);
  const samples: SampleDifference[] = [];
  for (const difference of options.reads ? differences : [])
    samples.push(...(await compareSamples(difference, read, options)));
  const changes = differences.flatMap(({ old: was, new: is, changes: found }) =>
    was === null || is === null ? found : judgeChanges(was.spec, is.spec, found, options.schemas),
  );
  return { breaking: isBreaking(changes), changes, samples };
}

/** Checks the specs of both versions. Throws SpecError with the errors of all specs if at least one has an error. */
async function checkAll(read: DiffOperands): Promise<[NamedSpec[], NamedSpec[]]> {
  const { readAndCheck } = await import('../../../compiler/index.ts');
  const wrong: string[] = [];
  const check = async (input: SpecText, find: FindTable): Promise<NamedSpec[]> => {
    const { spec, diagnostics } = readAndCheck(input);
    if (spec !== null && !hasErrors(diagnostics))
      return [{ spec, path: input.path, tables: await findVersions(spec, input.path, find) }];
    wrong.push(
      await formatDiagnostics(
        diagnostics.filter(({ severity }: Diagnostic) => severity === 'error'),
        input,
      ),
    );
    return [];
  };
  const valid: [NamedSpec[], NamedSpec[]] = [[], []];
  for (const input of read.old) valid[0].push(...(await check(input, read.tables.old)));
  for (const input of read.new) valid[1].push(...(await check(input, read.tables.new)));
  if (wrong.length > 0)
    throw new SpecError(`${wrong.join('\n')}\nspecs with errors cannot be compared: correct them first`);
  return valid;
}

/** Returns the versions of those reference tables of a spec that have a file. */
async function findVersions(
  { reference = {} }: AnySpec,
  path: string,
  find: FindTable,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const [name, { file }] of Object.entries(reference)) {
    const found = await find({ name, ...(file !== undefined && { file }) }, path).catch((error: unknown) => {
      if (error instanceof ReferenceFailure) return null;
      throw error;
    });
    if (found !== null) versions.set(name, found.version);
  }
  return versions;
}

function readFormat(written = 'text'): (typeof FORMATS)[number] {
  const format = FORMATS.find((one) => one === written);
  if (format === undefined) throw new UsageError(`--format takes one of ${FORMATS.join(', ')}, not "${written}"`);
  return format;
}

function readSchemas(written = 'avro'): JudgedFormat {
  const schemas = SCHEMAS.find((one) => one === written);
  if (schemas === undefined)
    throw new UsageError(`--value-format takes one of ${SCHEMAS.join(', ')}, not "${written}"`);
  return schemas;
}

function readFailOn(written: string | undefined): boolean {
  if (written === undefined || written === 'breaking') return written !== undefined;
  throw new UsageError(`--fail-on takes "breaking", not "${written}"`);
}

async function formatReport(report: DiffReport, format: (typeof FORMATS)[number]): Promise<string> {
  switch (format) {
    case 'json':
      return visibleJson(`${JSON.stringify(report, null, 2)}\n`);
    case 'text':
      return (await import('../format/diff.ts')).formatDiff(report, terminalOf(process.stdout));
    case 'markdown':
      return (await import('../format/diff-markdown.ts')).formatDiffMarkdown(report);
    default:
      return format satisfies never;
  }
}
