/**
 * The index of a field that reads a value. With a separator, the field joins all its values. Without one, it reads the
 * first value and ignores the others.
 */
export type XmlTarget = number | { readonly column: number; readonly separator: string };

/**
 * The parameters of createXmlElement. The keys of `attributes` and `children` are local names, which match in any
 * namespace, or `{namespace}name`. The second form takes precedence.
 */
export interface XmlElementParts {
  /** Whether the element is a record. */
  readonly isRecord?: true;
  /** Index of the type of the record. Absent if the spec has one type of records. */
  readonly recordType?: number;
  /** The fields that read the text of the element. */
  readonly text?: readonly XmlTarget[];
  readonly attributes?: Readonly<Record<string, readonly XmlTarget[]>>;
  readonly children?: Readonly<Record<string, XmlElement>>;
}

/**
 * A state of the path automaton. It represents an element, and contains the fields that read its text and attributes.
 */
export interface XmlElement {
  readonly isRecord: boolean;
  /** Index of the type of the record. 0 if the spec has one type of records. */
  readonly recordType: number;
  readonly text: readonly XmlTarget[];
  readonly attributes: ByName<readonly XmlTarget[]>;
  readonly children: ByName<XmlElement>;
  /** Indexes of all fields that read a value inside the element, at any depth. */
  readonly columns: readonly number[];
}

/** A table with a local name and a namespace as the key. */
export type ByName<T> = ReadonlyMap<string, ByNamespace<T>>;

interface ByNamespace<T> {
  /** The values for the namespaces that the spec names. */
  readonly of: ReadonlyMap<string, T>;
  /** The value for all other namespaces. Null if there is none. */
  readonly otherwise: T | null;
}

/** Creates a state of the path automaton. Generated modules call it for each element in the spec's paths. */
export function createXmlElement({
  isRecord,
  recordType = 0,
  text = [],
  attributes = {},
  children = {},
}: XmlElementParts): XmlElement {
  const own = [...text, ...Object.values(attributes).flat()].map(columnOf);
  const columns = new Set([...own, ...Object.values(children).flatMap((child) => child.columns)]);
  return {
    isRecord: isRecord ?? false,
    recordType,
    text,
    attributes: byName(attributes),
    children: byName(children),
    columns: [...columns],
  };
}

/** Returns the index of a target's field. */
export function columnOf(target: XmlTarget): number {
  return typeof target === 'number' ? target : target.column;
}

/** Returns the value for a local name in a namespace, or null if there is none. */
export function findByName<T>(names: ByName<T>, local: string, namespace: string): T | null {
  const found = names.get(local);
  return found === undefined ? null : (found.of.get(namespace) ?? found.otherwise);
}

function byName<T>(named: Readonly<Record<string, T>>): ByName<T> {
  const names = new Map<string, { of: Map<string, T>; otherwise: T | null }>();
  for (const [key, value] of Object.entries(named)) {
    // A name contains no brace, but a namespace may.
    const end = key.lastIndexOf('}');
    const local = key.slice(end + 1);
    const found = names.get(local) ?? { of: new Map<string, T>(), otherwise: null };
    if (end < 0) found.otherwise = value;
    else found.of.set(key.slice(1, end), value);
    names.set(local, found);
  }
  return names;
}
