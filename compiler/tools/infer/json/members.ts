import { describeMixed, separateMixed } from './mixed-members.ts';
import { toPointer } from './records.ts';

/** The values of one member in all records. */
export interface Member {
  /** The names on the way from the record to the value. */
  readonly path: readonly string[];
  /** The values as texts; null for records without one. */
  readonly cells: (string | null)[];
  /** The kinds of its values: text, number, boolean. */
  readonly kinds: Set<'string' | 'number' | 'boolean'>;
  /** Whether a number has decimals. */
  hasDecimals: boolean;
}

/** The members of records, and the lists in them, which no field reads. */
export interface Members {
  readonly members: readonly Member[];
  readonly lists: readonly (readonly string[])[];
  /** The ways to values that are objects or lists in other records. */
  readonly mixed: readonly (readonly string[])[];
  /** Whether there are more members than are returned. */
  readonly isCut: boolean;
}

const MAX_MEMBERS = 1_000;
/** Values that are nested deeper are MALFORMED_JSON. */
const MAX_DEPTH = 256;

/** Collects the values of records by their paths, in the order in which these occur first. */
export function findMembers(records: readonly unknown[]): Members {
  const members = new Map<string, Member>();
  const lists = new Map<string, { readonly path: readonly string[]; count: number }>();
  let isCut = false;
  for (const [record, value] of records.entries()) {
    const visit = (inner: unknown, path: readonly string[]): void => {
      if (inner === null || inner === undefined || path.length > MAX_DEPTH) return;
      const key = JSON.stringify(path);
      if (typeof inner === 'object') {
        if (Array.isArray(inner) && path.length > 0 && !isPoint(inner)) {
          const list = lists.get(key) ?? { path, count: 0 };
          list.count++;
          lists.set(key, list);
        } else for (const [name, member] of Object.entries(inner)) visit(member, [...path, name]);
        return;
      }
      const found = members.get(key) ?? createMember(path);
      if (!members.has(key)) {
        isCut ||= members.size >= MAX_MEMBERS;
        if (isCut) return;
        members.set(key, found);
      }
      note(found, record, inner);
    };
    visit(value, []);
  }
  for (const { cells } of members.values()) fill(cells, records.length);
  return { ...chooseReadable([...members.values()], [...lists.values()]), isCut };
}

/** Leaves out members and lists that contradict others: one name has values of several kinds. */
function chooseReadable(
  members: readonly Member[],
  lists: readonly { readonly path: readonly string[]; readonly count: number }[],
): Omit<Members, 'isCut'> {
  const counted = members.map(({ path, cells }) => ({ path, count: cells.filter((cell) => cell !== null).length }));
  // The items of a list are below its name, as members of an object are.
  const items = lists.map(({ path, count }) => ({ path: [...path, '*'], count }));
  const { kept, mixed } = separateMixed([...counted, ...items]);
  return {
    members: members.filter((_, at) => kept.has(counted[at] ?? NO_WAY)),
    lists: lists.filter((_, at) => kept.has(items[at] ?? NO_WAY)).map(({ path }) => path),
    mixed: mixed.map(({ path }) => path),
  };
}

const NO_WAY = { path: [], count: 0 };

const MAX_DIMENSIONS = 3;

/** Whether a list is a point, such as a longitude and a latitude: its items are values of their own. */
function isPoint(list: readonly unknown[]): boolean {
  return list.length > 1 && list.length <= MAX_DIMENSIONS && list.every((item) => typeof item === 'number');
}

/** Returns clauses about values of records that no field reads. */
export function describeUnread({ lists, mixed, isCut }: Pick<Members, 'lists' | 'mixed' | 'isCut'>): string[] {
  const paths = lists.slice(0, 5).map(toPointer);
  const more = lists.length > paths.length ? ` and ${lists.length - paths.length} more` : '';
  return [
    ...(lists.length === 0
      ? []
      : [
          `no field reads the list${lists.length === 1 ? '' : 's'} ${paths.join(', ')}${more}: fields such as ${paths[0]}/0 read items`,
        ]),
    ...describeMixed(mixed),
    ...(isCut ? ['records have more than 1,000 members: some names may be values'] : []),
  ];
}

function createMember(path: readonly string[]): Member {
  return { path, cells: [], kinds: new Set(), hasDecimals: false };
}

function note(member: Member, record: number, value: unknown): void {
  fill(member.cells, record);
  member.cells.push(String(value));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    member.kinds.add(typeof value as 'string');
  if (typeof value === 'number' && !Number.isInteger(value)) member.hasDecimals = true;
}

function fill(cells: (string | null)[], length: number): void {
  while (cells.length < length) cells.push(null);
}
