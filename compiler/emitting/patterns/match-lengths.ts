import { plainest, rankOf } from './plain-characters.ts';
import type { MatcherPlan } from './plan-matcher.ts';

/**
 * Returns whether the pattern matches any text of `min` to `max` code points, where a null `max` means no limit. Texts
 * with unpaired surrogates do not count, because no decoder returns them. The work is limited. Beyond the limit, which
 * only automata with many long cycles reach, the result is true.
 */
export function hasMatchOfLength(plan: MatcherPlan, min: number, max: number | null): boolean {
  const graph = toLiveGraph(plan);
  const last = max ?? Infinity;
  if (last < min || !graph.live[plan.start]) return false;
  const longest = longestMatch(graph, plan.start);
  if (min > longest) return false;
  if (last >= longest) return true;
  // Every cycle is optional and has at most `states` characters. So a range of that many lengths always contains the
  // length of a match.
  if (longest === Infinity && last - min + 1 >= plan.states && last >= plan.states) return true;
  return meetsWindow(graph, plan.start, min, last);
}

/**
 * Returns the shortest text that the pattern matches, with characters that are as simple as possible, such as
 * lower-case letters. Returns null if the pattern matches no text without unpaired surrogates.
 */
export function shortestMatch(plan: MatcherPlan): string | null {
  const plain = toPlainCharacters(plan);
  const pathTo = new Map<number, string>([[plan.start, '']]);
  for (const [state, text] of pathTo) {
    if (plan.accepting[state]) return text;
    for (const number of plain.keys()) {
      const next = plan.table[state * plan.classes + number] ?? 0;
      if (next !== 0 && !pathTo.has(next)) pathTo.set(next, text + (plain.get(number) ?? ''));
    }
  }
  return null;
}

interface LiveGraph {
  /** For each state, the next states from which a match can be reached. */
  readonly next: readonly (readonly number[])[];
  readonly accepting: readonly boolean[];
  /** For each state, whether a match can be reached from it. */
  readonly live: readonly boolean[];
}

function toLiveGraph(plan: MatcherPlan): LiveGraph {
  const plain = toPlainCharacters(plan);
  const next = plan.accepting.map((_, state) => {
    const targets = [...plain.keys()].map((number) => plan.table[state * plan.classes + number] ?? 0);
    return state === 0 ? [] : [...new Set(targets)];
  });
  const live = toLive(next, plan.accepting);
  return { next: next.map((targets) => targets.filter((target) => live[target])), accepting: plan.accepting, live };
}

function toLive(next: readonly (readonly number[])[], accepting: readonly boolean[]): boolean[] {
  const sources: number[][] = next.map(() => []);
  next.forEach((targets, state) => targets.forEach((target) => sources[target]?.push(state)));
  const live = [...accepting];
  const open = [...live.keys()].filter((state) => live[state]);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const source of sources[state] ?? []) {
      if (!live[source]) open.push(source);
      live[source] = true;
    }
  }
  return live;
}

/**
 * Returns the length of the longest match in code points, or Infinity if the graph has a cycle. Every state of the
 * graph leads to a match.
 */
function longestMatch({ next }: LiveGraph, start: number): number {
  const waiting = next.map(() => 0);
  const reached = new Set([start]);
  for (const state of reached) {
    for (const target of next[state] ?? []) {
      waiting[target] = (waiting[target] ?? 0) + 1;
      reached.add(target);
    }
  }
  // States are processed in topological order. States on a cycle are never processed.
  const open = waiting[start] === 0 ? [start] : [];
  const length = next.map(() => 0);
  let done = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop(), done++) {
    for (const target of next[state] ?? []) {
      length[target] = Math.max(length[target] ?? 0, (length[state] ?? 0) + 1);
      waiting[target] = (waiting[target] ?? 0) - 1;
      if (waiting[target] === 0) open.push(target);
    }
  }
  return done === reached.size ? Math.max(...length) : Infinity;
}

const MAX_STEPS = 8_000_000;
const MAX_KNOWN = 2_000_000;

/**
 * Returns whether the graph accepts a text of `min` to `max` code points. It follows all paths at once, one character
 * per step. If a set of states occurs again, whole periods below `min` are skipped. Returns true if MAX_STEPS is
 * reached.
 */
function meetsWindow({ next, accepting }: LiveGraph, start: number, min: number, max: number): boolean {
  let states: readonly number[] = [start];
  let steps = 0;
  let known = 0;
  const seen = new Map<string, number>();
  for (let length = 0; length <= max && steps < MAX_STEPS; length++) {
    if (length >= min && states.some((state) => accepting[state])) return true;
    if (known < MAX_KNOWN && length < min) {
      const key = states.join(' ');
      known += key.length;
      const before = seen.get(key);
      if (before !== undefined) {
        length += Math.floor((min - length) / (length - before)) * (length - before);
        seen.clear();
        if (length >= min && states.some((state) => accepting[state])) return true;
      } else seen.set(key, length);
    }
    const further = new Set<number>();
    for (const state of states) {
      steps += 1 + (next[state]?.length ?? 0);
      for (const target of next[state] ?? []) further.add(target);
    }
    states = [...further].sort((a, b) => a - b);
    if (states.length === 0) return false;
  }
  return steps >= MAX_STEPS;
}

/**
 * Returns the simplest character of each class, by class. Classes with simpler characters come first. A class that
 * contains only surrogates is omitted.
 */
function toPlainCharacters(plan: MatcherPlan): ReadonlyMap<number, string> {
  const best = new Map<number, number>();
  for (const { from, to, class: number } of plan.ranges) {
    const [plain] = plainest(from, to);
    const known = best.get(number);
    if (plain !== undefined && (known === undefined || rankOf(plain) < rankOf(known))) best.set(number, plain);
  }
  const sorted = [...best].sort((a, b) => rankOf(a[1]) - rankOf(b[1]) || a[1] - b[1]);
  return new Map(sorted.map(([number, character]) => [number, String.fromCodePoint(character)]));
}
