/** The number of cases and the seed of property tests. */
import { randomInt } from 'node:crypto';

/** The share of the full number of cases that `npm test` generates. */
const QUICK = 0.05;

/** The factor for the number of generated cases, SPECMILL_RUNS: 1 in `npm run test:full`, more in a long run. */
export const effort = Number(process.env['SPECMILL_RUNS'] ?? QUICK);

/** Whether this is the quick suite, which has fewer cases. */
export const isQuick = effort < 1;

/** Whether this is a long run, which bundles the modules of its specs instead of linking them. */
export const isLong = effort > 1;

/** Returns how many of `full` cases a test generates in this run, at least one. */
export function scaleRuns(full: number): number {
  return Math.max(1, Math.round(full * effort));
}

/** Returns every `nth` case in the quick suite, beginning with the first, and all cases in the full one. */
export function selectCases<T>(cases: readonly T[], nth: number): readonly T[] {
  return isQuick ? cases.filter((_, index) => index % nth === 0) : cases;
}

const wanted = process.env['SPECMILL_SEED'] ?? '20261121';

/** The seed of all random values in tests: SPECMILL_SEED, or a new one for `random`. */
export const seed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted);

/** With SPECMILL_PATH, the options that repeat the one case whose path fast-check printed. */
export const replay = process.env['SPECMILL_PATH'] === undefined ? {} : { path: process.env['SPECMILL_PATH'] };
