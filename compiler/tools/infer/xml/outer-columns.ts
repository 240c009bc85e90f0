import { isXmlName } from '../../../language/formats/xml/path.ts';
import { isBlank } from '../../../kernel/values/text.ts';
import type { SampleElement } from './document.ts';
import type { RecordGuess } from './records.ts';

/**
 * A value of an element around the records. For example, if order lines are the records, it is the customer of their
 * order.
 */
export interface OuterColumn {
  /** The path from the document element, in the form of a spec: `/orders/order/customer`. */
  readonly path: string;
  /** The value for each record, or null if the record has none. */
  readonly cells: (string | null)[];
}

const MAX_COLUMNS = 50;

/**
 * Finds values that are written before the records, inside the elements around them, if these elements repeat. Omits a
 * path that has several values in one of these elements. `records` is the number of records. Returns at most 50
 * columns.
 */
export function findOuterColumns(
  roots: readonly SampleElement[],
  { path }: RecordGuess,
  records: number,
): OuterColumn[] {
  const search: Search = { path, records: 0, columns: new Map(), repeated: new Set(), counts: new Map() };
  for (const root of roots) visit(root, 0, { search, seen: new Map() });
  return [...search.columns.values()]
    .filter((column) => !search.repeated.has(column.path) && (search.counts.get(depthOf(column, path)) ?? 0) > 1)
    .slice(0, MAX_COLUMNS)
    .map(({ path: own, cells }) => ({
      path: own,
      cells: Array.from({ length: records }, (_, at) => cells[at] ?? null),
    }));
}

interface Search {
  readonly path: readonly string[];
  records: number;
  readonly columns: Map<string, OuterColumn>;
  readonly repeated: Set<string>;
  /** The number of elements on the path to the records, by depth. The document element has depth 0. */
  readonly counts: Map<number, number>;
}

interface Surroundings {
  readonly search: Search;
  /** The values found so far, by path. */
  readonly seen: Map<string, string>;
}

/** Returns the depth of the element around the records to which a value belongs. The document element has depth 0. */
function depthOf(column: OuterColumn, path: readonly string[]): number {
  const steps = column.path.slice(1).split('/');
  const differs = steps.findIndex((step, at) => step !== path[at]);
  return (differs < 0 ? steps.length : differs) - 1;
}

function visit(element: SampleElement, depth: number, { search, seen }: Surroundings): void {
  const { path, counts } = search;
  counts.set(depth, (counts.get(depth) ?? 0) + 1);
  if (depth === path.length - 1) {
    for (const [own, value] of seen) columnOf(own, search).cells[search.records] = value;
    search.records++;
    return;
  }
  const own = new Map(seen);
  const steps = path.slice(0, depth + 1);
  noteAttributes(element, steps, { search, seen: own });
  for (const child of element.children) {
    if (child.local === path[depth + 1]) visit(child, depth + 1, { search, seen: own });
    else noteValues(child, [...steps, child.local], { search, seen: own });
  }
}

function columnOf(path: string, { columns }: Search): OuterColumn {
  const column = columns.get(path) ?? { path, cells: [] };
  columns.set(path, column);
  return column;
}

function noteValues(element: SampleElement, steps: readonly string[], surroundings: Surroundings): void {
  noteAttributes(element, steps, surroundings);
  if (!isBlank(element.text)) note(steps.join('/'), element.text, surroundings);
  for (const child of element.children) noteValues(child, [...steps, child.local], surroundings);
}

function noteAttributes({ attributes }: SampleElement, steps: readonly string[], surroundings: Surroundings): void {
  for (const { local, namespace, value } of attributes)
    if (namespace === '') note([...steps, `@${local}`].join('/'), value, surroundings);
}

function note(path: string, value: string, { search, seen }: Surroundings): void {
  if (!path.split('/').every((step) => isXmlName(step.replace('@', '')))) return;
  const own = `/${path}`;
  // A value of an outer element is copied to the map of each inner element, but this function is called only once for
  // it.
  if (seen.has(own)) search.repeated.add(own);
  seen.set(own, value);
}
