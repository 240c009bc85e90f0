import { availableParallelism, cpus } from 'node:os';
import { CASES, type Case, type Target } from './cases.ts';
import { type CaseResult, median, type ContestantTimes } from './contest.ts';
import type { Figure } from './program/measure-program.ts';

export interface Outcome {
  results: readonly CaseResult[];
  figures: readonly Figure[];
  /** What a user runs: `transform` with its destinations, and uploads. */
  mainJob: readonly Figure[];
  started: Date;
  rounds: number;
  absent: ReadonlySet<string>;
  /** The load average over the last 15 minutes. */
  load: number;
}

/** Returns the text of RESULTS.md. */
export function formatResults({ results, figures, mainJob, started, rounds, absent, load }: Outcome): string {
  const cases = results.flatMap((result) => {
    const one = CASES.find(({ name }) => name === result.name);
    return one === undefined ? [] : [{ one, result }];
  });
  return [
    '# Speed: the figures',
    '',
    `Written by \`npm run bench\` on ${started.toISOString().slice(0, 10)}: Node ${process.version.slice(1)}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown'}).`,
    `Every contestant reads the same file three times in a process of its own (twice if that takes more than two seconds). The contestants take turns, ${rounds} times.`,
    'Only the reading is timed. The ratios compare the medians of the last readings. The column "first reading" compares the first ones, in which V8 still compiles.',
    'Before that, all contestants agreed on the good records, on the bytes of their JSON and, if they report any, on the number of issues.',
    'Only the ratios are comparable between machines. The ratio of processor time says more if the machine has other work:',
    `${load.toFixed(1)} processes wanted its cores on average when the run ended (a benchmark alone: about 1).`,
    ...(absent.size > 0 ? ['', `Missing: ${[...absent].join(', ')}.`] : []),
    '',
    '| measured against | ratio | first reading | processor time | must | goal |',
    '|---|---|---|---|---|---|',
    ...cases.flatMap(({ one, result }) => one.targets.flatMap((target) => targetRow(one, target, result.standings))),
    ...figures.map(figureRow),
    ...mainJobTable(mainJob),
    ...cases.flatMap(({ one, result }) => caseTable(one, result)),
    ...(figures.length > 0
      ? [
          '',
          '## The program',
          '',
          '| | |',
          '|---|---|',
          ...figures.map(({ title, details }) => `| ${title} | ${details} |`),
        ]
      : []),
    '',
  ].join('\n');
}

function targetRow(one: Case, { against, named, must, goal }: Target, standings: readonly ContestantTimes[]): string[] {
  if (!standings.some(({ contestant }) => against.includes(contestant))) return [];
  const times = ratioOf(against, standings, ({ times }) => times);
  // The processor time of a child process is not measured.
  const cpu = against.includes('xmllint') ? '' : formatRatio(ratioOf(against, standings, ({ cpuTimes }) => cpuTimes));
  const cold = ratioOf(against, standings, ({ coldTimes }) => coldTimes);
  return [
    `| ${one.title} · ${named} | **${formatRatio(times)}** | ${formatRatio(cold)} | ${cpu} | ${must} | ${goal} |`,
  ];
}

/** Returns the time of the best peer divided by that of the project. */
function ratioOf(
  against: readonly string[],
  standings: readonly ContestantTimes[],
  timesOf: (standing: ContestantTimes) => readonly number[],
): number {
  const medianOf = (contestant: string): number => {
    const standing = standings.find((one) => one.contestant === contestant);
    return standing === undefined ? Infinity : median(timesOf(standing));
  };
  return Math.min(...against.map(medianOf)) / medianOf('specmill');
}

function figureRow(figure: Figure): string {
  const { title, must, goal, isCost } = figure;
  const most = isCost ? 'at most ' : '';
  return `| ${title} | **${formatFigure(figure)}** | | | ${most}${must} | ${most}${goal} |`;
}

function formatFigure({ measured, unit }: Figure): string {
  if (unit === 'x') return formatRatio(measured);
  if (unit === 's') return `${measured.toFixed(2)} s`;
  return unit === 'MB' ? `${measured.toFixed(0)} MB` : `${measured.toFixed(0)} a second`;
}

function mainJobTable(figures: readonly Figure[]): string[] {
  if (figures.length === 0) return [];
  return [
    '',
    '## The main job',
    '',
    'Whole processes in turn, in one run: medians, with the least and the most of the rounds. Processor time, unless the row says otherwise. Each writes a new file.',
    '',
    '| | measured | must | goal | |',
    '|---|---|---|---|---|',
    ...figures.map((figure) => {
      const most = figure.isCost ? 'at most ' : 'at least ';
      return `| ${figure.title} | **${formatFigure(figure)}** | ${most}${figure.must} | ${most}${figure.goal} | ${figure.details} |`;
    }),
  ];
}

function caseTable({ title }: Case, { bytes, records, good, standings }: CaseResult): string[] {
  const ours = timeOf('specmill', standings);
  return [
    '',
    `## ${title}`,
    '',
    `${(bytes / 1e6).toFixed(0)} MB, ${records.toLocaleString('en-US')} records, ${good.toLocaleString('en-US')} good`,
    '',
    '| who | median | fastest–slowest | first reading | processor | MB/s | records/s | memory | specmill is |',
    '|---|---|---|---|---|---|---|---|---|',
    ...standings.map(({ contestant, times, coldTimes, cpuTimes, megabytes }) => {
      const time = median(times);
      const range = `${Math.round(times[0] ?? NaN)}–${Math.round(times.at(-1) ?? NaN)} ms`;
      const speed = `${Math.round(bytes / 1000 / time)} | ${Math.round(records / time)} k`;
      return `| ${contestant} | ${Math.round(time)} ms | ${range} | ${Math.round(median(coldTimes))} ms | ${contestant === 'xmllint' ? '' : `${Math.round(median(cpuTimes))} ms`} | ${speed} | ${megabytes} MB | ${contestant === 'specmill' ? '' : formatRatio(time / ours)} |`;
    }),
  ];
}

function timeOf(contestant: string, standings: readonly ContestantTimes[]): number {
  return median(standings.find((standing) => standing.contestant === contestant)?.times ?? []);
}

function formatRatio(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)}x`;
}
