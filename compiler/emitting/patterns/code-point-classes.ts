import { LAST_CODE_POINT } from './code-point-set.ts';
import type { CodePointSet } from './code-point-set.ts';
import type { Budget } from './pattern.ts';

/**
 * A division of all code points into numbered classes, for a list of sets. Two code points are in the same class if
 * each set contains either both of them or neither.
 */
export interface CodePointClasses {
  /**
   * The first code point of each interval, ascending from 0. An interval ends before the next one starts, and the last
   * one ends at U+10FFFF.
   */
  readonly starts: readonly number[];
  /** The class of each interval. */
  readonly classOf: readonly number[];
  /** Number of classes. */
  readonly count: number;
  /** For each set of the list, its classes in ascending order. */
  readonly classesOf: readonly (readonly number[])[];
}

/**
 * Divides all code points into the classes that a list of sets distinguishes.
 * @throws PatternTooLarge if the budget is exceeded
 */
export function toCodePointClasses(sets: readonly CodePointSet[], budget: Budget): CodePointClasses {
  const starts = toStarts(sets);
  const intervalAt = new Map(starts.map((start, index) => [start, index]));
  const divided = starts.map(() => 0);
  const intervals = sets.map((set) => toIntervals(set, intervalAt, starts.length, budget));
  let names = 1;
  for (const inside of intervals) names = divide(divided, inside, names);
  const { numbers: classOf, count } = renumber(divided);
  const classesOf = intervals.map((inside) => ascending(new Set(inside.map((interval) => classOf[interval] ?? 0))));
  return { starts, classOf, count, classesOf };
}

/** Returns the numbers in ascending order. */
export function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

function toStarts(sets: readonly CodePointSet[]): number[] {
  const starts = new Set([0]);
  for (const set of sets) {
    for (let i = 0; i < set.length; i += 2) {
      starts.add(set[i] ?? 0);
      const next = (set[i + 1] ?? 0) + 1;
      if (next <= LAST_CODE_POINT) starts.add(next);
    }
  }
  return ascending(starts);
}

function toIntervals(
  set: CodePointSet,
  intervalAt: ReadonlyMap<number, number>,
  end: number,
  budget: Budget,
): number[] {
  const inside: number[] = [];
  for (let i = 0; i < set.length; i += 2) {
    const last = intervalAt.get((set[i + 1] ?? 0) + 1) ?? end;
    for (let interval = intervalAt.get(set[i] ?? 0) ?? 0; interval < last; interval++) inside.push(interval);
  }
  budget.spend(4 * inside.length + 1);
  return inside;
}

/** Replaces the numbers by 0, 1, 2, … in the order in which they first occur. */
function renumber(names: readonly number[]): { numbers: number[]; count: number } {
  const known = new Map<number, number>();
  const numbers = names.map((name) => {
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  });
  return { numbers, count: known.size };
}

/**
 * Splits each class into its intervals that are in `inside` and the others. The intervals in `inside` get a new class
 * number. Returns the next unused number.
 */
function divide(classOf: number[], inside: readonly number[], count: number): number {
  const fresh = new Map<number, number>();
  for (const interval of inside) {
    const old = classOf[interval] ?? 0;
    let now = fresh.get(old);
    if (now === undefined) fresh.set(old, (now = count++));
    classOf[interval] = now;
  }
  return count;
}
