import { toCamelCase } from '../../../emitting/code/names.ts';
import { isXmlName } from '../../../language/formats/xml/path.ts';
import { inferColumns, listUndecided, weighTypes } from '../column/infer-columns.ts';
import type { FieldGuess } from '../column/infer.ts';
import { suggestKey } from '../column/key.ts';
import { type DraftPart, withoutNote } from '../model/draft.ts';
import { differing, draftType } from '../column/type-draft.ts';
import { findXmlColumns, SEPARATOR, type XmlColumn, writePaths } from './columns.ts';
import type { SampleElement } from './document.ts';
import { nameByPath } from './name-by-path.ts';
import { findOuterColumns } from './outer-columns.ts';
import { describeOutsideValues } from './outside-values.ts';
import type { RecordGuess } from './records.ts';
import { suggestOuterValues } from './surroundings.ts';

/** A sample with more documents is read as records, not as events with members. */
const MAX_DOCUMENTS = 50_000;

/** Elements that repeat, have values of their own, and enclose the elements that repeat inside them. */
interface Documents {
  readonly path: readonly string[];
  readonly elements: readonly SampleElement[];
  /** The local names from an element of `elements` to the elements inside it. */
  readonly inside: readonly string[];
}

/** The elements of a sample, and those of them that are records. */
interface FoundRecords {
  readonly roots: readonly [SampleElement, ...SampleElement[]];
  readonly found: RecordGuess;
  readonly isWhole: boolean;
  /** The path of the elements that are the events. Absent: the innermost ones around the records with values of their own. */
  readonly around?: readonly string[];
}

/**
 * Infers an XML spec of documents: one event for each element that encloses the records, with the records as a list.
 * Returns null if such events would lose values, too.
 */
export function inferXmlDocuments(
  { roots, found, isWhole, around }: FoundRecords,
  tolerance: number,
): DraftPart | null {
  if (roots.length > 1) return null;
  const documents = findDocuments(roots, found, around?.length ?? null);
  if (documents === null) return null;
  const whole = isWhole ? documents.elements : documents.elements.slice(0, -1);
  const outer = whole.map((element) => without(element, documents.inside));
  const inner = whole.flatMap((element) => within(element, documents.inside));
  const [head, part] = [draftFields(outer, tolerance), draftFields(inner, tolerance)];
  if (head === null || part === null) return null;
  const headName = toCamelCase(documents.path.at(-1) ?? '', 'document');
  const partName = differing(toCamelCase(found.path.at(-1) ?? '', 'part'), [headName], 'Part');
  const taken = head.guesses.map(({ field }) => field.value.name);
  return {
    format: 'XML',
    settings:
      head.nulls.length + part.nulls.length === 0 ? [] : [withoutNote(['nullValues', bothOf(head, part)] as const)],
    fields: [],
    recordTypes: [
      draftType({ name: headName, when: { path: `/${documents.path.join('/')}` } }, head.guesses),
      draftType(
        {
          name: partName,
          in: headName,
          as: differing(pluralOf(partName), taken, 'List'),
          when: { path: `/${found.path.join('/')}` },
        },
        part.guesses,
      ),
    ],
    corrections: [],
    rules: [],
    suggestions: [
      `one event for each ${headName}, with each ${partName} in it${around === undefined ? '. It has the values that come after the records' : ''}`,
      `infer --record-path /${found.path.join('/')} drafts one event for each ${partName} instead`,
      ...suggestKey(head.guesses, whole.length).map((key) => `in ${headName}: ${key}`),
      ...suggestOuterValues(roots[0], { ...found, ...documents }, { names: taken, paths: [] }),
    ],
    evidence: {
      values: Math.min(1, (head.values + part.values) / Math.max(1, countValues(roots))),
      ...weighTypes([...head.guesses, ...part.guesses]),
      named: 1,
      undecided: [...listUndecided(head.guesses), ...listUndecided(part.guesses)],
    },
  };
}

