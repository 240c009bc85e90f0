import type { CodePointSet } from './code-point-set.ts';
import { LIMITS, PatternTooLarge } from './pattern.ts';
import type { PatternNode, PatternRepeat } from './pattern.ts';

/**
 * A node of a pattern's graph. `next` and `branches` are indexes of the following nodes. Only a `character` node reads
 * a character. `slot` stores the current offset in a capture slot, and `clear` clears the slots of capturing groups.
 * `enter` and `leave` surround an iteration that must not be empty. `start` and `end` match only at the ends of the
 * text. `accept` ends the match.
 */
export type GraphNode =
  | { readonly kind: 'character'; readonly set: number; readonly next: number }
  | { readonly kind: 'branch'; branches: readonly number[] }
  | { readonly kind: 'slot'; readonly slot: number; readonly next: number }
  | { readonly kind: 'clear'; readonly groups: readonly number[]; readonly next: number }
  | { readonly kind: 'enter' | 'leave' | 'start' | 'end'; readonly next: number }
  | { readonly kind: 'accept' };

/** A pattern as a graph, with every quantifier expanded. Branches are in order of preference. */
export interface PositionGraph {
  readonly nodes: readonly GraphNode[];
  /** Index of the node at which a match begins. */
  readonly first: number;
  /** The sets to which `character` nodes refer by index. */
  readonly sets: readonly CodePointSet[];
}

/**
 * Converts a tree to a graph. Nodes that store the start (slot 2n) and the end (slot 2n + 1) of group n are added only
 * for the groups in `tracked`. An optional iteration that could be empty lies between `enter` and `leave`, because
 * ECMA-262, 22.2.2.3.1 rejects empty iterations.
 * @throws PatternTooLarge if the expanded pattern has too many nodes
 */
export function toPositionGraph(tree: PatternNode, tracked: ReadonlySet<number>): PositionGraph {
  if (sizeOf(tree) > LIMITS.nodes)
    throw new PatternTooLarge(`with its repetitions expanded, it has more than ${LIMITS.nodes} parts`);
  const building: Building = { nodes: [{ kind: 'accept' }], sets: [], setAt: new Map(), tracked };
  const first = addNode(building, tree, 0);
  return { nodes: building.nodes, first, sets: building.sets };
}

interface Building {
  readonly nodes: GraphNode[];
  readonly sets: CodePointSet[];
  /** The index of each set in `sets`, by object and by content. */
  readonly setAt: Map<CodePointSet | string, number>;
  readonly tracked: ReadonlySet<number>;
}

/** Adds the graph nodes of one tree node before the graph node `next`, and returns the first of them. */
function addNode(building: Building, node: PatternNode, next: number): number {
  switch (node.kind) {
    case 'set':
      return add(building, { kind: 'character', set: setNumber(building, node.set), next });
    case 'sequence':
      return node.parts.reduceRight((following, part) => addNode(building, part, following), next);
    case 'choice':
      return add(building, { kind: 'branch', branches: node.options.map((option) => addNode(building, option, next)) });
    case 'group':
      return addGroup(building, node, next);
    case 'repeat':
      return addRepeat(building, node, next);
    case 'start':
    case 'end':
      return add(building, { kind: node.kind, next });
  }
}

function addGroup(building: Building, { index, body }: PatternNode & { kind: 'group' }, next: number): number {
  if (!building.tracked.has(index)) return addNode(building, body, next);
  const close = add(building, { kind: 'slot', slot: 2 * index + 1, next });
  return add(building, { kind: 'slot', slot: 2 * index, next: addNode(building, body, close) });
}

function addRepeat(building: Building, repeat: PatternRepeat, next: number): number {
  const { min, max } = boundsOf(repeat);
  let first = max === Infinity ? addLoop(building, repeat, next) : next;
  for (let i = min; i < max && max < Infinity; i++) first = addOption(building, repeat, { again: first, next });
  for (let i = 0; i < min; i++) first = addIteration(building, repeat, first);
  return first;
}

function addLoop(building: Building, repeat: PatternRepeat, next: number): number {
  const branch: GraphNode = { kind: 'branch', branches: [] };
  const loop = add(building, branch);
  const body = addGuarded(building, repeat, loop);
  branch.branches = repeat.lazy ? [next, body] : [body, next];
  return loop;
}

function addOption(building: Building, repeat: PatternRepeat, at: { again: number; next: number }): number {
  const body = addGuarded(building, repeat, at.again);
  return add(building, { kind: 'branch', branches: repeat.lazy ? [at.next, body] : [body, at.next] });
}

/** Adds an iteration beyond the minimum number. Such an iteration does not match if it is empty. */
function addGuarded(building: Building, repeat: PatternRepeat, next: number): number {
  if (!isNullable(repeat.body)) return addIteration(building, repeat, next);
  const leave = add(building, { kind: 'leave', next });
  return add(building, { kind: 'enter', next: addIteration(building, repeat, leave) });
}

function addIteration(building: Building, repeat: PatternRepeat, next: number): number {
  const body = addNode(building, repeat.body, next);
  const groups: number[] = [];
  for (let group = repeat.firstGroup; group <= repeat.lastGroup; group++)
    if (building.tracked.has(group)) groups.push(group);
  return groups.length === 0 ? body : add(building, { kind: 'clear', groups, next: body });
}

function add(building: Building, node: GraphNode): number {
  return building.nodes.push(node) - 1;
}

function setNumber(building: Building, set: CodePointSet): number {
  const known = building.setAt.get(set);
  if (known !== undefined) return known;
  const content = set.join(' ');
  const number = building.setAt.get(content) ?? building.sets.push(set) - 1;
  building.setAt.set(set, number).set(content, number);
  return number;
}

/**
 * Returns how many iterations of a quantifier are expanded. A body that matches only empty text is expanded at most
 * once, because further iterations change nothing.
 */
function boundsOf({ body, min, max }: PatternRepeat): { min: number; max: number } {
  return canConsume(body) ? { min, max } : { min: Math.min(min, 1), max: Math.min(min, 1) };
}

function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return 1 + sum(node.parts);
    case 'choice':
      return 1 + sum(node.options);
    case 'group':
      return 2 + sizeOf(node.body);
    case 'repeat': {
      const { min, max } = boundsOf(node);
      const copies = max === Infinity ? min + 1 : max;
      return 1 + copies * (sizeOf(node.body) + 4);
    }
    default:
      return 1;
  }
}

function sum(nodes: readonly PatternNode[]): number {
  return nodes.reduce((total, node) => total + sizeOf(node), 0);
}

function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return false;
    case 'sequence':
      return node.parts.every(isNullable);
    case 'choice':
      return node.options.some(isNullable);
    case 'group':
      return isNullable(node.body);
    case 'repeat':
      return node.min === 0 || isNullable(node.body);
    default:
      return true;
  }
}

function canConsume(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return true;
    case 'sequence':
      return node.parts.some(canConsume);
    case 'choice':
      return node.options.some(canConsume);
    case 'group':
      return canConsume(node.body);
    case 'repeat':
      return node.max > 0 && canConsume(node.body);
    default:
      return false;
  }
}
