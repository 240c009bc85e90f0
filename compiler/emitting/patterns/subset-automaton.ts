import { ascending, toCodePointClasses } from './code-point-classes.ts';
import type { CodePointClasses } from './code-point-classes.ts';
import { createBudget, LIMITS, PatternTooLarge } from './pattern.ts';
import type { Budget } from './pattern.ts';
import type { PositionGraph } from './position-graph.ts';
import { toSubset } from './subset.ts';
import type { Subset } from './subset.ts';
import { toSubsumption } from './subsumption.ts';
import type { Subsumption } from './subsumption.ts';

/**
 * A deterministic automaton as a list of transitions. If a state has no transition for a class, no match is possible.
 * State 0 is the first state.
 */
export interface RawAutomaton {
  readonly states: number;
  /** For each state, whether a text that ends there matches. */
  readonly accepting: readonly boolean[];
  /** Transition i leads from the state `from[i]` to the state `to[i]` over the character class `over[i]`. */
  readonly from: readonly number[];
  readonly over: readonly number[];
  readonly to: readonly number[];
  readonly classes: CodePointClasses;
}

/** Maximum number of states before the automaton is minimised: twice the limit for the final one. */
const RAW_STATES = 2 * LIMITS.states;
const RAW_STEPS = 2 * LIMITS.cells;
/**
 * Work limit of the simple construction for small patterns. If it is exceeded, redundant characters are removed first.
 */
const PLAIN_WORK = 1_000_000;
const SMALL_PATTERN = 500;

/**
 * Creates an automaton by subset construction. Each state is the set of characters of the pattern that may come next.
 * For a small pattern whose construction takes more than `plainWork` units, it is repeated with redundant characters
 * removed from each state.
 * @throws PatternTooLarge if a limit is exceeded
 */
export function toSubsetAutomaton(graph: PositionGraph, budget: Budget, plainWork = PLAIN_WORK): RawAutomaton {
  const plain: Construction = { graph, classes: toCodePointClasses(graph.sets, budget), budget };
  const characters = graph.nodes.filter((node) => node.kind === 'character').length;
  if (characters > SMALL_PATTERN) return construct(plain);
  try {
    return construct({ ...plain, budget: createBudget(plainWork) });
  } catch (error) {
    if (!(error instanceof PatternTooLarge)) throw error;
    return construct({ ...plain, subsumed: toSubsumption(graph, plain.classes, budget) });
  }
}

interface Construction {
  readonly graph: PositionGraph;
  readonly classes: CodePointClasses;
  readonly budget: Budget;
  readonly subsumed?: Subsumption;
}

function construct(construction: Construction): RawAutomaton {
  const { classes, budget } = construction;
  const { subsets, numberOf } = createSubsets(construction);
  const steps = { from: [] as number[], over: [] as number[], to: [] as number[] };
  numberOf([construction.graph.first]);
  for (let state = 0; state < subsets.length; state++) {
    for (const [over, follows] of toFollows(construction, subsets[state])) {
      budget.spend(2);
      steps.from.push(state);
      steps.over.push(over);
      steps.to.push(numberOf(ascending(follows)));
    }
    if (subsets.length > RAW_STATES || steps.to.length > RAW_STEPS) throw tooManyStates();
  }
  return { states: subsets.length, accepting: subsets.map(({ accepts }) => accepts), ...steps, classes };
}

/**
 * Creates an empty list of subsets. `numberOf` returns the number of the subset that is reachable from some nodes, and
 * adds the subset if it is new.
 */
function createSubsets({ graph, budget, subsumed }: Construction): {
  subsets: Subset[];
  numberOf: (follows: readonly number[]) => number;
} {
  const subsets: Subset[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (follows: readonly number[]): number => {
    const key = follows.join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const all = toSubset(graph, follows, budget);
    const subset = subsumed ? withoutSubsumed(all, subsumed, budget) : all;
    const content = `${subset.accepts ? '!' : '='}${subset.characters.join(' ')}`;
    const number = numbers.get(content) ?? subsets.push(subset) - 1;
    numbers.set(key, number).set(content, number);
    return number;
  };
  return { subsets, numberOf };
}

/** Creates the error for an automaton with too many states or entries. */
export function tooManyStates(): PatternTooLarge {
  return new PatternTooLarge(`its automaton has more than ${LIMITS.states} states, or ${LIMITS.cells} entries`);
}

/** Removes characters of the pattern that another character of the subset makes redundant. */
function withoutSubsumed(subset: Subset, subsumed: Subsumption, budget: Budget): Subset {
  const remaining: number[] = [];
  for (const character of subset.characters) {
    budget.spend(1 + remaining.length);
    if (remaining.some((other) => subsumed(character, other))) continue;
    const others = remaining.filter((other) => !subsumed(other, character));
    remaining.splice(0, remaining.length, ...others, character);
  }
  return { characters: remaining, accepts: subset.accepts };
}

/**
 * Returns the character classes that may come next, in ascending order. Each has the nodes that follow after a
 * character of that class.
 */
function toFollows({ graph, classes, budget }: Construction, subset: Subset | undefined): [number, Set<number>][] {
  const follows = new Map<number, Set<number>>();
  for (const index of subset?.characters ?? []) {
    const node = graph.nodes[index];
    if (node?.kind !== 'character') continue;
    const fitting = classes.classesOf[node.set] ?? [];
    budget.spend(2 * fitting.length);
    for (const over of fitting) {
      const known = follows.get(over);
      if (known) known.add(node.next);
      else follows.set(over, new Set([node.next]));
    }
  }
  return [...follows].sort((a, b) => a[0] - b[0]);
}
