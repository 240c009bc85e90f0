import type { Cell } from './file-writer.ts';

/** A record of a sample file with several record types, and the records inside it. Samples are changed in place. */
export interface SampleNode {
  /** The index of its type. */
  readonly type: number;
  /** One cell for each field of the type that is read from the file. */
  cells: Cell[];
  /** The records inside it, in the order of the file. */
  readonly children: SampleNode[];
  /** The bytes of a record that no writer would write, such as a line of no type. Absent: the cells are written. */
  raw?: Uint8Array;
}

/** Returns all records in the order of the file. */
export function flatten(nodes: readonly SampleNode[]): SampleNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

/** Returns the list that contains a record: the records of the file, or those inside another record. */
export function siblingsOf(nodes: SampleNode[], wanted: SampleNode): SampleNode[] | null {
  if (nodes.includes(wanted)) return nodes;
  for (const { children } of nodes) {
    const found = siblingsOf(children, wanted);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the records of a type in the order of the file. */
export function ofType(nodes: readonly SampleNode[], type: number): SampleNode[] {
  return flatten(nodes).filter((node) => node.type === type);
}
