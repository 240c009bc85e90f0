import type { Figure } from '../program/measure-program.ts';
import { middleOf } from '../program/timed.ts';
import type { Used } from './measured-process.ts';

/** What each way of the main job has used in each round. The number after a name is that of threads. */
export type Measurements = Record<
  'validate' | 'out1' | 'out2' | 'outPair' | 'topic1' | 'topic2' | 'upload' | 'duckDb',
  Used[]
>;

interface Comparison {
  title: string;
  of: keyof Measurements;
  to: keyof Measurements;
  by: 'processor' | 'wall';
  must: number;
  goal: number;
  /** Whether the ratio says how many times as fast the first one is. Otherwise, how many times as much it costs. */
  isGain?: boolean;
  /** What limits the ratio on this machine, as a clause, given all measurements. */
  limit?: (measured: Measurements) => string;
}

const COMPARISONS: readonly Comparison[] = [
  {
    title: '`transform --out`, one thread, compared with `validate`',
    ...{ of: 'out1', to: 'validate', by: 'processor', must: 1.25, goal: 1.1 },
  },
  {
    title: '`transform --out`, two threads compared with one, elapsed',
    ...{ of: 'out2', to: 'out1', by: 'wall', must: 1.5, goal: 1.7, isGain: true, limit: describePair },
  },
  {
    title: '`transform --topic`, one thread, compared with `--out`',
    ...{ of: 'topic1', to: 'out1', by: 'processor', must: 1.6, goal: 1.25 },
  },
  {
    title: '`transform --topic`, two threads, compared with `--out`',
    ...{ of: 'topic2', to: 'out2', by: 'processor', must: 1.6, goal: 1.25 },
  },
  {
    title: 'upload over HTTP to the embedded broker, compared with `--out`, two threads',
    ...{ of: 'upload', to: 'out2', by: 'processor', must: 1.8, goal: 1.4 },
  },
  {
    title: '`transform --out`, one thread, compared with `COPY … TO` of DuckDB with the same checks',
    ...{ of: 'out1', to: 'duckDb', by: 'processor', must: 4, goal: 8, isGain: true },
  },
];
/** Peak memory must not exceed this for a file of any size, in megabytes. */
const MEMORY = { must: 300, goal: 200 };

/** Returns the figures of one size of file. All are medians. */
export function toFigures(measured: Measurements, megabytes: number): Figure[] {
  return [...COMPARISONS.map((comparison) => compare(comparison, measured, megabytes)), memoryOf(measured, megabytes)];
}

function compare(
  { title, of, to, by, must, goal, isGain = false, limit }: Comparison,
  measured: Measurements,
  megabytes: number,
): Figure {
  const [ours, base] = [measured[of].map((used) => used[by]), measured[to].map((used) => used[by])];
  const ratio = middleOf(ours) / middleOf(base);
  return {
    title: `${title}, ${megabytes} MB`,
    ...{ measured: isGain ? 1 / ratio : ratio, unit: 'x', must, goal, isCost: !isGain },
    details: `${describe(ours)} against ${describe(base)}${limit === undefined ? '' : `; ${limit(measured)}`}`,
  };
}

/** Says how much more two processes without a common file do at a time than one: the limit of two threads. */
function describePair({ out1, outPair }: Measurements): string {
  const [one, pair] = [out1, outPair].map((all) => middleOf(all.map(({ wall }) => wall))) as [number, number];
  return `two processes, each with the whole file, are ${((2 * one) / pair).toFixed(2)} times as fast as one`;
}

/** DuckDB and the two processes are not part of the result. */
function memoryOf({ duckDb: _, outPair: __, ...measured }: Measurements, megabytes: number): Figure {
  const peaks = Object.entries(measured).map(([name, all]) => ({
    name,
    memory: Math.max(...all.map(({ memory }) => memory)),
  }));
  return {
    title: `most memory of any of these, ${megabytes} MB`,
    measured: Math.max(...peaks.map(({ memory }) => memory)),
    ...{ unit: 'MB', ...MEMORY, isCost: true },
    details: peaks.map(({ name, memory }) => `${name} ${memory.toFixed(0)}`).join(', '),
  };
}

/** Returns the median of seconds, with the least and the most. */
function describe(seconds: readonly number[]): string {
  return `${middleOf([...seconds]).toFixed(2)} s (${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`;
}
