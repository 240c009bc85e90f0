import { pointerTo } from '../../../diagnostics/pointer.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import { mayBeUnknown } from '../../../pipeline/1-read/parts.ts';
import type { RecordType } from '../../../pipeline/1-read/spec-shape.ts';
import type { ReportChange } from '../model/change.ts';
import { verdictOf } from '../model/severity.ts';
import { isSame } from '../model/spec-pair.ts';
import type { KeptType, TypesPair } from './types-pair.ts';

/** Reports changes of the nesting, the number and the order of records, and of the settings for a wrong place. */
export function comparePlaces(pair: TypesPair, report: ReportChange): void {
  compareOrder({ before: pair.old.spec.order, after: pair.new.spec.order, kept: null }, pair, report);
  for (const kept of pair.kept) {
    compareParent(kept, pair, report);
    compareOccurs(kept, pair, report);
    compareOrder({ before: kept.old.type.order, after: kept.new.type.order, kept }, pair, report);
  }
  compareTypeMember(pair, report);
  compareSetting('onUnexpectedRecord', pair, report);
  compareSetting('onMissingRecord', pair, report);
  compareSetting('onUnknownRecordType', pair, report);
}

/** Reports another member for the name of the type. A renamed type is a change of its own. */
function compareTypeMember(pair: TypesPair, report: ReportChange): void {
  const [before, after] = [pair.old.spec.recordTypeMember, pair.new.spec.recordTypeMember];
  const hasMessages = [pair.old, pair.new].some(({ spec }) =>
    spec.recordTypes.some(({ publish }) => publish !== false),
  );
  if (before === after) return;
  const side = after === undefined ? pair.old : pair.new;
  const grade = !hasMessages ? 'neutral' : before === undefined ? 'compatible' : 'breaking';
  const params = { before: memberText(before), after: memberText(after) };
  const facts = { grade, side, pointer: '/recordTypeMember', before: before ?? null, after: after ?? null } as const;
  report('record_type_member_changed', 'message', params, facts);
}

function memberText(member: string | undefined): string {
  return member === undefined ? 'no member' : quoted(member);
}

