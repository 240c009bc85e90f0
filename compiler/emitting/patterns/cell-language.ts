import { plainest, rankOf } from './plain-characters.ts';
import type { MatcherPlan } from './plan-matcher.ts';

/** Which texts satisfy a condition for a part of a line, as an automaton over code points. */
export interface CellLanguage {
  /** The first character of the part, from 1, and its largest number of characters. */
  readonly start: number;
  readonly length: number;
  /** The state before the first character. */
  readonly first: number;
  /** Code points at which the behaviour may change: each range between them behaves like its first code point. */
  readonly bounds: readonly number[];
  /** Returns the state after a code point. 0: no text with this beginning satisfies the condition. */
  step(state: number, point: number): number;
  accepts(state: number): boolean;
}

/** The texts that a condition accepts: the values, texts that begin as listed, and those that the pattern matches. */
interface Accepted {
  readonly start: number;
  readonly length: number;
  readonly values: readonly string[];
  readonly startsWith: readonly string[];
  readonly pattern: MatcherPlan | null;
}

interface Node {
  readonly next: Map<number, number>;
  isValue: boolean;
  /** Whether each text with this beginning is accepted. */
  isOpen: boolean;
}

/** Creates the automaton of a condition. A state combines a node of the tree of all texts with a state of the pattern. */
export function createCellLanguage({ start, length, values, startsWith, pattern }: Accepted): CellLanguage {
  const nodes: Node[] = [createNode(), createNode()];
  const add = (text: string): Node => {
    let at = 1;
    for (const character of text) {
      const point = character.codePointAt(0) ?? 0;
      const { next } = nodes[at] as Node;
      let target = next.get(point);
      if (target === undefined) next.set(point, (target = nodes.push(createNode()) - 1));
      at = target;
    }
    return nodes[at] as Node;
  };
  for (const value of values) add(value).isValue = true;
  for (const beginning of startsWith) add(beginning).isOpen = true;
  const states = pattern?.states ?? 1;
  const points = nodes.flatMap(({ next }) => [...next.keys()]);
  const nodeAfter = (at: number, point: number): number => {
    const node = nodes[at];
    return node?.isOpen === true ? at : (node?.next.get(point) ?? 0);
  };
  return {
    start,
    length,
    first: states + (pattern?.start ?? 0),
    bounds: [...points, ...points.map((point) => point + 1), ...(pattern?.ranges.map(({ from }) => from) ?? [])],
    step: (state, point) =>
      nodeAfter(Math.floor(state / states), point) * states +
      (pattern === null ? 0 : stepPattern(pattern, state % states, point)),
    accepts(state) {
      const node = nodes[Math.floor(state / states)];
      return node?.isValue === true || node?.isOpen === true || pattern?.accepting[state % states] === true;
    },
  };
}

function createNode(): Node {
  return { next: new Map(), isValue: false, isOpen: false };
}

function stepPattern({ ranges, table, classes }: MatcherPlan, state: number, point: number): number {
  let [low, high] = [0, ranges.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ranges[middle]?.from ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return table[state * classes + (ranges[low]?.class ?? 0)] ?? 0;
}

/** A character of a line at its position, from 1. */
interface Placed {
  readonly at: number;
  readonly point: number;
}

/** A text that was looked for. `isKnown` is false if there were too many possibilities, so one may exist. */
export interface FoundLine {
  readonly isKnown: boolean;
  /** Returns the characters of the line at a part of it. */
  textAt(start: number, length: number): string;
}

const MAX_STEPS = 300_000;

interface Step {
  readonly at: number;
  readonly states: readonly number[];
  readonly before: Step | null;
  readonly placed: Placed | null;
}

/**
 * Finds a line that satisfies condition i if `wanted[i]` is true, and does not if it is false. Parts may overlap, and a
 * line may end within a part. Returns null if there is none.
 */
export function findLine(languages: readonly CellLanguage[], wanted: readonly boolean[]): FoundLine | null {
  const letters = findLetters(languages);
  const isActive = ({ start, length }: CellLanguage, at: number) => start <= at && at < start + length;
  const nextAt = (at: number): number | null =>
    languages.some((language) => isActive(language, at))
      ? at
      : languages.reduce<number | null>(
          (next, { start }) => (start > at && (next === null || start < next) ? start : next),
          null,
        );
  const queue: Step[] = [{ at: 1, states: languages.map(({ first }) => first), before: null, placed: null }];
  const seen = new Set<string>();
  let steps = 0;
  for (const step of queue) {
    const { states } = step;
    if (languages.every((language, i) => language.accepts(states[i] ?? 0) === wanted[i])) return foundLine(step);
    const at = nextAt(step.at);
    if (at === null) continue;
    const isLast = languages.every(({ start, length }) => start <= at && (length === Infinity || at >= start + length));
    for (const point of letters) {
      if (++steps > MAX_STEPS) return { ...foundLine(step), isKnown: false };
      const next = languages.map((language, i) => {
        const state = states[i] ?? 0;
        return isActive(language, at) ? language.step(state, point) : state;
      });
      if (next.some((state, i) => state === 0 && wanted[i] === true)) continue;
      // After all starts, the position does not matter for parts without an end.
      const key = `${isLast ? 0 : at} ${next.join(' ')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ at: at + 1, states: next, before: step, placed: { at, point } });
    }
  }
  return null;
}

function foundLine(last: Step): FoundLine {
  return {
    isKnown: true,
    textAt(start, length) {
      const points: number[] = [];
      for (let step: Step | null = last; step !== null; step = step.before) {
        const { placed } = step;
        if (placed !== null && start <= placed.at && placed.at < start + length) points.unshift(placed.point);
      }
      return String.fromCodePoint(...points.slice(0, 100));
    },
  };
}

/** Returns a code point for each range in which all languages behave alike, the plainest first. */
function findLetters(languages: readonly CellLanguage[]): number[] {
  const bounds = [...new Set([0, ...languages.flatMap((language) => language.bounds)])].sort((a, b) => a - b);
  return bounds
    .flatMap((from, index) => plainest(from, (bounds[index + 1] ?? 0x110000) - 1))
    .sort((a, b) => rankOf(a) - rankOf(b) || a - b);
}
