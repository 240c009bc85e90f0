import { DecimalSum } from '../file-rules/decimal-sum.ts';
import type { FileRule } from '../file-rules/file-rule.ts';
import type { MeasuredState } from '../file-rules/measured.ts';
import { addTotal, type FoundTotal, isSameTotal, type TotalState } from '../file-rules/rule-totals.ts';

/** The states of one rule in the actual state and in the assumed one. */
export interface TotalsPair {
  readonly rule: FileRule;
  readonly real: TotalState;
  readonly assumed: TotalState;
  /** Whether both are the same, apart from the numbers of lines and records. */
  readonly isSame: boolean;
  readonly moved: Moved;
}

/** How many more lines and records precede a position in the file than in the part that a reader has read. */
interface Moved {
  readonly lines: number;
  readonly records: number;
}

/**
 * Pairs the states of the rules at the same position of a file. Returns null if the next records could be judged
 * differently, or if the results could not be added.
 */
export function compareTotals(
  rules: readonly FileRule[],
  real: readonly TotalState[],
  assumed: readonly TotalState[],
  moved: Moved,
): TotalsPair[] | null {
  const pairs: TotalsPair[] = [];
  for (const [index, rule] of rules.entries()) {
    const [one, own] = [real[index], assumed[index]];
    if (one === undefined || own === undefined) return null;
    const other = moveTotals(own, moved);
    const isSame = JSON.stringify(one) === JSON.stringify(other);
    if (!isSame && !isSimilar(one, other)) return null;
    pairs.push({ rule, real: one, assumed: own, isSame, moved });
  }
  return pairs;
}

/** Returns the actual states of the rules from those of the reader that started in the assumed state. */
export function correctTotals(pairs: readonly TotalsPair[], totals: readonly TotalState[]): TotalState[] {
  return totals.map((own, index) => {
    const pair = pairs[index];
    if (pair === undefined) return own;
    const { real, assumed, isSame, moved } = pair;
    const later = moveTotals(own, moved);
    if (isSame) return later;
    return {
      ...later,
      found: addMeasured(real.found, assumed.found, later.found),
      other: addMeasured(real.other, assumed.other, later.other),
      totals: joinTotals(real.totals, later.totals.slice(assumed.totals.length)),
    };
  });
}

/** Returns whether different states differ only in counts and sums, and in totals that the assumed state lacks. */
function isSimilar(real: TotalState, assumed: TotalState): boolean {
  const isFound = (total: FoundTotal) => real.totals.some((one) => isSameTotal(one, total));
  return real.value === assumed.value && real.record === assumed.record && assumed.totals.every(isFound);
}

function moveTotals(state: TotalState, { lines, records }: Moved): TotalState {
  return {
    ...state,
    totals: state.totals.map(({ value, record, line }) => ({ value, record: record + records, line: line + lines })),
    record: state.value === null ? state.record : state.record + records,
  };
}

/** Returns `real` with what was added to `assumed` to make it `later`. */
function addMeasured(
  real: MeasuredState | null,
  assumed: MeasuredState | null,
  later: MeasuredState | null,
): MeasuredState | null {
  if (real === null || assumed === null || later === null) return later;
  const sum = new DecimalSum(real.sum);
  sum.add(later.sum, false);
  sum.add(negate(assumed.sum), false);
  return { count: real.count + later.count - assumed.count, sum: sum.toString() };
}

function negate(sum: string): string {
  return sum.startsWith('-') ? sum.slice(1) : `-${sum}`;
}

/** Returns the totals of a scope with those that the reader has found since the assumed state. */
function joinTotals(real: readonly FoundTotal[], added: readonly FoundTotal[]): FoundTotal[] {
  const joined = { totals: [...real] };
  for (const total of added) addTotal(joined, total);
  return joined.totals;
}
