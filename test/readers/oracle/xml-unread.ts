import { fits, fitsNode, type Path, type Step } from './xml-paths.ts';
import type { ExpandedName } from './xml-namespaces.ts';
import type { XmlNode } from './xml-tree.ts';

const MARKUP = ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2001/XMLSchema-instance'];

/** A path that leads through an element, with the number of its steps that are used up there. */
interface Active {
  readonly path: Path;
  readonly depth: number;
}

/** The attributes that the predicates of a step compare. */
function askedBy(steps: readonly (Step | undefined)[], node: XmlNode): Step[] {
  return steps.flatMap((step) => (fits(step, node) ? (step?.having?.attribute ?? []) : []));
}

/**
 * Adds a text for each path of a record that no field reads: elements, attributes and texts. `above` are the elements
 * around the record.
 */
export function addUnread(
  found: Set<string>,
  { recordPath, fieldPaths: paths }: { readonly recordPath: Path; readonly fieldPaths: readonly Path[] },
  node: XmlNode,
  above: readonly XmlNode[],
): void {
  const way = [...above, node];
  // Paths from the document lead to the record as far as they match the elements around it.
  const leading = [recordPath, ...paths].filter(
    ({ from, elements }) =>
      from === 'ANYWHERE' || (from === 'DOCUMENT' && above.every((one, i) => fitsNode(elements[i], one, above[i - 1]))),
  );
  const asked = askedBy(
    leading.map(({ from, elements }) => elements[from === 'ANYWHERE' ? 0 : above.length]),
    node,
  );
  const active = paths.flatMap((path): Active[] => {
    if (path.from === 'RECORD') return [{ path, depth: 0 }];
    const isAround =
      path.elements.length >= way.length && way.every((one, i) => fitsNode(path.elements[i], one, way[i - 1]));
    return isAround ? [{ path, depth: way.length }] : [];
  });
  visit(found, active, { node, asked, relative: '', full: namesOf(way) });
}

interface Place {
  readonly node: XmlNode;
  /** The attributes that predicates compare. */
  readonly asked: readonly Step[];
  /** The names from the record. Null if no path from the record leads to the element. */
  readonly relative: string | null;
  readonly full: string;
}

function visit(found: Set<string>, active: readonly Active[], { node, asked, relative, full }: Place): void {
  const place = relative ?? `/${full}`;
  const ended = active.filter(({ path, depth }) => path.elements.length === depth).map(({ path }) => path);
  const attributes = ended.flatMap(({ attribute }) => attribute ?? []);
  for (const attribute of node.attributes)
    if (!MARKUP.includes(attribute.namespace) && ![...attributes, ...asked].some((step) => fits(step, attribute)))
      found.add(`${place}/@${nameOf(attribute, attributes)}`);
  if (node.hasContent && !ended.some(({ attribute }) => attribute === null)) found.add(place);
  const steps = active.flatMap(({ path, depth }) => path.elements[depth] ?? []);
  for (const child of node.children) {
    const inside = active
      .filter(({ path, depth }) => fitsNode(path.elements[depth], child, node))
      .map(({ path, depth }) => ({ path, depth: depth + 1 }));
    const isOwn = relative !== null && inside.some(({ path }) => path.from === 'RECORD');
    const inner = isOwn ? `${relative}/${child.local}` : null;
    if (inside.length === 0) found.add(`${place}/${nameOf(child, steps)}`);
    else
      visit(found, inside, {
        node: child,
        asked: askedBy(steps, child),
        relative: inner,
        full: `${full}/${child.local}`,
      });
  }
}

function namesOf(way: readonly XmlNode[]): string {
  return way.map(({ local }) => local).join('/');
}

/** A name has its namespace if a field reads the same local name in another one. */
function nameOf({ namespace, local }: ExpandedName, steps: readonly Step[]): string {
  const isRead = steps.some((step) => step.local === local);
  const isOther = !steps.some((step) => fits(step, { namespace, local }));
  return isRead && isOther ? `{${namespace}}${local}` : local;
}
