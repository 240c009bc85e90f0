import type { JsonField, NestedPlace } from './json-record.ts';

/** A place in a record to which the pointer of a field leads, or through which it does. */
export interface PointerNode {
  /** The pointer of the place, with its escapes. Empty for the record. */
  readonly pointer: string;
  /** The indexes of the fields that read the value here. */
  readonly fields: number[];
  /** The places below, by the name of a member or the index of an item. Null: no pointer leads further. */
  children: Map<string, PointerNode> | null;
  /** The place below for all other names and indexes (`*`). Null: there is none. */
  any: PointerNode | null;
  /** The index of the type whose records are the values here. -1: they are no records of their own. */
  nested: number;
  /**
   * What a value here must be: OBJECT if pointers lead on only by the names of members, LIST if they do only by the
   * indexes of items. Null: both fit, or no pointer leads on.
   */
  expects: 'OBJECT' | 'LIST' | null;
  /** The names here that were noted because no field reads them. */
  readonly noted: Set<string>;
}

/** Joins the pointers of fields to a tree. `prefix` is the path of the record, which begins the path of each place. */
export function createPointerTree(
  fields: readonly JsonField[],
  nested: readonly NestedPlace[] = [],
  prefix = '',
): PointerNode {
  const root = createNode(prefix);
  for (const [index, { path }] of fields.entries()) {
    let node = root;
    for (const token of path) {
      node.children ??= new Map();
      let child = node.children.get(token);
      if (child === undefined) {
        child = createNode(`${node.pointer}/${escapeToken(token)}`);
        node.children.set(token, child);
      }
      node = child;
    }
    node.fields.push(index);
  }
  for (const { type, path } of nested) placeBelow(root, path).nested = type;
  noteExpected(root);
  return root;
}

function noteExpected(node: PointerNode): void {
  const { children, any } = node;
  const names = [...(children?.keys() ?? [])];
  if (children !== null && any === null)
    node.expects = names.every(isIndex) ? 'LIST' : names.some(isIndex) ? null : 'OBJECT';
  for (const child of nodesBelow(node)) noteExpected(child);
}

function nodesBelow({ children, any }: PointerNode): PointerNode[] {
  return [...(children?.values() ?? []), ...(any ? [any] : [])];
}

/** Returns whether a token of a pointer can be the index of an item (RFC 6901, section 4). */
export function isIndex(token: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(token);
}

/** Returns the index of the first field that reads a value at a place or below it. Infinity: there is none. */
export function firstFieldOf(node: PointerNode): number {
  return Math.min(...node.fields, ...nodesBelow(node).map(firstFieldOf));
}

function placeBelow(root: PointerNode, path: readonly string[]): PointerNode {
  let node = root;
  for (const token of path) {
    const known = token === '*' ? node.any : (node.children?.get(token) ?? null);
    const child = known ?? createNode(`${node.pointer}/${token === '*' ? token : escapeToken(token)}`);
    if (token === '*') node.any = child;
    else (node.children ??= new Map()).set(token, child);
    node = child;
  }
  return node;
}

/** Returns whether pointers lead through a place. */
export function isThrough({ children, any }: PointerNode): boolean {
  return children !== null || any !== null;
}

/** Escapes a name as a token of a JSON Pointer (RFC 6901, section 3). */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function createNode(pointer: string): PointerNode {
  return { pointer, fields: [], children: null, any: null, nested: -1, expects: null, noted: new Set() };
}
