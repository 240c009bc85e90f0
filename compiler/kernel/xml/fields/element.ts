/**
 * The field that reads a value, by its index. With a separator, all its values are joined. Without one, the first value
 * counts.
 */
export type XmlTarget = number | { readonly column: number; readonly separator: string };

/**
 * The arguments of createXmlElement. Names are local names, which match in any namespace, or `{namespace}name`, which
 * takes precedence.
 */
export interface XmlElementParts {
  /** Whether the element is a record. */
  readonly isRecord?: true;
  /** The fields that read its text. */
  readonly text?: readonly XmlTarget[];
  readonly attributes?: Readonly<Record<string, readonly XmlTarget[]>>;
  readonly children?: Readonly<Record<string, XmlElement>>;
}

/** A state of the path automaton: the parts of an element that fields read. */
export interface XmlElement {
  readonly isRecord: boolean;
  readonly text: readonly XmlTarget[];
  readonly attributes: ByName<readonly XmlTarget[]>;
  readonly children: ByName<XmlElement>;
  /** Indexes of all fields that read a value in it, at any depth. */
  readonly columns: readonly number[];
}

/** A table by local name and namespace. */
export type ByName<T> = ReadonlyMap<string, ByNamespace<T>>;

interface ByNamespace<T> {
  /** Entries for namespaces that the spec names. */
  readonly of: ReadonlyMap<string, T>;
  /** Entry for all other namespaces. */
  readonly otherwise: T | null;
}

/** Creates an automaton state of a generated module. */
export function createXmlElement({ isRecord, text = [], attributes = {}, children = {} }: XmlElementParts): XmlElement {
  const own = [...text, ...Object.values(attributes).flat()].map(columnOf);
  const columns = new Set([...own, ...Object.values(children).flatMap((child) => child.columns)]);
  return {
    isRecord: isRecord ?? false,
    text,
    attributes: byName(attributes),
    children: byName(children),
    columns: [...columns],
  };
}

/** Returns the index of the field that a target names. */
export function columnOf(target: XmlTarget): number {
  return typeof target === 'number' ? target : target.column;
}

/** Returns the entry for a local name in a namespace, or null. */
export function findByName<T>(names: ByName<T>, local: string, namespace: string): T | null {
  const found = names.get(local);
  return found === undefined ? null : (found.of.get(namespace) ?? found.otherwise);
}

function byName<T>(named: Readonly<Record<string, T>>): ByName<T> {
  const names = new Map<string, { of: Map<string, T>; otherwise: T | null }>();
  for (const [key, value] of Object.entries(named)) {
    // A name contains no brace.
    const end = key.lastIndexOf('}');
    const local = key.slice(end + 1);
    const found = names.get(local) ?? { of: new Map<string, T>(), otherwise: null };
    if (end < 0) found.otherwise = value;
    else found.of.set(key.slice(1, end), value);
    names.set(local, found);
  }
  return names;
}
