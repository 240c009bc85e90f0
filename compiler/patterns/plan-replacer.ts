import { toCodePointClasses } from './code-point-classes.ts';
import { findOrderedTransitions } from './ordered-follow.ts';
import type { OrderedTransition } from './ordered-follow.ts';
import { createBudget, LIMITS, PatternTooLarge, tooLarge } from './pattern.ts';
import type { PatternCode, PatternNode, PatternError } from './pattern.ts';
import { toPlainRanges } from './plain-ranges.ts';
import type { CodePointRange } from './plain-ranges.ts';
import { toPositionGraph } from './position-graph.ts';
import type { PositionGraph } from './position-graph.ts';
import { readPattern } from './read-pattern.ts';
import { readReplacement } from './replacement.ts';
import type { ReplacementParts } from './replacement.ts';

/**
 * The program of a REGEX_REPLACE: an automaton with transitions in order of preference, and the replacement of a match.
 */
export interface ReplacerPlan {
  /** All code points in ascending order without gaps, as in MatcherPlan. */
  readonly ranges: readonly CodePointRange[];
  readonly classes: number;
  /** Sets of classes, each in ascending order. */
  readonly sets: readonly (readonly number[])[];
  /** The transitions from each position in the pattern, the most preferred first. A match begins at position 0. */
  readonly transitions: readonly (readonly ReplacerTransition[])[];
  /**
   * Number of capture slots. Slot 0 stores the start of the match. Slots 2n - 1 and 2n store the start and end of the
   * n-th used group.
   */
  readonly slots: number;
  /** Texts, and 1-based numbers of used groups. */
  readonly parts: ReplacementParts;
}

/** A transition over one character of a set to another position. If `to` is null, it ends a match. */
export interface ReplacerTransition {
  readonly target: { readonly set: number; readonly position: number } | null;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Capture slots that store the current offset, and capture slots that are cleared. */
  readonly set: readonly number[];
  readonly clear: readonly number[];
}

/** Why a pattern or its replacement is invalid. */
export type ReplacerError = PatternError<PatternCode | 'invalid_replacement'>;

/**
 * Plans a REGEX_REPLACE. The position of a problem refers to the pattern, or for `invalid_replacement` to the
 * replacement.
 */
export function planReplacer(
  pattern: string,
  replacement: string,
): { readonly kind: 'ok'; readonly plan: ReplacerPlan } | ReplacerError {
  const read = readPattern(pattern);
  if (read.kind === 'invalid') return read;
  const parsed = readReplacement(replacement, read.groups, read.named);
  if (parsed.kind === 'invalid') return parsed;
  try {
    return { kind: 'ok', plan: toPlan(read.tree, parsed.parts) };
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
  const transitions = planTransitions(graph, (slot) => 2 * groups.indexOf(slot >> 1) + 1 + (slot & 1), budget);
  if (transitions.length * plain.classes > LIMITS.cells)
    throw new PatternTooLarge(`its program has more than ${LIMITS.cells} entries`);
  return {
    ranges: plain.ranges,
    classes: plain.classes,
    sets: classes.classesOf.map((list) => list.map(toPlain).sort((a, b) => a - b)),
    transitions,
    slots: 2 * groups.length + 1,
    parts: parts.map((part) => (typeof part === 'number' ? groups.indexOf(part) + 1 : part)),
  };
}

/**
 * Numbers the positions in the order in which they are reached.
 * @throws PatternTooLarge
 */
function planTransitions(
  graph: PositionGraph,
  toSlot: (slot: number) => number,
  budget: ReturnType<typeof createBudget>,
): ReplacerTransition[][] {
  const numbers = new Map([[graph.first, 0]]);
  const found: ReplacerTransition[][] = [];
  let steps = 0;
  const numberOf = (node: number): number => {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  };
  const toTransition = ({ character, atStart, atEnd, set, clear }: OrderedTransition): ReplacerTransition => {
    const target = character && { set: character.set, position: numberOf(character.next) };
    return { target, atStart, atEnd, set: set.map(toSlot), clear: clear.map(toSlot) };
  };
  for (const node of numbers.keys()) {
    const transitions = findOrderedTransitions(graph, node, budget);
    steps += transitions.length;
    if (steps > LIMITS.steps) throw new PatternTooLarge(`its program has more than ${LIMITS.steps} steps`);
    found.push(transitions.map(toTransition));
  }
  return found;
}
