import type { Budget } from './pattern.ts';
import type { PositionGraph } from './position-graph.ts';

/** A state of an automaton: the characters of the pattern that may be read next, and whether the text may end here. */
export interface Subset {
  /** Indexes of the `character` nodes that may come next, in ascending order. */
  readonly characters: readonly number[];
  readonly accepts: boolean;
}

/**
 * Returns what is reachable from some nodes without reading a character. Whether the text is at its start or end is
 * ignored.
 * @throws PatternTooLarge if the budget is exceeded
 */
export function toSubset(graph: PositionGraph, from: readonly number[], budget: Budget): Subset {
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
