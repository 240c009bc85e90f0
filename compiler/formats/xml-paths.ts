import type { PathName, XmlPath } from '../2-check/xml-path.ts';

/** Where a value goes: the field's place in the spec; `separator` joins all values, null takes the first. */
export interface XmlTarget {
  readonly field: number;
  readonly separator: string | null;
}

/** A path and what is done where it ends. */
export interface Route {
  readonly path: XmlPath;
  /** null: the element is a record. */
  readonly target: XmlTarget | null;
}

/** What is looked at of an element: a state of the automaton that all routes make together. Names are local names, or `{namespace}name`. */
export interface XmlState {
  readonly isRecord: boolean;
  readonly text: readonly XmlTarget[];
  readonly attributes: ReadonlyMap<string, readonly XmlTarget[]>;
  readonly children: ReadonlyMap<string, XmlBranch>;
}

/** An element, and its name as the spec writes it. */
interface XmlBranch {
  readonly shown: string;
  readonly state: XmlState;
}

/** Most names on all routes that are combined, counted wherever two routes share an element. */
export const MOST_NAMES = 200_000;

/**
 * The automaton of routes that begin at one place. It is deterministic: an element in a namespace that one route names
 * and another leaves open takes both. Routes that do so on every level double the states on every level: null where
 * there are more than MOST_NAMES names.
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
      text: targetsOf(texts),
      attributes: new Map([...attributes].map(([name, group]) => [name, targetsOf(group)])),
      children: new Map(
        names > MOST_NAMES
          ? []
          : [...inner].map(([name, group]) => [
              name,
              { shown: shownName(group[0]?.path.elements[depth]), state: combine(group, depth + 1) },
            ]),
      ),
    };
  };
  const state = combine(routes, 0);
  return names > MOST_NAMES ? null : state;
}

/** Routes by what their next name is; those that leave the namespace open go with every namespace that another one names. */
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

function shownName(name: PathName | undefined): string {
  return name === undefined ? '' : name.prefix === null ? name.local : `${name.prefix}:${name.local}`;
}
