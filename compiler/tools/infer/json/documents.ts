import { toCamelCase } from '../../../emitting/code/names.ts';
import type { FieldGuess } from '../column/infer.ts';
import { listUndecided, weighTypes } from '../column/infer-columns.ts';
import { suggestKey } from '../column/key.ts';
import { differing, draftType } from '../column/type-draft.ts';
import type { DraftPart, TypeDraft } from '../model/draft.ts';
import { describeLenient, inferMembers } from './infer-members.ts';
import { describeUnread, findMembers } from './members.ts';
import { select, toPointer } from './records.ts';

/** The maximum number of record types. */
const MAX_TYPES = 20;

/** The records of one type in a sample. */
export interface TypeRecords {
  readonly keys: TypeDraft['keys'];
  /** The names on the way to its records; empty if they are lines. */
  readonly path: readonly string[];
  readonly records: readonly unknown[];
}

export interface FoundTypes {
  readonly types: TypeDraft[];
  readonly guesses: FieldGuess[];
  readonly nulls: Set<string>;
  /** The setting that reads numbers in quotes, if a field needs it. */
  lenient: DraftPart['settings'];
  /** The lists that no record type reads. */
  readonly lists: (readonly string[])[];
  /** The ways to values that are objects or lists in other records. */
  readonly mixed: (readonly string[])[];
}

/**
 * Infers a JSON spec of documents: one event for each record, with the lists of objects in it as lists of records. `path`
 * has the names on the way to the records; empty if they are lines. Returns null if records have no such lists.
 */
export function inferJsonDocuments(
  { path, records }: Pick<TypeRecords, 'path' | 'records'>,
  tolerance: number,
): DraftPart | null {
  const name = singularOf(path.findLast((step) => step !== '*') ?? 'record');
  const found: FoundTypes = { types: [], guesses: [], nulls: new Set(), lenient: [], lists: [], mixed: [] };
  const keys = path.length === 0 ? { name } : { name, when: { path: toPointer(path) } };
  if (!draftTypes({ keys, path, records }, tolerance, found) || found.types.length < 2) return null;
  const [head] = found.types;
  const own = found.guesses.slice(0, head?.fields.length ?? 0);
  return describeTypes(found, [
    `one event for each ${name}, with its lists in it`,
    ...suggestKey(own, records.length).map((key) => `in ${name}: ${key}`),
  ]);
}

/** Returns what is known before the first type is drafted. */
export function createFoundTypes(): FoundTypes {
  return { types: [], guesses: [], nulls: new Set(), lenient: [], lists: [], mixed: [] };
}

/** Returns the part of a draft with these types. */
export function describeTypes(found: FoundTypes, suggestions: readonly string[]): DraftPart {
  return {
    format: 'JSON',
    settings: [
      ...found.lenient,
      ...(found.nulls.size === 0 ? [] : [{ value: ['nullValues', [...found.nulls]] as const, note: null }]),
    ],
    fields: [],
    recordTypes: found.types,
    corrections: [],
    rules: [],
    suggestions,
    evidence: {
      values: 1,
      ...weighTypes(found.guesses),
      named: 1,
      ...(found.lists.length > 0 && { isLossy: true }),
      undecided: [
        ...describeUnread({ lists: found.lists, mixed: found.mixed, isCut: false }),
        ...listUndecided(found.guesses),
      ],
    },
  };
}

/** Drafts a type and those inside it. Returns false if it has no values, or if there are too many types. */
export function draftTypes({ keys, path, records }: TypeRecords, tolerance: number, found: FoundTypes): boolean {
  const { members, lists, mixed, isCut } = findMembers(records);
  if (members.length === 0 || isCut || found.types.length >= MAX_TYPES) return false;
  const { guesses, conventions } = inferMembers(members, tolerance);
  const lenient = describeLenient(members, guesses);
  if (lenient.length > 0) found.lenient = lenient;
  found.types.push(draftType(keys, guesses));
  found.guesses.push(...guesses);
  found.mixed.push(...mixed.map((way) => [...path, ...way]));
  for (const text of conventions.nulls) found.nulls.add(text);
  const taken = guesses.map(({ field }) => field.value.name);
  for (const list of lists) {
    const inside = records.flatMap((record) => select(record, [...list, '*']));
    const last = list.at(-1) ?? 'items';
    if (inside.length === 0 || !inside.every(isObject)) {
      found.lists.push([...path, ...list]);
      continue;
    }
    const as = differing(toCamelCase(last, 'items'), taken, 'List');
    taken.push(as);
    const names = found.types.map((type) => type.keys.name);
    const name = differing(singularOf(as), names, 'Part');
    const own = [...path, ...list, '*'];
    const type = { keys: { name, in: keys.name, as, when: { path: toPointer(own) } }, path: own, records: inside };
    if (!draftTypes(type, tolerance, found)) return false;
  }
  return true;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function singularOf(name: string): string {
  const word = toCamelCase(name, 'record');
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
