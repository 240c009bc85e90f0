import type { ExpandedName } from './xml-namespaces.ts';
import type { XmlNode } from './xml-tree.ts';

/** A step of a path. A null namespace matches any. */
export interface Step {
  namespace: string | null;
  local: string;
  /** An attribute and its value, or a position from 1. Absent: all elements with the name. */
  having?: { attribute: Step; value: string };
  position?: number;
}

/** A parsed path of a spec. */
export interface Path {
  from: 'DOCUMENT' | 'ANYWHERE' | 'RECORD';
  elements: Step[];
  attribute: Step | null;
}

/** Parses a path of a spec. */
export function readPath(path: string, namespaces: ReadonlyMap<string, string>): Path {
  const from = path.startsWith('//') ? 'ANYWHERE' : path.startsWith('/') ? 'DOCUMENT' : 'RECORD';
  const names = path === '.' ? [] : (path.replace(/^\/+/u, '').match(/(?:[^/"']|'[^']*'|"[^"]*")+/gu) ?? []);
  const last = names.at(-1);
  const attribute = last?.startsWith('@') === true ? readStep(last.slice(1), namespaces) : null;
  return {
    from,
    elements: (attribute === null ? names : names.slice(0, -1)).map((name) => readStep(name, namespaces)),
    attribute,
  };
}

/** Whether the path leads along these elements to the last of them. */
export function matchesPath({ elements }: Path, way: readonly XmlNode[]): boolean {
  return elements.length === way.length && way.every((node, i) => fitsNode(elements[i], node, way[i - 1]));
}

/** Returns whether the first steps of the path match this chain of elements. */
export function matchesPathStart({ from, elements }: Path, way: readonly XmlNode[]): boolean {
  const isStart = elements.length >= way.length && way.every((node, i) => fitsNode(elements[i], node, way[i - 1]));
  return from === 'DOCUMENT' && isStart;
}

/** Returns whether the path ends with this attribute. */
export function isAttribute({ attribute }: Path, name: ExpandedName): boolean {
  return attribute !== null && fits(attribute, name);
}

/** Returns all values that the path selects below an element, in document order. */
export function selectValues({ elements, attribute }: Path, node: XmlNode): string[] {
  const reached = elements.reduce(
    (nodes, step) => nodes.flatMap((outer) => outer.children.filter((child) => fitsNode(step, child, outer))),
    [node],
  );
  if (attribute === null) return reached.map(({ text }) => text);
  return reached.flatMap(({ attributes }) =>
    attributes.filter((one) => fits(attribute, one)).map(({ value }) => value),
  );
}

function readStep(text: string, namespaces: ReadonlyMap<string, string>): Step {
  const [, name = text, inside = ''] = /^([^[]*)\[(.*)\]$/su.exec(text) ?? [];
  const [, attribute, value = ''] = /^@([^=]*?)\s*=\s*["'](.*)["']$/su.exec(inside) ?? [];
  return {
    ...readName(name, namespaces),
    ...(attribute !== undefined && { having: { attribute: readName(attribute, namespaces), value } }),
    ...(attribute === undefined && inside !== '' && { position: Number(inside) }),
  };
}

function readName(name: string, namespaces: ReadonlyMap<string, string>): Step {
  const [prefix = '', local] = name.split(':');
  if (local === undefined) return { namespace: null, local: name };
  return {
    namespace: prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : (namespaces.get(prefix) ?? ''),
    local,
  };
}

/** Returns whether a step leads from an element to one inside it. The root element has none around it. */
export function fitsNode(step: Step | undefined, node: XmlNode, outer: XmlNode | undefined): boolean {
  if (step === undefined || !fits(step, node)) return false;
  const { having, position } = step;
  // Only the first attribute with the name counts.
  if (having !== undefined && node.attributes.find((one) => fits(having.attribute, one))?.value !== having.value)
    return false;
  return (
    position === undefined || (outer?.children.filter((one) => fits(step, one)).indexOf(node) ?? 0) + 1 === position
  );
}

/** Returns whether a name is that of a step. */
export function fits(step: Step | undefined, { namespace, local }: ExpandedName): boolean {
  return step !== undefined && step.local === local && (step.namespace === null || step.namespace === namespace);
}
