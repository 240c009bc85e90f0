import type { CodePointClasses } from './code-point-classes.ts';
import { LAST_CODE_POINT } from './code-point-set.ts';

/** A range of code points that belong to one class. Both ends are included. */
export interface CodePointRange {
  readonly from: number;
  readonly to: number;
  readonly class: number;
}

/**
 * Merges classes with equal transitions, and numbers the merged classes from 0. `columns` has one text per class, and
 * classes with the same text are merged. Class 0 contains U+10FFFF, so it is usually "everything else". The others
 * follow in the order of their first code point. The resulting `classOf` maps old classes to new ones.
 */
export function toPlainRanges(
  classes: CodePointClasses,
  columns: readonly string[],
): { ranges: CodePointRange[]; classes: number; classOf: number[] } {
  const nameOf = (old: number): string => columns[old] ?? '';
  const numbers = new Map([[nameOf(classes.classOf.at(-1) ?? 0), 0]]);
  const ranges: { from: number; to: number; class: number }[] = [];
  classes.starts.forEach((from, interval) => {
    const name = nameOf(classes.classOf[interval] ?? 0);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    const to = (classes.starts[interval + 1] ?? LAST_CODE_POINT + 1) - 1;
    const last = ranges.at(-1);
    if (last?.class === number) last.to = to;
    else ranges.push({ from, to, class: number });
  });
  return { ranges, classes: numbers.size, classOf: columns.map((name) => numbers.get(name) ?? 0) };
}
