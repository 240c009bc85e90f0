/** Where a value goes: the place of its field. With a separator all values are joined, without one the first counts. */
export type XmlTarget = number | { readonly column: number; readonly separator: string };

/** What is looked at of an element, as a generated module writes it. Names are local names, or `{namespace}name`, which comes first. */
export interface XmlElementParts {
  /** The element is a record. */
  readonly isRecord?: true;
  /** Where its own text goes. */
  readonly text?: readonly XmlTarget[];
  readonly attributes?: Readonly<Record<string, readonly XmlTarget[]>>;
  readonly children?: Readonly<Record<string, XmlElement>>;
}

/** What is looked at of an element: a state of the module's automaton. */
export interface XmlElement {
  readonly isRecord: boolean;
  readonly text: readonly XmlTarget[];
  readonly attributes: ByName<readonly XmlTarget[]>;
  readonly children: ByName<XmlElement>;
}

/** What there is for each local name. */
export type ByName<T> = ReadonlyMap<string, ByNamespace<T>>;

interface ByNamespace<T> {
  /** In a namespace of which the spec speaks. */
  readonly of: ReadonlyMap<string, T>;
  /** In any other. */
  readonly otherwise: T | null;
}

/** Declares an element of a generated module. */
export function createXmlElement({ isRecord, text = [], attributes = {}, children = {} }: XmlElementParts): XmlElement {
  return { isRecord: isRecord ?? false, text, attributes: byName(attributes), children: byName(children) };
}

/** What there is for a name in a namespace. */
export function findByName<T>(names: ByName<T>, local: string, namespace: string): T | null {
  const found = names.get(local);
  return found === undefined ? null : (found.of.get(namespace) ?? found.otherwise);
}

function byName<T>(named: Readonly<Record<string, T>>): ByName<T> {
  const names = new Map<string, { of: Map<string, T>; otherwise: T | null }>();
  for (const [key, value] of Object.entries(named)) {
    // A name has no brace.
    const end = key.lastIndexOf('}');
    const local = key.slice(end + 1);
    const found = names.get(local) ?? { of: new Map<string, T>(), otherwise: null };
    if (end < 0) found.otherwise = value;
    else found.of.set(key.slice(1, end), value);
    names.set(local, found);
  }
  return names;
}
