import { viewRecordTypes } from '../../../pipeline/1-read/record-views.ts';
import type { RecordType, RecordTypesSpec, Spec } from '../../../pipeline/1-read/spec-shape.ts';
import { isSame, pairSpecs, sideOf, type SpecPair } from '../model/spec-pair.ts';

/** The old or the new state of a spec with several record types. */
export interface TypesSide {
  /** The path of the spec's file as it appears in changes. */
  readonly path: string;
  readonly spec: RecordTypesSpec;
}

/** A record type with its index in the spec, from 0. */
export interface IndexedType {
  readonly type: RecordType;
  readonly index: number;
}

/** A record type that both states have, possibly with different names. */
export interface KeptType {
  readonly old: IndexedType;
  readonly new: IndexedType;
  /** The contents of the type in both states, as specs of their own, without `when`. */
  readonly contents: SpecPair;
}

/** The old and the new state of a spec, with their record types matched. */
export interface TypesPair {
  readonly old: TypesSide;
  readonly new: TypesSide;
  /** The types that both states have, in the order of the new spec. */
  readonly kept: readonly KeptType[];
  readonly removed: readonly IndexedType[];
  readonly added: readonly IndexedType[];
  /** Returns the new name of a type of the old spec, or of one of its fields such as `batch.count`. */
  nowOf(name: string): string;
}

/**
 * Matches the record types of two states by name. A removed type and an added type count as one renamed type if the
 * same values or the same path select their records.
 */
export function pairTypes(old: TypesSide, now: TypesSide): TypesPair {
  const [olds, news] = [withIndexes(old.spec), withIndexes(now.spec)];
  const partners = new Map(news.map((one) => [one, olds.find(({ type }) => type.name === one.type.name)]));
  const left = olds.filter((one) => ![...partners.values()].includes(one));
  for (const one of news.filter((type) => partners.get(type) === undefined)) {
    const found = left.findIndex(({ type }) => isSame(type.when ?? null, one.type.when ?? null));
    const [renamed] = found < 0 ? [] : left.splice(found, 1);
    if (renamed !== undefined) partners.set(one, renamed);
  }
  const [oldViews, newViews] = [viewContents(old.spec), viewContents(now.spec)];
  const kept = [...partners].flatMap(([one, before]) => {
    const [was, is] = [oldViews[before?.index ?? -1], newViews[one.index]];
    if (before === undefined || was === undefined || is === undefined) return [];
    return [{ old: before, new: one, contents: pairSpecs(sideOf(was, old.path), sideOf(is, now.path)) }];
  });
  const names = namesOf(kept);
  const added = news.filter((one) => partners.get(one) === undefined);
  return { old, new: now, kept, removed: left, added, nowOf: (name) => names.get(name) ?? name };
}

function withIndexes({ recordTypes }: RecordTypesSpec): IndexedType[] {
  return recordTypes.map((type, index) => ({ type, index }));
}

/** The views have the fields that the author wrote, at their places. comparePlaces reports the member for the type. */
function viewContents({ recordTypeMember: _member, ...spec }: RecordTypesSpec): Spec[] {
  return viewRecordTypes(spec).map(({ recordWhen: _, recordPath: __, ...contents }) => contents);
}

/** Returns the new names of the old types and of their fields. */
function namesOf(kept: readonly KeptType[]): ReadonlyMap<string, string> {
  return new Map(
    kept.flatMap(({ old: { type: old }, new: { type: now }, contents }): [string, string][] => [
      [old.name, now.name],
      ...contents.kept.map((field): [string, string] => [
        `${old.name}.${field.old.field.name}`,
        `${now.name}.${field.new.field.name}`,
      ]),
    ]),
  );
}
