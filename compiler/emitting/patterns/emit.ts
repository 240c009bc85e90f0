import type { CodePointRange } from './plain-ranges.ts';
import type { MatcherPlan } from './plan-matcher.ts';
import type { ReplacerPlan, ReplacerTransition } from './plan-replacer.ts';
import { code, join, literal, tableLiteral } from '../code/literal.ts';
import type { Code } from '../code/literal.ts';

/**
 * Emits the call that creates the matching function of a REGEX: `createMatcher('…', '…')`.
 * compiler/kernel/values/patterns/matcher.ts parses its arguments. `create` is the name of another function with the same
 * arguments.
 */
export function emitMatcher(plan: MatcherPlan, create: Code = code`createMatcher`): Code {
  const rows = Array.from({ length: plan.states - 1 }, (_, i) => emitRow(plan, i + 1));
  return code`${create}(${tableLiteral(emitClasses(plan.ranges, plan.classes))}, ${tableLiteral(rows.join(';'))})`;
}

/**
 * Emits the call that creates the replacing function of a REGEX_REPLACE: `createReplacer('…', '…', '…', [1, '…'])`.
 * compiler/kernel/values/patterns/replacer.ts parses its arguments. `create` is the name of another function with the same
 * arguments.
 */
export function emitReplacer(plan: ReplacerPlan, create: Code = code`createReplacer`): Code {
  const sets = plan.sets.map((set) => emitRuns(set)).join('/');
  const transitions = plan.transitions.map((list) => list.map(emitTransition).join(',')).join(';');
  const parts = plan.parts.map((part) => (typeof part === 'number' ? code`${part}` : literal(part)));
  const program = [emitClasses(plan.ranges, plan.classes), sets, transitions].map(tableLiteral);
  return code`${create}(${join(program, ', ')}, ${join(parts, ', ', '[', ']')})`;
}

function emitTransition({ target, atStart, atEnd, set, clear }: ReplacerTransition): string {
  const to = target ? `${base36(target.set)}>${base36(target.position)}` : '!';
  const slots = [...set.map((slot) => `+${base36(slot)}`), ...clear.map((slot) => `-${base36(slot)}`)];
  return `${atStart ? '^' : ''}${atEnd ? '$' : ''}${to}${slots.join('')}`;
}

/** Formats ascending numbers as `first` or `first-last`, separated by spaces. Each number is in base 36. */
function emitRuns(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? base36(first) : `${base36(first)}-${base36(last)}`)).join(' ');
}

/**
 * Formats the code point ranges of each class from 1 on. compiler/kernel/values/patterns/code-point-classes.ts describes the
 * format.
 */
function emitClasses(ranges: readonly CodePointRange[], classes: number): string {
  const lists: string[][] = Array.from({ length: classes }, () => []);
  const next: number[] = new Array<number>(classes).fill(0);
  for (const { from, to, class: number } of ranges) {
    const gap = base36(from - (next[number] ?? 0));
    lists[number]?.push(to === from ? gap : `${gap}-${base36(to - from)}`);
    next[number] = to + 1;
  }
  return lists
    .slice(1)
    .map((list) => list.join(' '))
    .join('/');
}

function emitRow(plan: MatcherPlan, state: number): string {
  const row = plan.table.slice(state * plan.classes, (state + 1) * plan.classes);
  const frequent = findMostFrequent(row);
  let text = (plan.accepting[state] ? '!' : '') + (frequent === 0 ? '' : base36(frequent));
  for (let first = 0, last = 0; first < row.length; first = last + 1) {
    last = first;
    while (last + 1 < row.length && row[last + 1] === row[first]) last++;
    if (row[first] !== frequent)
      text += `,${base36(first)}${last === first ? '' : `-${base36(last)}`}:${base36(row[first] ?? 0)}`;
  }
  return text;
}

/** Returns the most frequent number. If several are equally frequent, returns the first of them. */
function findMostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

function base36(number: number): string {
  return number.toString(36);
}
