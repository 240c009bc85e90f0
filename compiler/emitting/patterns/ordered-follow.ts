import type { Budget } from './pattern.ts';
import type { GraphNode, PositionGraph } from './position-graph.ts';

/**
 * A transition from a position in the pattern. It reads a character. If `character` is null, it ends the match instead.
 */
export interface OrderedTransition {
  readonly character: (GraphNode & { kind: 'character' }) | null;
  /**
   * Whether the transition is possible only at the start (`atStart`), or only at the end (`atEnd`), of the whole text.
   */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Capture slots that receive the current offset (`set`), and capture slots that are cleared (`clear`). */
  readonly set: readonly number[];
  readonly clear: readonly number[];
}

/**
 * Returns the transitions from a node in ECMAScript's order of preference (ECMA-262, 22.2.2). The first one that leads
 * to a match is taken. Transitions after one that always ends the match are omitted.
 * @throws PatternTooLarge if the budget is exceeded
 */
export function findOrderedTransitions(graph: PositionGraph, from: number, budget: Budget): OrderedTransition[] {
  const transitions: OrderedTransition[] = [];
  const seen = new Map<string, Conditions[]>();
  const open: Path[] = [{ node: from, fresh: false, atStart: false, atEnd: false, noted: null }];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    budget.spend(1);
    const node = graph.nodes[path.node];
    if (node === undefined || isAlreadyReached(seen, path)) continue;
    if (node.kind === 'character' || node.kind === 'accept') transitions.push(toTransition(node, path, budget));
    else open.push(...extendPath(node, path));
    if (node.kind === 'accept' && !path.atStart && !path.atEnd) break;
  }
  return transitions;
}

interface Conditions {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

interface Path extends Conditions {
  readonly node: number;
  /**
   * Whether the path has begun an iteration that must not be empty, and has not read a character since. Until it reads
   * one, the iteration cannot end.
   */
  readonly fresh: boolean;
  /** The last capture operation of the path, or null if there is none. */
  readonly noted: CaptureOp | null;
}

/** The last capture operation of a path, linked to the earlier ones. */
interface CaptureOp {
  readonly slot: number;
  readonly clears: boolean;
  readonly before: CaptureOp | null;
}

/** Returns the paths that extend a path by each possible next node. The most preferred one is last. */
function extendPath(node: Exclude<GraphNode, { kind: 'character' | 'accept' }>, path: Path): Path[] {
  switch (node.kind) {
    case 'branch':
      return node.branches.map((branch) => ({ ...path, node: branch })).reverse();
    case 'slot':
      return [{ ...path, node: node.next, noted: { slot: node.slot, clears: false, before: path.noted } }];
    case 'clear':
      return [
        {
          ...path,
          node: node.next,
          noted: node.groups.reduce((before, group) => ({ slot: 2 * group + 1, clears: true, before }), path.noted),
        },
      ];
    case 'enter':
      return [{ ...path, node: node.next, fresh: true }];
    case 'leave':
      return path.fresh ? [] : [{ ...path, node: node.next }];
    case 'start':
      return [{ ...path, node: node.next, atStart: true }];
    case 'end':
      return [{ ...path, node: node.next, atEnd: true }];
  }
}

/**
 * Returns whether a more preferred path already reached the same node under the same or weaker conditions. If not,
 * records the path in `seen`.
 */
function isAlreadyReached(seen: Map<string, Conditions[]>, path: Path): boolean {
  const key = `${path.node} ${path.fresh}`;
  const before = seen.get(key);
  if (before?.some(({ atStart, atEnd }) => (path.atStart || !atStart) && (path.atEnd || !atEnd))) return true;
  if (before) before.push(path);
  else seen.set(key, [path]);
  return false;
}

/**
 * Creates the transition to the last node of a path. If the path has several operations on one capture slot, the last
 * one counts.
 * @throws PatternTooLarge if the budget is exceeded
 */
function toTransition(
  node: GraphNode & { kind: 'character' | 'accept' },
  { atStart, atEnd, noted }: Path,
  budget: Budget,
): OrderedTransition {
  const known = new Map<number, boolean>();
  for (let note = noted; note !== null; note = note.before) {
    budget.spend(1);
    if (!known.has(note.slot)) known.set(note.slot, note.clears);
  }
  const slots = [...known].sort((a, b) => a[0] - b[0]);
  const where = (clears: boolean): number[] => slots.filter((entry) => entry[1] === clears).map(([slot]) => slot);
  return { character: node.kind === 'character' ? node : null, atStart, atEnd, set: where(false), clear: where(true) };
}
