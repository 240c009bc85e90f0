/** A record type of a draft, and the types inside it. */
export interface TypeNode {
  readonly kind: string;
  readonly name: string;
  /** The types that its records enclose, in the order of the list. */
  readonly inside: readonly TypeNode[];
  readonly anyOrder: boolean;
  /** Whether there is exactly one such record in each scope: it is a header or a trailer. */
  readonly isOnce: boolean;
  /** Whether it ends its scope. */
  readonly isTrailer: boolean;
}

const GROUPS = ['batch', 'group', 'block', 'section'] as const;

/**
 * Finds the nesting of record types from the kinds of the lines of a file: a header and a trailer of the file, groups
 * with a header and a trailer in between, and records whose first kind encloses the others. Returns null if the
 * file has no header or no trailer.
 */
export function findStructure(kinds: readonly string[]): TypeNode[] | null {
  const [first = '', last = ''] = [kinds[0], kinds.at(-1)];
  const occurs = (kind: string) => kinds.filter((one) => one === kind).length;
  if (first === last || occurs(first) !== 1 || occurs(last) !== 1) return null;
  const inner = kinds.slice(1, -1);
  if (inner.length === 0) return null;
  return [
    createNode(first, 'fileHeader', { isOnce: true }),
    ...findInside([inner], 0, Math.min(first.length, last.length)).nodes,
    createNode(last, 'fileTrailer', { isOnce: true, isTrailer: true }),
  ];
}

function createNode(kind: string, name: string, more: Partial<Omit<TypeNode, 'kind' | 'name'>>): TypeNode {
  // Blanks may fill up a kind to the length of others.
  return {
    kind,
    name: name.replaceAll(' ', ''),
    inside: [],
    anyOrder: false,
    isOnce: false,
    isTrailer: false,
    ...more,
  };
}

interface Inside {
  readonly nodes: TypeNode[];
  readonly anyOrder: boolean;
}

/**
 * Finds the types inside scopes. `scopes` are the kinds of the lines of each scope. `depth` is the number of groups around
 * them, `shortest` the length of the shortest kinds. Null: they are inside a record without a trailer, and enclose nothing.
 */
function findInside(scopes: readonly (readonly string[])[], depth: number | null, shortest: number): Inside {
  const filled = scopes.filter(({ length }) => length > 0);
  const [opener = ''] = filled[0] ?? [];
  const kinds = new Set(filled.flat());
  if (depth !== null && kinds.size > 1 && filled.every((scope) => scope[0] === opener)) {
    const groups = filled.flatMap((scope) => splitAt(scope, opener));
    const [closer = ''] = groups[0]?.slice(-1) ?? [];
    const isClosed =
      closer !== opener &&
      // The parts of one record follow each other. Their kinds are longer than others.
      opener.length === shortest &&
      // A record with one line after it is no group.
      groups.some(({ length }) => length > 2) &&
      groups.every((group) => group.at(-1) === closer && group.filter((kind) => kind === closer).length === 1);
    const name = isClosed ? (GROUPS[depth] ?? `record${opener}`) : `record${opener}`;
    const { nodes, anyOrder } = findInside(
      groups.map((group) => group.slice(1, isClosed ? -1 : undefined)),
      isClosed ? depth + 1 : null,
      shortest,
    );
    const trailer = isClosed ? [createNode(closer, `${name}Trailer`, { isOnce: true, isTrailer: true })] : [];
    return { nodes: [createNode(opener, name, { inside: [...nodes, ...trailer], anyOrder })], anyOrder: false };
  }
  return listKinds(filled, shortest);
}

/** Lists the types of records without a common opener. The first part of a record encloses its other parts. */
function listKinds(scopes: readonly (readonly string[])[], shortest: number): Inside {
  const kinds = new Set(scopes.flat());
  const headOf = (kind: string) => (kind.length > shortest && kinds.has(`${kind[0]}1`) ? `${kind[0]}1` : kind);
  const heads = scopes.map((scope) => scope.filter((kind) => headOf(kind) === kind));
  const listed = [...new Set(heads.flat())];
  const order = [...listed].sort();
  const follows = (list: readonly string[]) =>
    heads.every((scope) =>
      scope.every((kind, at) => at === 0 || list.indexOf(scope[at - 1] ?? '') <= list.indexOf(kind)),
    );
  const list = follows(listed) ? listed : order;
  const createPart = (kind: string) => createNode(kind, `record${kind}`, {});
  const nodes = list.map((head) => {
    const parts = [...kinds].filter((kind) => kind !== head && headOf(kind) === head).sort();
    return { ...createPart(head), inside: parts.map(createPart) };
  });
  return { nodes, anyOrder: !follows(list) };
}

/** Splits a list before each element with a value. */
function splitAt(kinds: readonly string[], opener: string): string[][] {
  const groups: string[][] = [];
  for (const kind of kinds) {
    if (kind === opener) groups.push([]);
    groups.at(-1)?.push(kind);
  }
  return groups;
}

/** A type with the one that encloses it. */
export interface PlacedType {
  readonly node: TypeNode;
  readonly parent: TypeNode | null;
}

/** Returns all types in the order in which a spec lists them. */
export function listTypes(nodes: readonly TypeNode[], parent: TypeNode | null = null): PlacedType[] {
  return nodes.flatMap((node) => [{ node, parent }, ...listTypes(node.inside, node)]);
}
