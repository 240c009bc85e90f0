import { plainest, rankOf } from './plain-characters.ts';
import type { MatcherPlan } from './plan-matcher.ts';

/** An automaton that reads a text with several matchers at once. Each of its states combines one state per matcher. */
export interface Product {
  /**
   * Groups of characters that no matcher distinguishes. Each group lists only its simplest characters. Groups with
   * simpler characters are first.
   */
  readonly letters: readonly Letter[];
  /** The next state at `state * letters.length + letter`. State 0 is the first state. */
  readonly table: readonly number[];
  /** For each state and matcher, whether the matcher accepts a text that ends there. */
  readonly accepting: readonly (readonly boolean[])[];
}

/** Characters that no matcher distinguishes. */
export interface Letter {
  readonly characters: readonly string[];
}

/** Maximum number of characters per letter: as many as the alphabet, which is enough for texts that look natural. */
const MAX_CHARACTERS = 26;
const MAX_STATES = 5_000;
const MAX_CELLS = 500_000;

/** Combines several matchers into one automaton. Returns null if it would have too many states. */
export function toProduct(matchers: readonly MatcherPlan[]): Product | null {
  const letters = toLetters(matchers);
  const states = [matchers.map(({ start }) => start)];
  const numbers = new Map([[String(states[0]), 0]]);
  const table: number[] = [];
  for (const state of states) {
    for (const { classes } of letters) {
      const next = matchers.map(
        (matcher, i) => matcher.table[(state[i] ?? 0) * matcher.classes + (classes[i] ?? 0)] ?? 0,
      );
      const key = String(next);
      const number = numbers.get(key) ?? states.push(next) - 1;
      numbers.set(key, number);
      table.push(number);
    }
    if (states.length > MAX_STATES || table.length > MAX_CELLS) return null;
  }
  return {
    letters,
    table,
    accepting: states.map((state) => matchers.map(({ accepting }, i) => accepting[state[i] ?? 0] ?? false)),
  };
}

interface ClassedLetter extends Letter {
  /** For each matcher, the class of these characters. */
  readonly classes: readonly number[];
}

function toLetters(matchers: readonly MatcherPlan[]): ClassedLetter[] {
  const starts = new Set(matchers.flatMap(({ ranges }) => ranges.map(({ from }) => from)));
  const bounds = [...starts].sort((a, b) => a - b);
  const rangeIndexes = matchers.map(() => 0);
  const found = new Map<string, { classes: number[]; points: number[] }>();
  bounds.forEach((from, i) => {
    const classes = matchers.map(({ ranges }, m) => {
      while ((ranges[rangeIndexes[m] ?? 0]?.to ?? Infinity) < from) rangeIndexes[m] = (rangeIndexes[m] ?? 0) + 1;
      return ranges[rangeIndexes[m] ?? 0]?.class ?? 0;
    });
    const points = plainest(from, (bounds[i + 1] ?? 0x110000) - 1, MAX_CHARACTERS);
    const known = found.get(String(classes));
    if (points.length > 0 && (known === undefined || isPlainer(points, known.points)))
      found.set(String(classes), { classes, points });
  });
  return [...found.values()]
    .sort((a, b) => rankOf(a.points[0] ?? 0) - rankOf(b.points[0] ?? 0) || (a.points[0] ?? 0) - (b.points[0] ?? 0))
    .map(({ classes, points }) => ({ classes, characters: points.map((point) => String.fromCodePoint(point)) }));
}

function isPlainer(points: readonly number[], known: readonly number[]): boolean {
  const difference = rankOf(points[0] ?? 0) - rankOf(known[0] ?? 0);
  return difference < 0 || (difference === 0 && points.length > known.length);
}
