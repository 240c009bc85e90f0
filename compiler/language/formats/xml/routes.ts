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
  /** Which other state the element has in fact. If it is present, all others are empty. */
  readonly choice?: XmlStateChoice;
}

/** The states of elements that have their name in common, by the value of an attribute or by a position. */
export interface XmlStateChoice {
  /** The attribute, as a key of `attributes`. Null: a position. */
  readonly attribute: string | null;
  /** The name whose elements have positions, as a key of `children`. Null: an attribute. */
  readonly position: string | null;
  readonly of: ReadonlyMap<string, XmlState>;
  /** The state of all other elements. Null if no path leads to them. */
  readonly otherwise: XmlState | null;
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
      children: new Map(names > MAX_NAMES ? [] : [...inner].map(([name, group]) => [name, choose(group, depth)])),
    };
  };
  /** Combines the paths that lead to elements with one name. Elements that differ in a predicate have other states. */
  const choose = (active: readonly Route[], depth: number, chosen: readonly string[] = []): XmlState => {
    const keyOf = ({ path }: Route) => predicateKey(path.elements[depth], clark);
    const next = active.map(keyOf).find((key) => key !== null && !chosen.includes(key));
    if (next === null || next === undefined || names > MAX_NAMES) return combine(active, depth + 1);
    const others = active.filter((route) => keyOf(route) !== next);
    const valueOf = (route: Route) => (keyOf(route) === next ? predicateValue(route.path.elements[depth]) : null);
    const values = new Set(active.flatMap((route) => valueOf(route) ?? []));
    const select = (value: string) => active.filter((route) => !(valueOf(route) !== null && valueOf(route) !== value));
    const of = [...values].map((value) => [value, choose(select(value), depth, [...chosen, next])] as const);
    const otherwise = others.length === 0 ? null : choose(others, depth, [...chosen, next]);
    const isPosition = !next.startsWith('@');
    const choice = {
      attribute: isPosition ? null : next.slice(1),
      position: isPosition ? next : null,
      of: new Map(of),
      otherwise,
    };
    return { isRecord: false, recordType: null, text: [], attributes: new Map(), children: new Map(), choice };
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

/** Returns what the predicate of a step looks at: an attribute, with `@`, or the name that has positions. */
function predicateKey(step: PathName | undefined, clark: (name: PathName) => string): string | null {
  if (step?.predicate === undefined) return null;
  return step.predicate.attribute === null ? clark(step) : `@${clark(step.predicate.attribute)}`;
}

function predicateValue(step: PathName | undefined): string | null {
  if (step?.predicate === undefined) return null;
  return step.predicate.attribute === null ? String(step.predicate.position) : step.predicate.value;
}

function targetsOf(routes: readonly Route[]): XmlTarget[] {
  return routes.flatMap(({ target }) => target ?? []).sort((one, other) => one.field - other.field);
}
