import { toCamelCase } from '../../../emitting/code/names.ts';
import { differing } from '../column/type-draft.ts';
import { hasNamesOfPeople } from '../column/personal-data.ts';
import { gatherValues } from '../column/values.ts';
import type { DraftPart } from '../model/draft.ts';
import { createFoundTypes, describeTypes, draftTypes, type TypeRecords } from './documents.ts';
import { inferMembers } from './infer-members.ts';
import type { Member, Members } from './members.ts';
import { toPointer } from './records.ts';

const MIN_RECORDS = 4;
const MAX_VALUES = 12;
const MAX_LENGTH = 40;
/** The share of members that records have: at least this one in each type, and at most the other one in all records. */
const MIN_FILLED = 0.8;
const MAX_FILLED = 0.7;

/** The end of the name of a member that says what a record is: `customerType`, `event`. */
const OF_KIND = /(?:type|typ|kind|category|class|group|event|record|object|status|action|code|art)$/i;

/** The records with some values of one member, which have the same members. */
interface Kind {
  readonly values: string[];
  readonly records: number[];
}

/**
 * Infers a spec whose record types are selected by a value: records with different values of one member have different
 * members. Returns null if no member divides them so.
 */
export function inferTypesByValue(
  { path, records }: Pick<TypeRecords, 'path' | 'records'>,
  { members, isCut }: Members,
  tolerance: number,
): DraftPart | null {
  if (records.length < MIN_RECORDS || isCut || shareOfFilled(members, null) > MAX_FILLED) return null;
  const divided = members.flatMap((member) => {
    const kinds = member.path.length === 1 ? divide(member, members) : null;
    return kinds === null ? [] : [{ member, kinds }];
  });
  // The member that divides the records into the fewest types is their kind, rather than a code of some of them.
  const [best] = divided
    .filter(({ member }) => !isOfPeople(member, tolerance))
    .sort((a, b) => a.kinds.length - b.kinds.length || countValues(a.kinds) - countValues(b.kinds));
  if (best === undefined) return null;
  const column = toPointer(best.member.path);
  const found = createFoundTypes();
  for (const { values, records: own } of best.kinds) {
    const names = found.types.map(({ keys }) => keys.name);
    const name = differing(toCamelCase(values[0] ?? '', 'record'), names, 'Record');
    const when = { ...(path.length > 0 && { path: toPointer(path) }), column, values };
    const of = own.map((record) => records[record]);
    if (!draftTypes({ keys: { name, when }, path, records: of }, tolerance, found)) return null;
  }
  const part = describeTypes(found, [`the value at ${column} says what a record is`]);
  return { ...part, settings: [{ value: ['order', 'ANY'] as const, note: null }, ...part.settings] };
}

/** Whether the values are those of people. A spec must not contain them, and they say nothing about a record. */
function isOfPeople(member: Member, tolerance: number): boolean {
  const label = member.path.join(' ');
  const { guesses } = inferMembers([member], tolerance);
  if (guesses.some(({ field }) => field.value.sensitive === true)) return true;
  const values = gatherValues(member.cells, { nulls: new Set(), tolerance });
  return !OF_KIND.test(label) && (hasNamesOfPeople(values, label) || hasNamesOfPeople(values, null));
}

function countValues(kinds: readonly Kind[]): number {
  return kinds.reduce((sum, { values }) => sum + values.length, 0);
}

/** Divides records by the values of a member. Returns null if it does not say what they are. */
function divide({ cells, kinds }: Member, members: readonly Member[]): Kind[] | null {
  if (kinds.size !== 1 || !kinds.has('string')) return null;
  const byValue = new Map<string, number[]>();
  for (const [record, value] of cells.entries()) {
    if (value === null || value === '' || value.length > MAX_LENGTH) return null;
    const own = byValue.get(value) ?? [];
    own.push(record);
    byValue.set(value, own);
    if (byValue.size > MAX_VALUES) return null;
  }
  const byForm = new Map<string, Kind>();
  for (const [value, own] of byValue) {
    const form = members.map(({ cells: inside }) => (own.some((record) => inside[record] !== null) ? 1 : 0)).join('');
    const kind = byForm.get(form);
    if (kind === undefined) byForm.set(form, { values: [value], records: [...own] });
    else {
      kind.values.push(value);
      kind.records.push(...own);
    }
  }
  const found = [...byForm.values()];
  const isDivided =
    found.length > 1 &&
    found.every(({ records }) => records.length > 1 && shareOfFilled(members, records) >= MIN_FILLED);
  return isDivided ? found : null;
}

/** Returns how many of the members that some of the records have are in one of them, as a share. `records`: null for all. */
function shareOfFilled(members: readonly Member[], records: readonly number[] | null): number {
  const shares = members.flatMap(({ cells }) => {
    const own = records === null ? cells : records.map((record) => cells[record] ?? null);
    const filled = own.filter((cell) => cell !== null).length;
    return filled === 0 ? [] : [filled / own.length];
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
