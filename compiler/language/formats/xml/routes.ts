import type { PathName, XmlPath } from './path.ts';

/**
 * The field that receives a value, as an index into the fields of the spec. `separator` joins all values at the path.
 * If it is null, only the first value counts.
 */
export interface XmlTarget {
  readonly field: number;
  readonly separator: string | null;
}

/** A path and the field that receives its value. */
export interface Route {
  readonly path: XmlPath;
  /** The field, or null if the path selects records. */
  readonly target: XmlTarget | null;
  /** Index of the type of the records that the path selects. Absent if the spec has one type of records. */
  readonly recordType?: number;
}

/**
 * One state of the automaton of all paths: what the paths select at one element. Keys of the maps are local names, or
 * `{namespace}name` for a name with a prefix.
 */
export interface XmlState {
  /** Whether the element is a record. */
  readonly isRecord: boolean;
  /** Index of the type of the record. Null if the spec has one type of records. */
  readonly recordType: number | null;
  /** The fields that receive the text of the element. */
  readonly text: readonly XmlTarget[];
  /** The fields that receive the value of an attribute of the element, by attribute. */
  readonly attributes: ReadonlyMap<string, readonly XmlTarget[]>;
  /** The state at a child element, by element. */
  readonly children: ReadonlyMap<string, XmlState>;
}

/** Maximum size of a combined automaton: the number of paths that each state follows, added up over all states. */
export const MAX_NAMES = 200_000;

/**
 * Combines paths that start at the same element into one deterministic automaton. If one path has a prefix that another
 * omits, an element with that prefix matches both. Such paths can double the states on every level. Returns null if the
 * result would have more than MAX_NAMES names.
 */
export function combineRoutes(routes: readonly Route[], namespaces: Readonly<Record<string, string>>): XmlState | null {
  const uris = new Map([['xml', 'http://www.w3.org/XML/1998/namespace'], ...Object.entries(namespaces)]);
  const clark = (name: PathName | null | undefined) =>
    name === null || name === undefined
      ? ''
      : name.prefix === null
        ? name.local
        : `{${uris.get(name.prefix) ?? ''}}${name.local}`;
  let names = 0;
  const combine = (active: readonly Route[], depth: number): XmlState => {
    names += active.length;
    const ended = active.filter(({ path }) => path.elements.length === depth);
    const texts = ended.filter(({ path }) => path.attribute === null);
    const attributes = groupByName(
      ended.filter(({ path }) => path.attribute !== null),
      ({ path }) => clark(path.attribute),
    );
    const inner = groupByName(
      active.filter(({ path }) => path.elements.length > depth),
      ({ path }) => clark(path.elements[depth]),
    );
    return {
      isRecord: ended.some(({ target }) => target === null),
      recordType: ended.find(({ target }) => target === null)?.recordType ?? null,
      text: targetsOf(texts),
      attributes: new Map([...attributes].map(([name, group]) => [name, targetsOf(group)])),
      children: new Map(names > MAX_NAMES ? [] : [...inner].map(([name, group]) => [name, combine(group, depth + 1)])),
    };
  };
  const state = combine(routes, 0);
  return names > MAX_NAMES ? null : state;
}

/**
 * Groups paths by their next name. A path whose name has no prefix also joins the group of each prefixed name with the
 * same local name.
 */
function groupByName(routes: readonly Route[], nameOf: (route: Route) => string): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const name = nameOf(route);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [route]);
    else group.push(route);
  }
  for (const [name, group] of groups) {
    const open = name.startsWith('{') ? groups.get(name.slice(name.lastIndexOf('}') + 1)) : undefined;
    if (open !== undefined) group.push(...open);
  }
  return groups;
}

function targetsOf(routes: readonly Route[]): XmlTarget[] {
  return routes.flatMap(({ target }) => target ?? []).sort((one, other) => one.field - other.field);
}