/** Returns the innermost elements around the records that repeat and have values of their own. Null if there are none. */
function findDocuments(roots: readonly SampleElement[], found: RecordGuess, wanted: number | null): Documents | null {
  for (let depth = wanted ?? found.path.length - 1; depth > 1; depth--) {
    const path = found.path.slice(0, depth);
    const inside = found.path.slice(depth);
    const elements = roots.flatMap((root) => (root.local === path[0] ? within(root, path.slice(1)) : []));
    const hasOwn = elements.some((element) => findXmlColumns([without(element, inside)]).length > 0);
    if (elements.length < 2 || !hasOwn) continue;
    if (elements.length > MAX_DOCUMENTS) return null;
    const around = { ...found, path, elements };
    const isAlone =
      describeOutsideValues(roots, around).length === 0 &&
      findOuterColumns(roots, around, elements.length).length === 0;
    return isAlone ? { path, elements, inside } : null;
  }
  return null;
}

/** Returns the elements at a path inside an element. */
function within(element: SampleElement, path: readonly string[]): SampleElement[] {
  const [name, ...others] = path;
  if (name === undefined) return [element];
  return element.children.filter(({ local }) => local === name).flatMap((child) => within(child, others));
}

/** Returns an element without the elements at a path inside it, and without what only encloses these. */
function without(element: SampleElement, path: readonly string[]): SampleElement {
  const [name, ...others] = path;
  const children = element.children.flatMap((child) => {
    if (child.local !== name) return [child];
    if (others.length === 0) return [];
    const kept = without(child, others);
    return kept.children.length + kept.attributes.length === 0 ? [] : [kept];
  });
  return { ...element, children };
}

interface TypeFields {
  readonly guesses: readonly FieldGuess[];
  readonly nulls: readonly string[];
  /** The number of values that the fields read. */
  readonly values: number;
}

/** Returns null if a field would lose values, because its element occurs again, or if names need namespaces. */
function draftFields(elements: readonly SampleElement[], tolerance: number): TypeFields | null {
  const columns = findXmlColumns(elements);
  const { paths, namespaces } = writePaths(columns);
  const isJoined = columns.map(({ isList, maxCount }) => isList && maxCount > 1);
  if (columns.length === 0 || Object.keys(namespaces).length > 0 || !columns.every(isReadable)) return null;
  const names = nameByPath(paths, 'value');
  const { guesses, conventions } = inferColumns(
    columns.map((column, at) => {
      const cells = isJoined[at] === true ? column.joined : column.cells;
      const name = names[at] ?? `field${at + 1}`;
      const path = paths[at] ?? '.';
      return {
        place: { name, type: 'STRING' as const, ...(path === name ? {} : { columnName: path }) },
        label: path,
        cells,
      };
    }),
    tolerance,
  );
  // Values that are joined are texts.
  if (guesses.some(({ field }, at) => isJoined[at] === true && field.value.type !== 'STRING')) return null;
  const joined = guesses.map((guess, at) => (isJoined[at] === true ? withSeparator(guess) : guess));
  return { guesses: joined, nulls: [...conventions.nulls], values: countOf(columns) };
}

function withSeparator(guess: FieldGuess): FieldGuess {
  const { value, note } = guess.field;
  const joined = 'several values in a record, joined';
  return {
    ...guess,
    field: { value: { ...value, separator: SEPARATOR }, note: note === null ? joined : `${joined}; ${note}` },
  };
}

function isReadable({ steps, maxCount, isList }: XmlColumn): boolean {
  return (maxCount < 2 || isList) && steps.every(({ local }) => isXmlName(local));
}

function bothOf(head: TypeFields, part: TypeFields): string[] {
  return [...new Set([...head.nulls, ...part.nulls])];
}

function pluralOf(name: string): string {
  return name.endsWith('s') ? name : name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}

function countValues(elements: readonly SampleElement[]): number {
  return countOf(findXmlColumns(elements));
}

function countOf(columns: readonly XmlColumn[]): number {
  return columns.reduce((sum, { count }) => sum + count, 0);
}
