import { hasRecordTypes } from '../../../pipeline/1-read/record-views.ts';
import type { AnySpec } from '../../../pipeline/1-read/spec-shape.ts';
import type { Change } from '../model/change.ts';
import { pairSpecs, sideOf, type SpecPair } from '../model/spec-pair.ts';
import { pairTypes } from '../record-types/types-pair.ts';

/** A place in the schemas: the record type (null: the spec has one type), and the field (null: the record itself). */
export interface Place {
  readonly type: string | null;
  readonly field: string | null;
}

/** A place, or all places that agree with its members. */
type Places = Partial<Place>;

/** The same place in both states. */
interface Link {
  readonly old: Place;
  readonly now: Place;
}

/** Returns a function that returns the places in the schemas which a change can affect. */
export function createLocator(old: AnySpec, now: AnySpec): (change: Change) => readonly Places[] {
  const links = findLinks(old, now);
  const isRetyped = hasRecordTypes(old) !== hasRecordTypes(now);
  return (change) => {
    const pointer = change.path.slice(change.path.lastIndexOf('#') + 1);
    if (isRetyped || pointer === '') return [{}];
    if (pointer === '/name') return [{ field: null }];
    if (pointer === '/recordTypeMember') return namesOf(change).map((field) => ({ field }));
    const isRemoved = change.after === null && change.before !== null;
    const spec = isRemoved ? old : now;
    return placesAt(spec, pointer.split('/').slice(1)).flatMap((place) => partnersOf(place, links));
  };
}

function namesOf({ before, after }: Change): string[] {
  return [before, after].filter((name) => typeof name === 'string');
}

/** Returns the places that a pointer names in a spec. The records of a type are also a member of those around them. */
function placesAt(spec: AnySpec, segments: readonly string[]): Place[] {
  let node: unknown = spec;
  let type: string | null = null;
  let field: string | null = null;
  let members: Place[] = [];
  for (const [index, segment] of segments.entries()) {
    node = memberOf(node, segment);
    const own = memberOf(node, 'name');
    if (segments[index - 1] === 'recordTypes' && typeof own === 'string') {
      type = own;
      members = memberPlaces(node);
    } else if (segments[index - 1] === 'fields' && typeof own === 'string') field = own;
    else field = textOf(memberOf(node, 'field')) ?? field;
  }
  if (field !== null) return [{ type, field }];
  return type === null ? [] : [{ type, field: null }, ...members];
}

function memberPlaces(node: unknown): Place[] {
  const [parent, member] = [textOf(memberOf(node, 'in')), textOf(memberOf(node, 'as'))];
  return parent === null || member === null ? [] : [{ type: parent, field: member }];
}

function memberOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? (node as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns a place with the same place in the other state. */
function partnersOf(place: Place, links: readonly Link[]): Place[] {
  const isSame = (other: Place) => other.type === place.type && other.field === place.field;
  return [
    place,
    ...links.filter((link) => isSame(link.old) || isSame(link.now)).flatMap((link) => [link.old, link.now]),
  ];
}

function findLinks(old: AnySpec, now: AnySpec): Link[] {
  if (hasRecordTypes(old) && hasRecordTypes(now)) {
    const { kept } = pairTypes({ spec: old, path: '' }, { spec: now, path: '' });
    return kept.flatMap(({ old: { type: before }, new: { type: after }, contents }) => [
      { old: { type: before.name, field: null }, now: { type: after.name, field: null } },
      ...linkMembers(before, after),
      ...linkFields(contents, { old: before.name, now: after.name }),
    ]);
  }
  if (hasRecordTypes(old) || hasRecordTypes(now)) return [];
  return linkFields(pairSpecs(sideOf(old, ''), sideOf(now, '')), { old: null, now: null });
}

/** The member that the records of a type are, before and after: each belongs to the place of the type. */
function linkMembers(before: object & { name: string }, after: object & { name: string }): Link[] {
  const type = { type: after.name, field: null };
  return [...memberPlaces(before), ...memberPlaces(after)].map((member) => ({ old: member, now: type }));
}

function linkFields({ kept }: SpecPair, types: { old: string | null; now: string | null }): Link[] {
  return kept.map(({ old, new: now }) => ({
    old: { type: types.old, field: old.field.name },
    now: { type: types.now, field: now.field.name },
  }));
}
