import { findStructure, listTypes, type PlacedType } from '../structure.ts';

/**
 * Finds the record type of lines that continue the record before them. Without these lines, record types ascend in each
 * group: `02` encloses `03`, and `98` ends it. The lines are out of this order: `88` before `49`. Returns null if no type or
 * more than one type is like this.
 */
export function findContinuation(kinds: readonly string[]): string | null {
  const [first = '', last = ''] = [kinds[0], kinds.at(-1)];
  const found = [...new Set(kinds)].filter((kind) => kind !== first && kind !== last && isOutOfOrder(kinds, kind));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isOutOfOrder(kinds: readonly string[], kind: string): boolean {
  const structure = findStructure(kinds.filter((other) => other !== kind));
  if (structure === null) return false;
  const types = listTypes(structure);
  const trailers = new Map(
    types.filter(({ node }) => node.isTrailer).map(({ node, parent }) => [parent?.kind, node.kind]),
  );
  if (trailers.size < 2 || !types.every((type) => ascends(type, trailers))) return false;
  const ends = new Set(trailers.values());
  let next = '';
  // From the end, so that the next trailer is known.
  for (let at = kinds.length - 1; at >= 0; at--) {
    const one = kinds[at] ?? '';
    if (one === kind && next >= kind) return false;
    if (ends.has(one)) next = one;
  }
  return true;
}

function ascends({ node, parent }: PlacedType, trailers: ReadonlyMap<string | undefined, string>): boolean {
  const trailer = trailers.get(parent?.kind);
  return (parent === null || parent.kind < node.kind) && (trailer === undefined || node.kind <= trailer);
}
