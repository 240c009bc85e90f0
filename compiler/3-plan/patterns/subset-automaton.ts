import { ascending, toCodePointClasses } from './code-point-classes.ts';
import type { CodePointClasses } from './code-point-classes.ts';
import { LIMITS, PatternTooLarge } from './pattern.ts';
import type { Budget } from './pattern.ts';
import type { PositionGraph } from './position-graph.ts';

/** A deterministic automaton as a list of steps; a step that is not listed leads nowhere. State 0 is the first. */
export interface RawAutomaton {
  readonly states: number;
  readonly accepting: readonly boolean[];
  /** Step i goes from `from[i]` over the class `over[i]` to `to[i]`. */
  readonly from: readonly number[];
  readonly over: readonly number[];
  readonly to: readonly number[];
  readonly classes: CodePointClasses;
}

/** States before minimisation: as many as the limit allows after it, and as many again. */
const RAW_STATES = 2 * LIMITS.states;
const RAW_STEPS = 2 * LIMITS.cells;

/** Subset construction: a state is the set of characters of the pattern that may come next. @throws PatternTooLarge */
export function toSubsetAutomaton(graph: PositionGraph, budget: Budget): RawAutomaton {
  const classes = toCodePointClasses(graph.sets, budget);
  const subsets: Subset[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (follows: readonly number[]): number => {
    const key = follows.join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const subset = toSubset(graph, follows, budget);
    const content = `${subset.accepts ? '!' : '='}${subset.characters.join(' ')}`;
    const number = numbers.get(content) ?? subsets.push(subset) - 1;
    numbers.set(key, number).set(content, number);
    return number;
  };
  numberOf([graph.first]);
  const steps = { from: [] as number[], over: [] as number[], to: [] as number[] };
  for (let state = 0; state < subsets.length; state++) {
    if (subsets.length > RAW_STATES) throw tooManyStates();
    for (const [over, follows] of toFollows(graph, classes, subsets[state], budget)) {
      steps.from.push(state);
      steps.over.push(over);
      steps.to.push(numberOf(ascending(follows)));
    }
    if (steps.to.length > RAW_STEPS) throw tooManyStates();
  }
  return { states: subsets.length, accepting: subsets.map(({ accepts }) => accepts), ...steps, classes };
}

export function tooManyStates(): PatternTooLarge {
  return new PatternTooLarge(`its automaton has more than ${LIMITS.states} states, or ${LIMITS.cells} entries`);
}

interface Subset {
  /** The `character` nodes that may come next, in ascending order. */
  readonly characters: readonly number[];
  readonly accepts: boolean;
}

/** What can be reached from some nodes without consuming anything. */
function toSubset(graph: PositionGraph, from: readonly number[], budget: Budget): Subset {
  const seen = new Set(from);
  const characters: number[] = [];
  let accepts = false;
  for (const index of seen) {
    const node = graph.nodes[index];
    if (node === undefined) continue;
    if (node.kind === 'character') characters.push(index);
    else if (node.kind === 'accept') accepts = true;
    else if (node.kind === 'branch') node.branches.forEach((branch) => seen.add(branch));
    else seen.add(node.next);
    budget.spend(node.kind === 'branch' ? 1 + node.branches.length : 1);
  }
  return { characters: characters.sort((a, b) => a - b), accepts };
}

/** For each class that can come next, in ascending order: the nodes behind the characters that it fits. */
function toFollows(graph: PositionGraph, classes: CodePointClasses, subset: Subset | undefined, budget: Budget): [number, Set<number>][] {
  const follows = new Map<number, Set<number>>();
  for (const index of subset?.characters ?? []) {
    const node = graph.nodes[index];
    if (node?.kind !== 'character') continue;
    const fitting = classes.classesOf[node.set] ?? [];
    budget.spend(fitting.length);
    for (const over of fitting) {
      const known = follows.get(over);
      if (known) known.add(node.next);
      else follows.set(over, new Set([node.next]));
    }
  }
  return [...follows].sort((a, b) => a[0] - b[0]);
}
