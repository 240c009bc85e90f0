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
  return root;
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
  return { pointer, fields: [], children: null, any: null, nested: -1, noted: new Set() };
}
