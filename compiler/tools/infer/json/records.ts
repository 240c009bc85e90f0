import { NoDraft } from '../model/no-draft.ts';

/** The records of a document, and other lists that may be its records. */
export interface JsonRecords {
  /** The names on the way to a record; `*` is each item. */
  readonly path: readonly string[];
  readonly records: readonly unknown[];
  readonly others: readonly string[];
}

const MAX_DEPTH = 6;

/**
 * Finds the records of a document: those of the wanted path, or the outermost list with most objects. Throws NoDraft if
 * there is none.
 */
export function findJsonRecords(document: unknown, wanted: string | null): JsonRecords {
  if (wanted !== null) {
    const path = wanted.split('/').slice(1).map(unescape);
    const records = select(document, path);
    if (records.length === 0) throw new NoDraft(`no value has the path ${wanted}`);
    return { path, records, others: [] };
  }
  const lists: FoundList[] = [];
  listLists(document, [], lists);
  // Lists within a list have no names: coordinates rather than records.
  lists.sort((a, b) => Number(b.hasNames) - Number(a.hasNames) || b.count - a.count);
  const [most] = lists;
  if (most === undefined)
    throw new NoDraft('its document has no list of objects. Name the values that are records with --record-path');
  return {
    path: most.path,
    records: select(document, most.path),
    others: lists.slice(1, 4).map(({ path }) => toPointer(path)),
  };
}

interface FoundList {
  readonly path: readonly string[];
  readonly count: number;
  /** Whether its items are objects, and not only lists. */
  readonly hasNames: boolean;
}

/** Collects the outermost lists of objects. */
function listLists(value: unknown, path: readonly string[], lists: FoundList[]): void {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return;
  if (!Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) listLists(member, [...path, name], lists);
    return;
  }
  // A list may have a header, and the list of records after it.
  const nested = value.flatMap((item, at) => (Array.isArray(item) && item.some(isPlainObject) ? [at] : []));
  if (nested.length === 1 && value.some(isPlainObject)) {
    const [at = 0] = nested;
    listLists(value[at], [...path, String(at)], lists);
    return;
  }
  const count = value.filter((item) => typeof item === 'object' && item !== null).length;
  if (count > 0) lists.push({ path: [...path, '*'], count, hasNames: value.some(isPlainObject) });
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The minimum number of members of one form that may be records. */
const MIN_MEMBERS = 3;

/** Describes an object whose members are objects of one form, such as `{"DE": {…}, "FR": {…}}`: its names may be keys. */
export function describeKeyed(records: readonly unknown[]): string[] {
  const [only] = records;
  if (records.length !== 1 || !isPlainObject(only)) return [];
  const members = Object.values(only as object) as unknown[];
  const forms = new Set(
    members.map((member) =>
      isPlainObject(member)
        ? Object.keys(member as object)
            .sort()
            .join('\n')
        : '',
    ),
  );
  return members.length >= MIN_MEMBERS && forms.size === 1 && !forms.has('')
    ? [
        'all members of its object have one form, so each may be a record: --record-path "/*" reads them, without their names',
      ]
    : [];
}

/** Returns the values at a path; `*` is each item of a list or each member of an object. */
export function select(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value).flatMap((item) => select(item, rest));
  return Object.hasOwn(value, step) ? select((value as Record<string, unknown>)[step], rest) : [];
}

/** Writes a path as a JSON Pointer (RFC 6901). */
export function toPointer(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function unescape(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
