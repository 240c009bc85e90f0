import type { CodePointClasses } from './code-point-classes.ts';
import type { Budget } from './pattern.ts';
import type { PositionGraph } from './position-graph.ts';
import { toSubset } from './subset.ts';
import type { Subset } from './subset.ts';

/**
 * Returns true only if every text that matches from the character node `node` on also matches from `other` on. If so,
 * `node` is redundant in a state that also contains `other`.
 */
export type Subsumption = (node: number, other: number) => boolean;

/**
 * Finds the characters of a pattern that other characters make redundant. It computes a simulation relation of the
 * automaton with itself. Without it, repetitions inside bounded repetitions create thousands of equivalent states.
 * @throws PatternTooLarge if the budget is exceeded
 */
export function toSubsumption(graph: PositionGraph, classes: CodePointClasses, budget: Budget): Subsumption {
  const points = toPoints(graph, budget);
  const covers = toCovers(classes, budget);
  const size = points.length;
  // below[a * size + b] is 1 if position b allows everything that position a allows. All pairs start at 1, and wrong
  // ones are cleared until nothing changes.
  const below = new Uint8Array(size * size).fill(1);
  const fits = (a: Step, b: Step): boolean => below[a.to * size + b.to] === 1 && covers(a.set, b.set);
  const holds = (a: Point, b: Point): boolean => {
    if (a.accepts && !b.accepts) return false;
    return a.steps.every((step) => {
      const found = b.steps.findIndex((other) => fits(step, other));
      budget.spend((found < 0 ? b.steps.length : found + 1) / 4);
      return found >= 0;
    });
  };
  for (let changed = true; changed; ) {
    changed = false;
    points.forEach((a, i) => {
      points.forEach((b, j) => {
        if (below[i * size + j] === 0 || i === j || holds(a, b)) return;
        below[i * size + j] = 0;
        changed = true;
      });
    });
  }
  const steps = new Map(points.flatMap((point) => point.steps.map((step) => [step.node, step] as const)));
  return (node, other) => {
    const [a, b] = [steps.get(node), steps.get(other)];
    return a !== undefined && b !== undefined && fits(a, b);
  };
}

/** A position in the pattern between two characters. */
interface Point {
  readonly steps: readonly Step[];
  readonly accepts: boolean;
}

interface Step {
  readonly node: number;
  readonly set: number;
  /** Index of the position after the character. */
  readonly to: number;
}

/** Returns all positions, with those near the end of the pattern first. In this order, one round decides most pairs. */
function toPoints(graph: PositionGraph, budget: Budget): Point[] {
  const successors = new Set([graph.first]);
  for (const node of graph.nodes) if (node.kind === 'character') successors.add(node.next);
  const nodes = [...successors].sort((a, b) => a - b);
  const indexOf = new Map(nodes.map((node, index) => [node, index]));
  return nodes.map((node) => {
    const subset: Subset = toSubset(graph, [node], budget);
    const steps = subset.characters.flatMap((index) => {
      const node = graph.nodes[index];
      return node?.kind === 'character' ? [{ node: index, set: node.set, to: indexOf.get(node.next) ?? 0 }] : [];
    });
    return { steps, accepts: subset.accepts };
  });
}

/** Returns a function that returns whether the second of two character sets contains the first. */
function toCovers(classes: CodePointClasses, budget: Budget): (a: number, b: number) => boolean {
  const members = classes.classesOf.map((list) => new Set(list));
  const known = new Map<number, boolean>();
  return (a, b) => {
    if (a === b) return true;
    const pair = a * members.length + b;
    let answer = known.get(pair);
    if (answer === undefined) {
      const list = classes.classesOf[a] ?? [];
      budget.spend(list.length);
      known.set(pair, (answer = list.every((number) => members[b]?.has(number))));
    }
    return answer;
  };
}
