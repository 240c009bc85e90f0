import { LAST_CODE_POINT } from './code-point-set.ts';
import type { CodePointSet } from './code-point-set.ts';
import type { Budget } from './pattern.ts';

/** All code points divided into classes that the sets cannot tell further apart. */
export interface CodePointClasses {
  /** Where each interval begins, from 0 upwards; it ends before the next one, the last at U+10FFFF. */
  readonly starts: readonly number[];
  /** The class of each interval. */
  readonly classOf: readonly number[];
  readonly count: number;
  /** For each set, in the order given, its classes in ascending order. */
  readonly classesOf: readonly (readonly number[])[];
}

/** Divides the code points by a list of sets. */
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

/** The same numbering without gaps, from 0, in the order of first occurrence. */
function renumber(names: readonly number[]): { numbers: number[]; count: number } {
  const known = new Map<number, number>();
  const numbers = names.map((name) => {
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  });
  return { numbers, count: known.size };
}

/** Gives the part of each class that lies inside a new name. Returns the next free name. */
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
