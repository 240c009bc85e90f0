import type { MatcherPlan } from '../../../emitting/patterns/plan-matcher.ts';

/**
 * The result of `findOutside`. `contained`: there is no text that matches all narrow patterns but not the wide one.
 * `example`: the shortest such text. `too_large`: the search exceeded its limit.
 */
export type Containment =
  | { readonly kind: 'contained' | 'too_large' }
  | { readonly kind: 'example'; readonly example: string };

/** The maximum number of transitions that one search follows, and of states that it reaches. */
const MAX_STEPS = 2_000_000;
const MAX_STATES = 100_000;

/**
 * Tests whether every text that matches all patterns of `narrow` also matches `wide`. Searches the product of their
 * automata breadth-first for a counterexample. Considers only well-formed Unicode, without lone surrogates.
 */
export function findOutside(wide: MatcherPlan, narrow: readonly MatcherPlan[]): Containment {
  const plans = [wide, ...narrow];
  const letters = jointLetters(plans);
  const start = plans.map((plan) => plan.start);
  const known = new Map<string, ReachedBy>([[start.join(), { before: null, letter: '' }]]);
  const open = [start];
  let steps = 0;
  for (const states of open) {
    if (isOutside(plans, states)) return { kind: 'example', example: textTo(known, states) };
    for (const { character, classes } of letters) {
      if (++steps > MAX_STEPS || known.size > MAX_STATES) return { kind: 'too_large' };
      const next = plans.map(
        (plan, index) => plan.table[(states[index] ?? 0) * plan.classes + (classes[index] ?? 0)] ?? 0,
      );
      // State 0 rejects every continuation. If an automaton of `narrow` reaches it, this branch has no counterexample.
      if (next.some((state, index) => index > 0 && state === 0) || known.has(next.join())) continue;
      known.set(next.join(), { before: states, letter: character });
      open.push(next);
    }
  }
  return { kind: 'contained' };
}

/** The first transition that reached a state of the product: the previous state and the character. */
interface ReachedBy {
  readonly before: readonly number[] | null;
  readonly letter: string;
}

function isOutside(plans: readonly MatcherPlan[], states: readonly number[]): boolean {
  return plans.every((plan, index) => (plan.accepting[states[index] ?? 0] ?? false) === index > 0);
}

function textTo(known: ReadonlyMap<string, ReachedBy>, end: readonly number[]): string {
  let text = '';
  for (let states: readonly number[] | null = end; states !== null; ) {
    const reachedBy: ReachedBy | undefined = known.get(states.join());
    text = (reachedBy?.letter ?? '') + text;
    states = reachedBy?.before ?? null;
  }
  return text;
}

/**
 * A set of characters that no automaton distinguishes. `character` is its most readable member. `classes` has its
 * character class in each automaton.
 */
interface Letter {
  readonly character: string;
  readonly classes: readonly number[];
}

function jointLetters(plans: readonly MatcherPlan[]): Letter[] {
  const starts = new Set(PLAIN.flat());
  for (const plan of plans) for (const { from } of plan.ranges) starts.add(from);
  const bySignature = new Map<string, { point: number; classes: readonly number[] }>();
  const cursors = plans.map(() => 0);
  for (const point of [...starts].sort((a, b) => a - b)) {
    const classes = plans.map(({ ranges }, index) => {
      while ((ranges[cursors[index] ?? 0]?.to ?? Infinity) < point) cursors[index] = (cursors[index] ?? 0) + 1;
      return ranges[cursors[index] ?? 0]?.class ?? 0;
    });
    const known = bySignature.get(classes.join());
    if (isText(point) && (known === undefined || rankOf(point) < rankOf(known.point)))
      bySignature.set(classes.join(), { point, classes });
  }
  return [...bySignature.values()]
    .sort((a, b) => rankOf(a.point) - rankOf(b.point))
    .map(({ point, classes }) => ({ character: String.fromCodePoint(point), classes }));
}

/**
 * The first code points of ranges of characters, the most readable range first. Readable characters are preferred,
 * because people read the example.
 */
const PLAIN: readonly (readonly number[])[] = [
  [0x30],
  [0x61],
  [0x41],
  [0x2d, 0x2e, 0x2f],
  [0x20],
  [0x21, 0x3a, 0x5b, 0x7b],
  [0xa1],
  [0xe000],
  [0x00, 0x7f],
];

function rankOf(point: number): number {
  if (point >= 0x30 && point <= 0x39) return 0;
  if (point >= 0x61 && point <= 0x7a) return 1;
  if (point >= 0x41 && point <= 0x5a) return 2;
  if (point > 0x20 && point < 0x7f) return 3;
  return point === 0x20 ? 4 : point > 0xa0 ? 5 : 6;
}

function isText(point: number): boolean {
  return point < 0xd800 || point > 0xdfff;
}
