import { toCodePointClasses } from './code-point-classes.ts';
import { findOrderedTransitions, type OrderedTransition } from './ordered-follow.ts';
import {
  createBudget,
  LIMITS,
  PatternTooLarge,
  tooLarge,
  type PatternCode,
  type PatternNode,
  type PatternError,
} from './pattern.ts';
import { toPlainRanges, type CodePointRange } from './plain-ranges.ts';
import { toPositionGraph, type PositionGraph } from './position-graph.ts';
import { readPattern } from './read-pattern.ts';

/**
 * The program of a REGEX_REPLACE: an automaton with transitions in order of preference, and the replacement of each
 * match.
 */
export interface ReplacerPlan {
  /** Ranges that cover all code points, in ascending order without gaps, as in MatcherPlan. */
  readonly ranges: readonly CodePointRange[];
  /** Number of classes. */
  readonly classes: number;
  /** Sets of character classes, each in ascending order. Transitions refer to them by index. */
  readonly sets: readonly (readonly number[])[];
  /** The transitions from each position in the pattern, with the most preferred first. A match begins at position 0. */
  readonly transitions: readonly (readonly ReplacerTransition[])[];
  /**
   * Number of capture slots. Slot 0 contains the start of the match. Slots 2n - 1 and 2n contain the start and the end
   * of group n, counting only the groups that the replacement uses.
   */
  readonly slots: number;
  /**
   * The replacement: texts, and numbers of groups. Groups are numbered from 1, counting only those that the replacement
   * uses.
   */
  readonly parts: ReplacementParts;
}

/**
 * A transition that reads one character or ends the match. `target` is the next position, and the index of the set that
 * contains the character. If `target` is null, the transition ends the match.
 */
export interface ReplacerTransition {
  readonly target: { readonly set: number; readonly position: number } | null;
  /** Whether the transition is possible only at the start (`atStart`), or only at the end (`atEnd`), of the whole text. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Capture slots that receive the current offset (`set`), and capture slots that are cleared (`clear`). */
  readonly set: readonly number[];
  readonly clear: readonly number[];
}

/** The reason why a pattern or its replacement is invalid. */
export type ReplacerError = PatternError<PatternCode | 'invalid_replacement'>;

/**
 * Plans a REGEX_REPLACE. Returns an error if the pattern or the replacement is invalid. The position of an error refers
 * to the replacement if its code is `invalid_replacement`, and otherwise to the pattern.
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
 * Returns the transitions of all positions. Positions are numbered in the order in which they are reached.
 * @throws PatternTooLarge if there are too many transitions
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

/** A parsed replacement: texts, and numbers of capturing groups. Two texts never follow each other directly. */
type ReplacementParts = readonly (string | number)[];

/**
 * Parses the replacement of a REGEX_REPLACE. `$1` to `$99` insert a group, and `$$` inserts a dollar sign. A `$` before
 * any other character is literal (ECMA-262, 22.1.3.19.1). Returns an error for the other special sequences of that
 * standard, and for groups that the pattern does not have. `groups` is the number of capturing groups of the pattern,
 * and `named` is true if any has a name.
 */
function readReplacement(
  text: string,
  groups: number,
  named: boolean,
): { readonly kind: 'ok'; readonly parts: ReplacementParts } | PatternError<'invalid_replacement'> {
  const parts: (string | number)[] = [];
  const append = (piece: string): void => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + piece;
    else if (piece !== '') parts.push(piece);
  };
  let end = 0;
  for (const found of text.matchAll(/\$(\$|&|`|'|<(?:[^>$]*>)?|\d\d?)/g)) {
    const [whole, what = ''] = found;
    append(text.slice(end, found.index));
    end = found.index + whole.length;
    if (what === '$') append('$');
    else if (what.startsWith('<') && !named && !what.endsWith('>')) append(whole);
    else if (!/^\d/.test(what))
      return createError(
        whole,
        found.index,
        `"${whole}" is not supported in a replacement, only $1 to $99 and $$ are; write "$$${what}" for the literal text`,
      );
    else {
      const digits = Number(what) > groups ? what.slice(0, 1) : what;
      if (Number(digits) === 0 || Number(digits) > groups)
        return createError(whole, found.index, missing(whole, groups));
      parts.push(Number(digits));
      append(what.slice(digits.length));
    }
  }
  append(text.slice(end));
  return { kind: 'ok', parts };
}

function missing(whole: string, groups: number): string {
  const has = groups === 0 ? 'no capturing group' : groups === 1 ? 'one capturing group' : `${groups} capturing groups`;
  return `"${whole}" refers to a group that does not exist: the pattern has ${has}; write "$${whole}" for the literal text`;
}

function createError(whole: string, offset: number, reason: string): PatternError<'invalid_replacement'> {
  return { kind: 'invalid', code: 'invalid_replacement', reason, offset, length: whole.length };
}
