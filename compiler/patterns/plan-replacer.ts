import { toCodePointClasses } from './code-point-classes.ts';
import { toWays } from './ordered-follow.ts';
import type { Way } from './ordered-follow.ts';
import { createBudget, LIMITS, PatternTooLarge, tooLarge } from './pattern.ts';
import type { PatternCode, PatternNode, PatternWrong } from './pattern.ts';
import { toPlainRanges } from './plain-ranges.ts';
import type { CodePointRange } from './plain-ranges.ts';
import { toPositionGraph } from './position-graph.ts';
import type { PositionGraph } from './position-graph.ts';
import { readPattern } from './read-pattern.ts';
import { readReplacement } from './replacement.ts';
import type { ReplacementParts } from './replacement.ts';

/** The program of a REGEX_REPLACE: an automaton whose steps are in order of preference, and what to put in place of a match. */
export interface ReplacerPlan {
  /** All code points in ascending order, with no gap; as in MatcherPlan. */
  readonly ranges: readonly CodePointRange[];
  readonly classes: number;
  /** Sets of classes, each in ascending order. */
  readonly sets: readonly (readonly number[])[];
  /** For each place in the pattern how it goes on, the most preferred first. A match begins at place 0. */
  readonly places: readonly (readonly ReplacerStep[])[];
  /** Slots 2n - 1 and 2n take begin and end of the n-th group in use; slot 0 that of the whole match. */
  readonly slots: number;
  /** Texts, and numbers n of groups in use, counted from 1. */
  readonly parts: ReplacementParts;
}

/** A step over one character of a set to another place, or (`to` null) the end of a match. */
export interface ReplacerStep {
  readonly to: { readonly set: number; readonly place: number } | null;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Slots that take the present place in the text, and slots that are emptied. */
  readonly set: readonly number[];
  readonly clear: readonly number[];
}

export type ReplacerWrong = PatternWrong<PatternCode | 'invalid_replacement'>;

/** The plan of a REGEX_REPLACE. The place in a `wrong` is one of the pattern, for `invalid_replacement` one of the replacement. */
export function planReplacer(
  pattern: string,
  replacement: string,
): { readonly kind: 'ok'; readonly plan: ReplacerPlan } | ReplacerWrong {
  const read = readPattern(pattern);
  if (read.kind === 'wrong') return read;
  const put = readReplacement(replacement, read.groups, read.named);
  if (put.kind === 'wrong') return put;
  try {
    return { kind: 'ok', plan: toPlan(read.tree, put.parts) };
  } catch (error) {
    if (error instanceof PatternTooLarge) return tooLarge(pattern, error.message);
    throw error;
  }
}

function toPlan(tree: PatternNode, parts: ReplacementParts): ReplacerPlan {
  const groups = [...new Set(parts.filter((part) => typeof part === 'number'))].sort((a, b) => a - b);
  const budget = createBudget(LIMITS.work);
  const graph = toPositionGraph(tree, new Set(groups));
  const classes = toCodePointClasses(graph.sets, budget);
  const plain = toPlainRanges(
    classes,
    Array.from({ length: classes.count }, (_, number) => String(number)),
  );
  const toPlain = (number: number): number => plain.classOf[number] ?? 0;
  const places = toPlaces(graph, (slot) => 2 * groups.indexOf(slot >> 1) + 1 + (slot & 1), budget);
  if (places.length * plain.classes > LIMITS.cells)
    throw new PatternTooLarge(`its program has more than ${LIMITS.cells} entries`);
  return {
    ranges: plain.ranges,
    classes: plain.classes,
    sets: classes.classesOf.map((list) => list.map(toPlain).sort((a, b) => a - b)),
    places,
    slots: 2 * groups.length + 1,
    parts: parts.map((part) => (typeof part === 'number' ? groups.indexOf(part) + 1 : part)),
  };
}

/** The places in the order in which they are met. @throws PatternTooLarge */
function toPlaces(
  graph: PositionGraph,
  toSlot: (slot: number) => number,
  budget: ReturnType<typeof createBudget>,
): ReplacerStep[][] {
  const numbers = new Map([[graph.first, 0]]);
  const places: ReplacerStep[][] = [];
  let steps = 0;
  const numberOf = (node: number): number => {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  };
  const toStep = ({ character, atStart, atEnd, set, clear }: Way): ReplacerStep => {
    const to = character && { set: character.set, place: numberOf(character.next) };
    return { to, atStart, atEnd, set: set.map(toSlot), clear: clear.map(toSlot) };
  };
  for (const node of numbers.keys()) {
    const ways = toWays(graph, node, budget);
    steps += ways.length;
    if (steps > LIMITS.steps) throw new PatternTooLarge(`its program has more than ${LIMITS.steps} steps`);
    places.push(ways.map(toStep));
  }
  return places;
}
