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
  /** Which other state the element has in fact. Null: this one. */
  readonly choice: XmlChoice | null;
  /** The local names of the children whose position decides which state they have. Null if there are none. */
  readonly positions: ReadonlySet<string> | null;
  /** Indexes of all fields that read a value inside the element, at any depth. */
  readonly columns: readonly number[];
}

/** The states of elements that have their name in common, by the value of an attribute or by a position from 1. */
export interface XmlChoice {
  /** Names what decides: an attribute with `@`, or the name that has positions. Unique among the choices of a name. */
  readonly key: string;
  /** The attribute. Its namespace is null if any matches. Null: the position. */
  readonly attribute: { readonly local: string; readonly namespace: string | null } | null;
  readonly of: ReadonlyMap<string, XmlElement>;
  /** The state of all other elements. Null: no field reads them. */
  readonly otherwise: XmlElement | null;
}

/** The parameters of createXmlChoice: an attribute, or the name that has positions, as keys of XmlElementParts. */
export type XmlChoiceParts = ({ readonly attribute: string } | { readonly position: string }) & {
  readonly of: Readonly<Record<string, XmlElement>>;
  readonly otherwise?: XmlElement;
};

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
    choice: null,
    positions: findPositions(children),
    columns: [...columns],
  };
}

/** Creates the states of elements with one name, for which an attribute or the position decides what they are. */
export function createXmlChoice(parts: XmlChoiceParts): XmlElement {
  const { of, otherwise = null } = parts;
  const key = 'attribute' in parts ? `@${parts.attribute}` : parts.position;
  const { local, namespace } = readKey('attribute' in parts ? parts.attribute : '');
  const columns = new Set([...(otherwise?.columns ?? []), ...Object.values(of).flatMap((element) => element.columns)]);
  return {
    isRecord: false,
    recordType: 0,
    text: [],
    attributes: new Map(),
    children: new Map(),
    choice: {
      key,
      attribute: 'attribute' in parts ? { local, namespace } : null,
      of: new Map(Object.entries(of)),
      otherwise,
    },
    positions: null,
    columns: [...columns],
  };
}

/**
 * Returns the state that an element has in fact. `valueOf` returns what decides: the value of an attribute, or a
 * position.
 */
export function chooseElement(
  found: XmlElement | null,
  valueOf: (choice: XmlChoice) => string | null,
): XmlElement | null {
  let element = found;
  while (element !== null && element.choice !== null) {
    const { choice }: { choice: XmlChoice } = element as { choice: XmlChoice };
    const value = valueOf(choice);
    element = (value === null ? undefined : choice.of.get(value)) ?? choice.otherwise;
  }
  return element;
}

/** An element inside another, with its step in a path. */
type NamedElement = readonly [step: string, element: XmlElement];

/** Returns the elements inside an element, each with its step in a path. Those without a predicate come first. */
export function childrenOf({ children }: XmlElement): NamedElement[] {
  return [...children].flatMap(([local, { of, otherwise }]) =>
    [otherwise, ...of.values()].flatMap((child) => (child === null ? [] : alternativesOf(local, child))),
  );
}

/** What the paths of a record type lead to, and whether records of other types may be inside of its records. */
export interface EnclosingElement {
  readonly record: XmlElement;
  readonly isEnclosing: boolean;
  /** Whether its records are read to their end before they are returned, as documents or in them. Default: false. */
  readonly isHeld?: boolean;
}

/** Returns whether an element is a record, or records may be inside of it. */
export function enclosesRecords(element: XmlElement): boolean {
  return element.isRecord || childrenOf(element).some(([, child]) => enclosesRecords(child));
}

/** Returns the states that an element may have in fact, each with its step in a path. */
export function alternativesOf(step: string, element: XmlElement): NamedElement[] {
  const { choice } = element;
  if (choice === null) return [[step, element]];
  const { attribute, of, otherwise } = choice;
  const others = otherwise === null ? [] : alternativesOf(step, otherwise);
  return [
    ...others,
    ...[...of].flatMap(([value, chosen]) => {
      const quote = value.includes("'") ? '"' : "'";
      const predicate = attribute === null ? value : `@${attribute.local}=${quote}${value}${quote}`;
      return alternativesOf(`${step}[${predicate}]`, chosen);
    }),
  ];
}

function findPositions(children: Readonly<Record<string, XmlElement>>): ReadonlySet<string> | null {
  const names = Object.entries(children).flatMap(([key, child]) => (hasPosition(child) ? [readKey(key).local] : []));
  return names.length === 0 ? null : new Set(names);
}

function hasPosition({ choice }: XmlElement): boolean {
  if (choice === null) return false;
  const { attribute, of, otherwise } = choice;
  return attribute === null || [...of.values(), ...(otherwise === null ? [] : [otherwise])].some(hasPosition);
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
    const { local, namespace } = readKey(key);
    const found = names.get(local) ?? { of: new Map<string, T>(), otherwise: null };
    if (namespace === null) found.otherwise = value;
    else found.of.set(namespace, value);
    names.set(local, found);
  }
  return names;
}

function readKey(key: string): { readonly local: string; readonly namespace: string | null } {
  // A name contains no brace, but a namespace may.
  const end = key.lastIndexOf('}');
  return { local: key.slice(end + 1), namespace: end < 0 ? null : key.slice(1, end) };
}
