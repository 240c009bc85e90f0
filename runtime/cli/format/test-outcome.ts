import { basename } from 'node:path';
import type { SpecCoverage } from '../../runs/sample-tests/cover-spec.ts';
import type { DifferentLine } from '../../runs/sample-tests/line-diff.ts';
import type { SampleVerdict } from '../../runs/sample-tests/test-spec.ts';
import { formatCounted } from './numbers.ts';
import { type Terminal, visible } from './terminal.ts';
/** Maximum number of lines that are shown of one difference. */
const LINES_SHOWN = 60;

/** Formats the test results of one spec for a person. */
export function formatSpecReport(report: SpecReport, terminal: Terminal): string {
  const { path, samples, coverage } = report;
  if (coverage === null) return `${visible(path)}  ${terminal.red('has errors')}\n`;
  const verdicts = samples.flatMap((verdict) => formatVerdict(verdict, terminal));
  const lines =
    samples.length === 0
      ? [`  no sample in ${visible(path.replace(/\.[^./\\]*$/, ''))}/`]
      : [...verdicts, ...formatCoverage(coverage, terminal)];
  return `${[terminal.bold(visible(path)), ...lines, ...adviceOnGaps(report)].join('\n')}\n`;
}

/**
 * Returns the line with the commands that add the missing samples. Empty if the samples exercise every rule and
 * correction.
 */
function adviceOnGaps({ name, path, samples, coverage }: SpecReport): string[] {
  if (samples.length > 0 && coverage?.unexercised.length === 0) return [];
  const folder = path.replace(/\.[^./\\]*$/, '');
  const spec = visible(/^(\.[/\\])?specs[/\\][^/\\]+$/.test(path) ? name : path);
  return [
    `  to close the gaps: specmill samples ${spec} --out ${visible(folder)}, then specmill test ${spec} --update`,
  ];
}

function formatVerdict({ path, status, difference }: SampleVerdict, terminal: Terminal): string[] {
  const name = visible(basename(path));
  switch (status) {
    case 'same':
      return [`  ${terminal.green('passed')}   ${name}`];
    case 'written':
      return [`  ${terminal.yellow('written')}  ${name}.expected.json`];
    case 'new':
      return [`  ${terminal.red('new')}      ${name}: it has no expected result yet; --update writes one`];
    case 'different':
      return [
        `  ${terminal.red('differs')}  ${name} (- expected, + actual)`,
        ...formatDifference(difference, terminal),
      ];
    default:
      return status satisfies never;
  }
}

function formatDifference(difference: readonly DifferentLine[], terminal: Terminal): string[] {
  const paint = { ' ': terminal.dim, '-': terminal.red, '+': terminal.green };
  const width = terminal.isTerminal ? terminal.width - 6 : Infinity;
  const shown = difference.slice(0, LINES_SHOWN).map(({ sign, text }) => {
    const line = visible(text);
    return `    ${paint[sign](`${sign} ${line.length > width ? `${line.slice(0, width - 1)}…` : line}`)}`;
  });
  const rest = difference.length - shown.length;
  return rest > 0 ? [...shown, `    … ${formatCounted(rest, 'more line')}`] : shown;
}

function formatCoverage({ unexercised }: SpecCoverage, terminal: Terminal): string[] {
  return unexercised.map(
    ({ kind, ruleId, field, why }) =>
      `  ${terminal.yellow('not exercised')}  ${kind} ${visible(ruleId)} of ${visible(field)}: ${why}`,
  );
}

/** Formats the last line of `specmill test`: the numbers of specs, samples, and exercised rules and corrections. */
export function formatTestSummary(reports: readonly SpecReport[]): string {
  const samples = reports.flatMap((report) => report.samples);
  const count = (status: SampleVerdict['status']) => samples.filter((sample) => sample.status === status).length;
  const found = (
    [
      ['same', 'passed'],
      ['different', 'different'],
      ['new', 'new'],
      ['written', 'written'],
    ] as const
  )
    .map(([status, word]) => [count(status), word] as const)
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`);
  const broken = reports.filter(({ coverage }) => coverage === null).length;
  const total = reports.reduce((sum, { coverage }) => sum + (coverage?.rules ?? 0) + (coverage?.corrections ?? 0), 0);
  const missing = reports.reduce((sum, { coverage }) => sum + (coverage?.unexercised.length ?? 0), 0);
  return [
    `${formatCounted(reports.length, 'spec')}${broken > 0 ? `, ${broken} with errors` : ''}`,
    `${formatCounted(samples.length, 'sample')}${found.length > 0 ? `: ${found.join(', ')}` : ''}`,
    `${total - missing} of ${formatCounted(total, 'rule and correction', 'rules and corrections')} exercised`,
  ].join('; ');
}

/** The test results of one spec. If the spec has errors, `coverage` is null and `samples` is empty. */
export interface SpecReport {
  readonly name: string;
  readonly path: string;
  readonly samples: readonly SampleVerdict[];
  readonly coverage: SpecCoverage | null;
}
