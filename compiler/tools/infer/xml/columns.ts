import { isBlank } from '../../../kernel/values/text.ts';
import type { SampleElement } from './document.ts';

/** A step of a path: an element, or an attribute as the last step. */
interface Step {
  readonly local: string;
  readonly namespace: string;
  readonly isAttribute: boolean;
}

/** The values at one path within the records. */
export interface XmlColumn {
  readonly steps: readonly Step[];
  /** The first value in each record, or null if the record has none. */
  readonly cells: readonly (string | null)[];
  /** All values in each record, joined with ";". */
  readonly joined: readonly (string | null)[];
  /** The number of values in all records. */
  readonly count: number;
  /** The maximum number of values in one record. */
  readonly maxCount: number;
  /**
   * Whether some parent element directly contains several elements with these values. False if each parent element
   * contains only one, even if a record has several parent elements.
   */
  readonly isList: boolean;
}

/** A column to which values are still added. */
interface GrowingColumn extends XmlColumn {
  cells: (string | null)[];
  joined: (string | null)[];
  count: number;
  maxCount: number;
  isList: boolean;
}

/** The separator of values that are joined. */
export const SEPARATOR = ';';
/** The maximum number of columns that are found. Further paths are ignored. */
export const MAX_COLUMNS = 500;
/** The namespace of attributes that refer to schemas. These attributes are not data. */
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Returns a column for each path within the records that has a value, in the order of first occurrence. Ignores further
 * paths after 500 columns.
 */
export function findXmlColumns(records: readonly SampleElement[]): XmlColumn[] {
  const columns = new Map<string, GrowingColumn>();
  records.forEach((record, at) => {
    const counts = new Map<GrowingColumn, number>();
    const note = (steps: readonly Step[], value: string, isList: boolean): void => {
      const key = steps
        .map(({ namespace, local, isAttribute }) => `${isAttribute ? '@' : ''}{${namespace}}${local}`)
        .join('/');
      const column =
        columns.get(key) ??
        (columns.size < MAX_COLUMNS ? { steps, cells: [], joined: [], count: 0, maxCount: 0, isList: false } : null);
      if (column === null) return;
      columns.set(key, column);
      const count = (counts.get(column) ?? 0) + 1;
      counts.set(column, count);
      fillTo(column, at);
      column.count++;
      if (count === 1) column.cells.push(value);
      column.joined[at] = count === 1 ? value : `${column.joined[at] ?? ''}${SEPARATOR}${value}`;
      column.maxCount = Math.max(column.maxCount, count);
      column.isList ||= isList;
    };
    walk(record, [], note);
  });
  for (const column of columns.values()) fillTo(column, records.length);
  return mergeNamespaces([...columns.values()]);
}

/**
 * Merges the columns of one name in several namespaces, if no record has values in more than one of them: a path without a
 * prefix reads all of them.
 */
function mergeNamespaces(columns: readonly GrowingColumn[]): XmlColumn[] {
  const merged = new Map<string, GrowingColumn>();
  const doubled = new Set<string>();
  for (const column of columns) {
    const path = column.steps.map((step) => writeStep(step)).join('/');
    const first = merged.get(path);
    if (first === undefined) merged.set(path, { ...column, cells: [...column.cells], joined: [...column.joined] });
    else if (first.cells.some((cell, at) => cell !== null && column.cells[at] !== null)) doubled.add(path);
    else mergeInto(first, column);
  }
  return doubled.size > 0 ? [...columns] : [...merged.values()];
}

function mergeInto(first: GrowingColumn, { cells, joined, count, maxCount, isList }: XmlColumn): void {
  cells.forEach((cell, at) => {
    if (cell === null) return;
    first.cells[at] = cell;
    first.joined[at] = joined[at] ?? cell;
  });
  first.count += count;
  first.maxCount = Math.max(first.maxCount, maxCount);
  first.isList ||= isList;
}

/** Appends null for records without a value, up to a number of records. */
function fillTo({ cells, joined }: GrowingColumn, length: number): void {
  while (cells.length < length) {
    cells.push(null);
    joined.push(null);
  }
}

function walk(
  element: SampleElement,
  steps: readonly Step[],
  note: (steps: readonly Step[], value: string, isList: boolean) => void,
  isAgain = false,
): void {
  const attributes = element.attributes.filter(({ namespace }) => namespace !== SCHEMA_INSTANCE);
  for (const { local, namespace, value } of attributes)
    note([...steps, { local, namespace, isAttribute: true }], value, false);
  // Blanks between elements are not a value. An element without content and attributes has an empty value.
  if (!isBlank(element.text) || (element.children.length === 0 && steps.length > 0 && attributes.length === 0))
    note(steps, element.text, isAgain);
  const seen = new Set<string>();
  for (const child of element.children) {
    walk(
      child,
      [...steps, { local: child.local, namespace: child.namespace, isAttribute: false }],
      note,
      seen.has(child.local) && child.children.length === 0,
    );
    seen.add(child.local);
  }
}

/**
 * Writes the paths of columns as a spec needs them. A name without a prefix matches in every namespace. Prefixes are
 * written only if two paths differ only by namespace. `namespaces` maps these prefixes to URIs.
 */
export function writePaths(columns: readonly Pick<XmlColumn, 'steps'>[]): {
  paths: string[];
  namespaces: Record<string, string>;
} {
  const prefixes = new Map<string, string>();
  const plain = columns.map(({ steps }) => steps.map(writeStep).join('/') || '.');
  const doubled = new Set(plain.filter((path, at) => plain.indexOf(path) !== at));
  const paths = columns.map(({ steps }, at) =>
    doubled.has(plain[at] ?? '') ? steps.map((step) => writeStep(step, prefixes)).join('/') : (plain[at] ?? '.'),
  );
  return { paths, namespaces: Object.fromEntries([...prefixes].map(([uri, prefix]) => [prefix, uri])) };
}

function writeStep({ local, namespace, isAttribute }: Step, prefixes: unknown = null): string {
  const name =
    prefixes instanceof Map && namespace !== ''
      ? `${prefixOf(namespace, prefixes as Map<string, string>)}:${local}`
      : local;
  return isAttribute ? `@${name}` : name;
}

function prefixOf(uri: string, prefixes: Map<string, string>): string {
  const prefix = uri === XML_NAMESPACE ? 'xml' : (prefixes.get(uri) ?? `n${prefixes.size + 1}`);
  if (prefix !== 'xml') prefixes.set(uri, prefix);
  return prefix;
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
