import { minimise } from './minimal-automaton.ts';
import type { Minimised } from './minimal-automaton.ts';
import { toPlainRanges } from './plain-ranges.ts';
import type { CodePointRange } from './plain-ranges.ts';
import { createBudget, LIMITS, PatternTooLarge, tooLarge } from './pattern.ts';
import type { PatternNode, PatternError } from './pattern.ts';
import { toPositionGraph } from './position-graph.ts';
import { readPattern } from './read-pattern.ts';
import { tooManyStates, toSubsetAutomaton } from './subset-automaton.ts';
import type { RawAutomaton } from './subset-automaton.ts';

/**
 * The smallest complete automaton of a pattern over code points. Patterns that match the same texts have equal plans.
 */
export interface MatcherPlan {
  /**
   * Ranges that cover all code points from 0 to U+10FFFF, including surrogates, in ascending order without gaps. Each
   * range has a class, and classes are numbered from 0.
   */
  readonly ranges: readonly CodePointRange[];
  /** Number of classes. */
  readonly classes: number;
  /** Number of states, at least 1. State 0 is the dead state: it does not accept, and leads only to itself. */
  readonly states: number;
  /** The state before the first character: 1, or 0 if the pattern matches no text. */
  readonly start: number;
  /** For each state, whether a text that ends there matches. */
  readonly accepting: readonly boolean[];
  /** The next state at `state * classes + class`. */
  readonly table: readonly number[];
}

/**
 * Plans a REGEX as an automaton that tests a whole value, with one step per code point. Returns an error if the pattern
 * is invalid, not supported or too large.
 */
export function planMatcher(pattern: string): { readonly kind: 'ok'; readonly plan: MatcherPlan } | PatternError {
  const read = readPattern(pattern);
  if (read.kind === 'invalid') return read;
  try {
    return { kind: 'ok', plan: toPlan(read.tree) };
  } catch (error) {
    if (error instanceof PatternTooLarge) return tooLarge(pattern, error.message);
    throw error;
  }
}

function toPlan(tree: PatternNode): MatcherPlan {
  const automaton = toSubsetAutomaton(toPositionGraph(tree, new Set()), createBudget(LIMITS.work));
  return toTable(automaton, minimise(automaton));
}

/**
 * Converts the automaton to a table, and merges classes with equal transitions. States are numbered breadth first, in
 * the order of the classes that lead to them.
 */
function toTable(automaton: RawAutomaton, { blockOf, count }: Minimised): MatcherPlan {
  const columns = toColumns(automaton, blockOf);
  const { ranges, classes, classOf } = toPlainRanges(automaton.classes, columns);
  if (count >= LIMITS.states || (count + 1) * classes > LIMITS.cells) throw tooManyStates();
  const byBlock = new Int32Array(count * classes).fill(-1);
  automaton.to.forEach((to, step) => {
    const [from, target] = [blockOf[automaton.from[step] ?? 0] ?? -1, blockOf[to] ?? -1];
    if (from >= 0 && target >= 0) byBlock[from * classes + (classOf[automaton.over[step] ?? 0] ?? 0)] = target;
  });
  const acceptingBlocks = new Set(
    automaton.accepting.flatMap((accepts, state) => (accepts ? [blockOf[state] ?? -1] : [])),
  );
  return { ranges, classes, ...numberStates({ byBlock, classes, acceptingBlocks, first: blockOf[0] ?? -1 }) };
}

interface Blocks {
  /** The next group of states at `group * classes + class`, or -1 for none. */
  readonly byBlock: Int32Array;
  readonly classes: number;
  readonly acceptingBlocks: ReadonlySet<number>;
  /** The group of the first state, or -1 if that state leads to no match. */
  readonly first: number;
}

function numberStates({ byBlock, classes, acceptingBlocks, first }: Blocks): Omit<MatcherPlan, 'ranges' | 'classes'> {
  const stateOf = new Map([[-1, 0]]);
  const order = first < 0 ? [] : [first];
  const table: number[] = new Array<number>(classes).fill(0);
  order.forEach((block) => stateOf.set(block, stateOf.size));
  for (const block of order) {
    for (const target of byBlock.subarray(block * classes, (block + 1) * classes)) {
      if (!stateOf.has(target)) stateOf.set(target, order.push(target));
      table.push(stateOf.get(target) ?? 0);
    }
  }
  const accepting = [false, ...order.map((block) => acceptingBlocks.has(block))];
  return { states: order.length + 1, start: Math.min(order.length, 1), accepting, table };
}

/** Returns a text for each class of the automaton that is equal for classes with the same transitions. */
function toColumns(automaton: RawAutomaton, blockOf: Int32Array): string[] {
  const columns = Array.from({ length: automaton.classes.count }, () => new Map<number, number>());
  automaton.to.forEach((to, step) => {
    const [from, target] = [blockOf[automaton.from[step] ?? 0] ?? -1, blockOf[to] ?? -1];
    if (from >= 0 && target >= 0) columns[automaton.over[step] ?? 0]?.set(from, target);
  });
  return columns.map((column) => [...column].sort((a, b) => a[0] - b[0]).join(' '));
}