function compareParent({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [old.type.in, now.type.in];
  if ((before === undefined ? undefined : pair.nowOf(before)) === after) return;
  const side = after === undefined ? pair.old : pair.new;
  report(
    'record_type_in_changed',
    'input',
    { type: now.type.name, before: placeText(before), after: placeText(after) },
    {
      grade: 'breaking',
      side,
      pointer: pointerTo('recordTypes', side === pair.old ? old.index : now.index, 'in'),
      before: before ?? null,
      after: after ?? null,
    },
  );
}

function placeText(type: string | undefined): string {
  return type === undefined ? 'the file' : quoted(type);
}

const ranges = { ONCE: [1, 1], OPTIONAL: [0, 1], SOME: [1, Infinity], MANY: [0, Infinity] } as const;

/** Returns how often a type occurs. `field`: the field of the enclosing record with the number, or null. */
export function rangeOf({ occurs = 'MANY' }: RecordType): { min: number; max: number; field: string | null } {
  if (typeof occurs !== 'string')
    return { min: occurs.min ?? 0, max: occurs.max ?? Infinity, field: occurs.field ?? null };
  const [min, max] = ranges[occurs];
  return { min, max, field: null };
}

function compareOccurs({ old, new: now }: KeptType, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [rangeOf(old.type), rangeOf(now.type)];
  const parent = old.type.in ?? '';
  const field = before.field === null ? null : (pair.nowOf(`${parent}.${before.field}`).split('.')[1] ?? null);
  if (before.min === after.min && before.max === after.max && field === after.field) return;
  const isWider = after.field === null && after.min <= before.min && after.max >= before.max;
  const side = now.type.occurs === undefined ? pair.old : pair.new;
  report(
    'record_type_occurs_changed',
    'input',
    { type: now.type.name, before: rangeText(before), after: rangeText(after) },
    {
      grade: isWider ? 'compatible' : 'breaking',
      side,
      pointer: pointerTo('recordTypes', side === pair.old ? old.index : now.index, 'occurs'),
      before: old.type.occurs ?? 'MANY',
      after: now.type.occurs ?? 'MANY',
    },
  );
}

function rangeText({ min, max, field }: ReturnType<typeof rangeOf>): string {
  if (field !== null) return `as often as ${quoted(field)} says`;
  if (min === max) return `exactly ${timesText(min)}`;
  if (max === Infinity) return min === 0 ? 'any number of times' : `at least ${timesText(min)}`;
  return min === 0 ? `at most ${timesText(max)}` : `${min} to ${timesText(max)}`;
}

function timesText(count: number): string {
  return `${count} ${count === 1 ? 'time' : 'times'}`;
}

interface Orders {
  readonly before: 'LIST' | 'ANY' | undefined;
  readonly after: 'LIST' | 'ANY' | undefined;
  /** The type that encloses the ordered types. Null: the file. */
  readonly kept: KeptType | null;
}

function compareOrder({ before: was, after: is, kept }: Orders, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [was ?? 'LIST', is ?? 'LIST'];
  const place = placeText(kept?.new.type.name);
  if (before !== after) {
    const side = is === undefined ? pair.old : pair.new;
    const owner = side === pair.old ? kept?.old : kept?.new;
    const pointer = owner === undefined ? '/order' : pointerTo('recordTypes', owner.index, 'order');
    const grade = isOneType(kept, pair) ? 'neutral' : after === 'ANY' ? 'compatible' : 'breaking';
    report('order_changed', 'input', { place, after }, { grade, side, pointer, before, after });
  } else if (after === 'LIST') compareList(kept, pair, report);
}

/** Whether both states have one type at most inside a type, or in the file. Then any order is the order of the list. */
function isOneType(kept: KeptType | null, { old, new: now }: TypesPair): boolean {
  const count = ({ spec }: TypesPair['old'], parent: string | undefined) =>
    spec.recordTypes.filter((type) => type.in === parent).length;
  return count(old, kept?.old.type.name) < 2 && count(now, kept?.new.type.name) < 2;
}

/** Reports that the types inside a type, or in the file, have a different order in the list. */
function compareList(kept: KeptType | null, pair: TypesPair, report: ReportChange): void {
  const inside = pair.kept.filter(
    ({ old, new: now }) => old.type.in === kept?.old.type.name && now.type.in === kept?.new.type.name,
  );
  const places = inside.map(({ old }) => old.index);
  if (
    isSame(
      places,
      places.toSorted((first, second) => first - second),
    )
  )
    return;
  const olds = inside.toSorted((first, second) => first.old.index - second.old.index);
  report(
    'record_types_reordered',
    'input',
    { place: placeText(kept?.new.type.name) },
    {
      grade: 'breaking',
      side: pair.new,
      pointer: '/recordTypes',
      before: olds.map(({ old }) => old.type.name),
      after: inside.map(({ new: now }) => now.type.name),
    },
  );
}

const settingCodes = {
  onUnexpectedRecord: 'on_unexpected_record_changed',
  onMissingRecord: 'on_missing_record_changed',
  onUnknownRecordType: 'on_unknown_record_type_changed',
} as const;

function compareSetting(key: keyof typeof settingCodes, pair: TypesPair, report: ReportChange): void {
  const [before, after] = [pair.old.spec[key] ?? 'FATAL', pair.new.spec[key] ?? 'FATAL'];
  if (before === after) return;
  const isWorse = verdictOf(after) > verdictOf(before);
  const grade = isWithoutEffect(key, pair) ? 'neutral' : isWorse ? 'breaking' : 'compatible';
  const side = pair.new.spec[key] === undefined ? pair.old : pair.new;
  report(settingCodes[key], 'verdict', { before, after }, { grade, side, pointer: `/${key}`, before, after });
}

/** With a type that selects all other records, no record is of an unknown type. In XML, there are no such records. */
function isWithoutEffect(key: keyof typeof settingCodes, { old, new: now }: TypesPair): boolean {
  if (key !== 'onUnknownRecordType') return false;
  return [old, now].every(({ spec }) => !mayBeUnknown(spec.recordTypes));
}
