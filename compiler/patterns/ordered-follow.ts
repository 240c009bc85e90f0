import type { Budget } from './pattern.ts';
import type { GraphNode, PositionGraph } from './position-graph.ts';

/** A transition from a position in the pattern: over a character, or to the end of a match (`character` is null). */
export interface Way {
  readonly character: (GraphNode & { kind: 'character' }) | null;
  /** Whether it applies only at the start, or only at the end, of the whole text. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Capture slots that store the current offset, and capture slots that are cleared. */
  readonly set: readonly number[];
  readonly clear: readonly number[];
}

/**
 * Returns the transitions from a node in ECMAScript's order of preference (ECMA-262, 22.2.2): the first one that leads
 * to a match is taken. Each character node occurs once. Transitions after an unconditional end of a match are left out.
 */
export function toWays(graph: PositionGraph, from: number, budget: Budget): Way[] {
  const ways: Way[] = [];
  const seen = new Map<string, Conditions[]>();
  const open: Walk[] = [{ node: from, fresh: false, atStart: false, atEnd: false, noted: null }];
  for (let walk = open.pop(); walk !== undefined; walk = open.pop()) {
    budget.spend(1);
    const node = graph.nodes[walk.node];
    if (node === undefined || wasHere(seen, walk)) continue;
    if (node.kind === 'character' || node.kind === 'accept') ways.push(toWay(node, walk, budget));
    else open.push(...further(node, walk));
    if (node.kind === 'accept' && !walk.atStart && !walk.atEnd) break;
  }
  return ways;
}

interface Conditions {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

interface Walk extends Conditions {
  readonly node: number;
  /**
   * Whether an iteration that must not be empty began since the last character. Such an iteration cannot end before the
   * next character.
   */
  readonly fresh: boolean;
  readonly noted: CaptureOp | null;
}

/** The capture operations on a path, the last one first. */
interface CaptureOp {
  readonly slot: number;
  readonly clears: boolean;
  readonly before: CaptureOp | null;
}

/** Returns the next nodes of a path, the most preferred last. */
function further(node: Exclude<GraphNode, { kind: 'character' | 'accept' }>, walk: Walk): Walk[] {
  switch (node.kind) {
    case 'branch':
      return node.branches.map((branch) => ({ ...walk, node: branch })).reverse();
    case 'slot':
      return [{ ...walk, node: node.next, noted: { slot: node.slot, clears: false, before: walk.noted } }];
    case 'clear':
      return [
        {
          ...walk,
          node: node.next,
          noted: node.groups.reduce((before, group) => ({ slot: 2 * group + 1, clears: true, before }), walk.noted),
        },
      ];
    case 'enter':
      return [{ ...walk, node: node.next, fresh: true }];
    case 'leave':
      return walk.fresh ? [] : [{ ...walk, node: node.next }];
    case 'start':
      return [{ ...walk, node: node.next, atStart: true }];
    case 'end':
      return [{ ...walk, node: node.next, atEnd: true }];
  }
}

/** Returns whether a more preferred path already reached the same node under the same or weaker conditions. */
function wasHere(seen: Map<string, Conditions[]>, walk: Walk): boolean {
  const place = `${walk.node} ${walk.fresh}`;
  const before = seen.get(place);
  if (before?.some(({ atStart, atEnd }) => (walk.atStart || !atStart) && (walk.atEnd || !atEnd))) return true;
  if (before) before.push(walk);
  else seen.set(place, [walk]);
  return false;
}

/** For each slot, only its last operation on the path counts. */
function toWay(
  node: GraphNode & { kind: 'character' | 'accept' },
  { atStart, atEnd, noted }: Walk,
  budget: Budget,
): Way {
  const known = new Map<number, boolean>();
  for (let note = noted; note !== null; note = note.before) {
    budget.spend(1);
    if (!known.has(note.slot)) known.set(note.slot, note.clears);
  }
  const slots = [...known].sort((a, b) => a[0] - b[0]);
  const where = (clears: boolean): number[] => slots.filter((entry) => entry[1] === clears).map(([slot]) => slot);
  return { character: node.kind === 'character' ? node : null, atStart, atEnd, set: where(false), clear: where(true) };
}
