import { hasErrors, readAndCheck } from '../../compiler/index.ts';
import { loadModule } from '../registry/load-module.ts';
import { coverSpec, type SpecCoverage } from '../samples/cover-spec.ts';
import { findSampleFiles, sampleFolderOf } from '../samples/sample-file.ts';
import { type SampleVerdict, type TestedSpec, testSample } from '../samples/test-spec.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from './command.ts';
import { formatDiagnostics } from './diagnostics.ts';
import { reasonOf, SystemFailure, systemCode } from './failures.ts';
import { formatSpecReport, formatTestSummary } from './format-test.ts';
import { printAside, printResult } from './output.ts';
import { findSpecs, readNamedSpec } from './spec-operand.ts';
import { terminalOf, visibleJson } from './terminal.ts';

type Names = 'specs' | 'data';

export const command: Command<Names> = {
  usage: ['test [specs…] [--update] [--require-coverage] [--json]'],
  description: [
    'Holds what specs make of their samples (the files in specs/<name>/ beside specs/<name>.yaml) against what is expected of',
    'each in <file>.expected.json: events, issues, counters. Tells which rules no record of a sample breaks while another keeps',
    'them, and which corrections change nothing. Exit code 1 where something differs, or is not expected yet.',
  ].join('\n'),
  flags: {
    update: { takes: null, help: 'write what comes as what is expected; review the difference like code' },
    'require-coverage': { takes: null, help: 'exit code 1 where a rule or correction is not exercised' },
    json: { takes: null, help: 'the report as JSON' },
  },
  settings: ['specs', 'data'],
  operands: { min: 0, max: Infinity },
  run: testSpecs,
};

/** What is told of one spec: its samples and their coverage, or null where it has errors. */
export interface SpecReport {
  readonly name: string;
  readonly path: string;
  readonly samples: readonly SampleVerdict[];
  readonly coverage: SpecCoverage | null;
}

async function testSpecs({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const reports: SpecReport[] = [];
  const isData = flags.has('json');
  for (const { name, path } of await findSpecs(operands, settings.specs)) {
    const spec = await loadSpec(path, settings.data);
    const report =
      spec === null
        ? { name, path, samples: [], coverage: null }
        : { name, path, ...(await testSpec(spec, path, flags.has('update'))) };
    reports.push(report);
    if (!isData) await printResult(formatSpecReport(report, terminalOf(process.stdout)));
  }
  const passed = reports.every((report) => isGood(report, flags.has('require-coverage')));
  if (isData) await printResult(visibleJson(`${JSON.stringify({ passed, specs: reports }, null, 2)}\n`));
  await printAside(`${formatTestSummary(reports)}\n`);
  return passed ? EXIT.good : EXIT.faulty;
}

async function loadSpec(path: string, dataFolder: string): Promise<TestedSpec | null> {
  const input = await readNamedSpec(path);
  const { spec } = readAndCheck(input);
  const { loaded, diagnostics } = await loadModule(input, dataFolder);
  if (hasErrors(diagnostics)) await printAside(`${await formatDiagnostics(diagnostics, input)}\n`);
  return spec === null || loaded === null ? null : { spec, module: loaded.module, diagnostics };
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
    if (error instanceof SyntaxError) throw new SystemFailure(`an expectation of ${path} is no JSON: ${error.message}`);
    if (systemCode(error) !== undefined) throw new SystemFailure(`cannot test ${path}: ${reasonOf(error)}`);
    throw error;
  }
}

function isGood({ samples, coverage }: SpecReport, requiresCoverage: boolean): boolean {
  if (coverage === null) return false;
  const isCovered = !requiresCoverage || coverage.unexercised.length === 0;
  return isCovered && samples.every(({ status }) => status === 'same' || status === 'written');
}
