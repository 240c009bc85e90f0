import type { SpecFile } from '../../state/registry/folder/spec-files.ts';
import { hasErrors, readAndCheck } from '../../../compiler/index.ts';
import { loadModule } from '../../state/registry/compile/load-module.ts';
import { coverSpec } from '../../runs/sample-tests/cover-spec.ts';
import { findSampleFiles, sampleFolderOf } from '../../runs/sample-tests/sample-file.ts';
import { type SampleVerdict, type TestedSpec, testSample } from '../../runs/sample-tests/test-spec.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { formatDiagnostics } from '../format/diagnostics.ts';
import { repeatOnChange } from './repeat-on-change.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { formatSpecReport, formatTestSummary, type SpecReport } from '../format/test-outcome.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { bindFolderTables, findSpecs, readNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf, visibleJson } from '../format/terminal.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

type Names = 'specs' | 'data';

/** The command `specmill test`. */
export const command: Command<Names> = {
  usage: ['test [specs…] [--update] [--require-coverage] [--json] [--watch]'],
  description: [
    'Runs specs on their samples: the samples of specs/<name>.yaml are the files in specs/<name>/. Events, issues and counters',
    'must equal those in <file>.expected.json. It also reports rules without a sample record that violates them or one that',
    'satisfies them, and corrections that change nothing. Exit code 1: a result differs, or has no expectation yet.',
  ].join('\n'),
  flags: {
    update: { takes: null, help: 'write the actual results as the expected ones; review the diff like code' },
    'require-coverage': { takes: null, help: 'exit with code 1 if a rule or correction is not exercised' },
    json: { takes: null, help: 'print the report as JSON' },
    watch: { takes: null, help: 'test again after each change of a spec or sample, until interrupted' },
  },
  settings: ['specs', 'data'],
  operands: { min: 0, max: Infinity, kind: 'spec' },
  run: runTests,
};

async function runTests(input: CommandInput<Names>): Promise<ExitCode> {
  const { operands, flags, settings } = input;
  if (!flags.has('watch')) return testSpecs(input);
  if (flags.has('update'))
    throw new UsageError('--watch and --update cannot be combined', 'each update would be a change that starts a test');
  return repeatOnChange(operands, settings.specs, () => testSpecs(input));
}

async function testSpecs({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const reports: SpecReport[] = [];
  const isData = flags.has('json');
  for (const file of await findSpecs(operands, settings.specs)) {
    const { name, path } = file;
    const spec = await loadSpec(file, settings);
    const report =
      spec === null
        ? { name, path, samples: [], coverage: null }
        : { name, path, ...(await testSpec(spec, path, flags.has('update'))) };
    reports.push(report);
    if (!isData) await printToStdout(formatSpecReport(report, terminalOf(process.stdout)));
  }
  const passed = reports.every((report) => isGood(report, flags.has('require-coverage')));
  if (isData) await printToStdout(visibleJson(`${JSON.stringify({ passed, specs: reports }, null, 2)}\n`));
  await printToStderr(`${formatTestSummary(reports)}\n`);
  return passed ? EXIT.success : EXIT.invalid;
}

async function loadSpec(
  { path, folder }: SpecFile,
  { data: dataFolder, specs: specsFolder }: { data: string; specs: string },
): Promise<TestedSpec | null> {
  const input = await readNamedSpec(path, folder);
  const { spec } = readAndCheck(input);
  const { loaded, diagnostics } = await loadModule(input, dataFolder);
  if (hasErrors(diagnostics)) await printToStderr(`${await formatDiagnostics(diagnostics, input)}\n`);
  if (spec === null || loaded === null) return null;
  return { spec, module: await bindFolderTables(loaded.module, path, { specs: specsFolder }), diagnostics };
}

async function testSpec(
  spec: TestedSpec,
  path: string,
  updates: boolean,
): Promise<Pick<SpecReport, 'samples' | 'coverage'>> {
  try {
    const verdicts: SampleVerdict[] = [];
    for (const file of await findSampleFiles(sampleFolderOf(path)))
      verdicts.push(await testSample(spec, file, updates));
    return { samples: verdicts, coverage: await coverSpec(spec, verdicts) };
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new SystemFailure(`an expected result of ${path} is not valid JSON: ${error.message}`);
    if (systemCode(error) !== undefined) throw new SystemFailure(`cannot test ${path}: ${reasonOf(error)}`);
    throw error;
  }
}

function isGood({ samples, coverage }: SpecReport, requiresCoverage: boolean): boolean {
  if (coverage === null) return false;
  const isCovered = !requiresCoverage || coverage.unexercised.length === 0;
  return isCovered && samples.every(({ status }) => status === 'same' || status === 'written');
}
