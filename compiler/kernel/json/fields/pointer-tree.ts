import type { JsonField } from './json-record.ts';

/** A place in a record to which the pointer of a field leads, or through which it does. */
export interface PointerNode {
  /** The pointer of the place, with its escapes. Empty for the record. */
  readonly pointer: string;
  /** The indexes of the fields that read the value here. */
  readonly fields: number[];
  /** The places below, by the name of a member or the index of an item. Null: no pointer leads further. */
  children: Map<string, PointerNode> | null;
  /** The names here that were noted because no field reads them. */
  readonly noted: Set<string>;
}

/** Joins the pointers of fields to a tree. */
export function createPointerTree(fields: readonly JsonField[]): PointerNode {
  const root = createNode('');
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
  return root;
}

/** Escapes a name as a token of a JSON Pointer (RFC 6901, section 3). */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function createNode(pointer: string): PointerNode {
  return { pointer, fields: [], children: null, noted: new Set() };
}
