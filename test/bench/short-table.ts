import { availableParallelism, cpus } from 'node:os';
import { CASES } from './cases.ts';
import { type CaseResult, type ContestantTimes, median } from './contest.ts';

/** The cases of `npm run bench:short`. */
export const SHORT_CASES: readonly string[] = ['csv', 'fixed-width', 'xml'];

/** Contestants that `bench:short` leaves out: limits, and those that take long or that another one represents. */
export const NOT_SHORT: readonly string[] = ['papaparse', 'duckdb-2', 'copy-loop', 'line-scan', 'fast-xml-parser'];

const NAMES: { readonly [contestant: string]: string | undefined } = {
  specmill: '**Specmill**',
  udsv: 'uDSV',
  rust: 'a program in Rust, the same checks',
  'duckdb-1': 'DuckDB, one thread',
  'json-parse': '`JSON.parse` per line',
  readline: 'readline + slice',
  xmllint: '`xmllint --stream`, which only parses',
};

/** What a table of `bench:short` shows. */
export interface ShortOutcome {
  results: readonly CaseResult[];
  started: Date;
  rounds: number;
  /** The load average over the last minute. */
  load: number;
}

/** Returns the results as a table: the megabytes per second of each contestant, and its time relative to that of Specmill. */
export function formatShort({ results, started, rounds, load }: ShortOutcome): string {
  const seconds = Math.round((Date.now() - started.getTime()) / 1000);
  return [
    '',
    `${started.toISOString().slice(0, 10)}, Node ${process.version.slice(1)}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown'}), load ${load.toFixed(1)}, ${seconds} s in all.`,
    `Medians of ${rounds} rounds, with the least and the most. All agree on the records and the bytes of the output.`,
    '',
    '| | read by | MB/s | time | processor time |',
    '|---|---|---|---|---|',
    ...results.flatMap(rowsOf),
    '',
  ].join('\n');
}

function rowsOf({ name, bytes, standings }: CaseResult): string[] {
  const title = CASES.find((one) => one.name === name)?.title ?? name;
  const ours = standings.find(({ contestant }) => contestant === 'specmill');
  return standings.map((standing, index) => {
    const { contestant, times } = standing;
    const speed = (ms: number | undefined): string => (bytes / 1000 / (ms ?? NaN)).toFixed(0);
    const spread = `${speed(median(times))} (${speed(times.at(-1))}–${speed(times[0])})`;
    const [elapsed, processor] = ours === undefined ? ['', ''] : ratiosTo(ours, standing);
    return `| ${index === 0 ? `${title}, ${(bytes / 1e6).toFixed(0)} MB` : ''} | ${NAMES[contestant] ?? contestant} | ${spread} | ${elapsed} | ${processor} |`;
  });
}

/** Returns the time and the processor time of a contestant, as multiples of those of Specmill. */
function ratiosTo(ours: ContestantTimes, { contestant, times, cpuTimes }: ContestantTimes): [string, string] {
  if (contestant === 'specmill') return ['1', '1'];
  const ratio = (theirs: readonly number[], own: readonly number[]): string => {
    const times = median(theirs) / median(own);
    return `${times < 10 ? times.toFixed(1) : times.toFixed(0)}x`;
  };
  // The processor time of a child process is not measured.
  return [ratio(times, ours.times), contestant === 'xmllint' ? '' : ratio(cpuTimes, ours.cpuTimes)];
}
