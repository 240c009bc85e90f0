import { columnNameOf } from '../../language/formats/model/column-names.ts';
import type { AnySpec, Spec } from '../../pipeline/1-read/spec-shape.ts';
import { hasRecordTypes, viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { Change } from './model/change.ts';
import { pairTypes } from './record-types/types-pair.ts';
import type { ChangeCode } from './model/change-texts/change-texts.ts';
import { columnOf, isSame, pairSpecs, type IndexedField, type Side, sideOf } from './model/spec-pair.ts';

/** Which field values may be shown when records of two states of a spec are compared. */
export interface ShownFields {
  /** The old and new names of the fields that both states have. */
  readonly kept: readonly { readonly old: string; readonly new: string }[];
  /**
   * The names of the fields in each state whose values no report may contain. A field is masked if it, its counterpart,
   * or a field with the same column is sensitive in either state.
   */
  readonly masked: { readonly old: ReadonlySet<string>; readonly new: ReadonlySet<string> };
  /**
   * Whether no value may be shown at all, because any field may contain a sensitive value. This is true if some field
   * is sensitive and one more condition holds: columns have moved, or records with too many or too few columns can be
   * read without an issue.
   */
  readonly isFullyMasked: boolean;
  readonly hasSensitive: boolean;
}

/** Determines which field values may be shown. `changes` are the changes from `old` to `now`. */
export function findShownFields(old: AnySpec, now: AnySpec, changes: readonly Change[]): ShownFields {
  if (!hasRecordTypes(old) && !hasRecordTypes(now)) return findFieldsOfType(old, now, changes);
  const pairs = pairRecordTypes(old, now);
  return joinTypes(
    pairs.map(([before, after]) => findFieldsOfType(before, after, changes)),
    pairs,
  );
}

type TypesOfRecords = readonly (readonly [Spec, Spec])[];

/** Returns each record type in both states. A type that only one state has is paired with itself. */
function pairRecordTypes(old: AnySpec, now: AnySpec): TypesOfRecords {
  const viewsOf = (spec: AnySpec) => (hasRecordTypes(spec) ? viewRecordTypes(spec) : [spec]);
  const [before, after] = [viewsOf(old), viewsOf(now)];
  const kept =
    hasRecordTypes(old) && hasRecordTypes(now)
      ? pairTypes({ spec: old, path: '' }, { spec: now, path: '' }).kept.flatMap((pair) => {
          const [was, is] = [before[pair.old.index], after[pair.new.index]];
          return was === undefined || is === undefined ? [] : [[was, is] as const];
        })
      : [];
  const single = [...before, ...after].filter((view) => !kept.some((pair) => pair.includes(view)));
  return [...kept, ...single.map((view) => [view, view] as const)];
}

/**
 * Returns the fields of records of any type. A pair of fields with different names is left out if another type uses one
 * of the names, because a snapshot of a record does not contain its type.
 */
function joinTypes(found: readonly ShownFields[], types: TypesOfRecords): ShownFields {
  const names = (spec: Spec | undefined) => (spec?.fields ?? []).map(({ name }) => name);
  const isUsedElsewhere = (name: string, index: number) =>
    types.some((pair, other) => other !== index && pair.some((spec) => names(spec).includes(name)));
  const kept = found.flatMap((fields, index) =>
    fields.kept.filter(
      (pair) => pair.old === pair.new || ![pair.old, pair.new].some((name) => isUsedElsewhere(name, index)),
    ),
  );
  return {
    kept: [...new Map(kept.map((pair) => [`${pair.old} ${pair.new}`, pair])).values()],
    masked: {
      old: new Set(found.flatMap(({ masked }) => [...masked.old])),
      new: new Set(found.flatMap(({ masked }) => [...masked.new])),
    },
    hasSensitive: found.some(({ hasSensitive }) => hasSensitive),
    isFullyMasked: found.some(({ isFullyMasked }) => isFullyMasked),
  };
}

function findFieldsOfType(old: Spec, now: Spec, changes: readonly Change[]): ShownFields {
  const [before, after] = [sideOf(old, ''), sideOf(now, '')];
  const { kept } = pairSpecs(before, after);
  const secrets = [before, after].flatMap((side) =>
    withIndexes(side)
      .filter(({ field }) => field.sensitive)
      .map((field) => ({ field, side })),
  );
  const names = (side: Side) => {
    const isMasked = (field: IndexedField) =>
      secrets.some((secret) => secret.field.field.name === field.field.name && secret.side === side) ||
      secrets.some((secret) => isSameColumn(field, side, secret));
    return withIndexes(side)
      .filter(isMasked)
      .map(({ field }) => field.name);
  };
  const masked = { old: new Set(names(before)), new: new Set(names(after)) };
  for (const pair of kept) {
    if (!masked.old.has(pair.old.field.name) && !masked.new.has(pair.new.field.name)) continue;
    masked.old.add(pair.old.field.name);
    masked.new.add(pair.new.field.name);
  }
  const hasSensitive = secrets.length > 0;
  return {
    kept: kept.map((pair) => ({ old: pair.old.field.name, new: pair.new.field.name })),
    masked,
    hasSensitive,
    isFullyMasked: hasSensitive && (haveColumnsMoved(before, after, changes) || [before, after].some(ignoresWidth)),
  };
}

function withIndexes({ spec }: Side): IndexedField[] {
  return spec.fields.map((field, index) => ({ field, index }));
}

/**
 * Whether a field may read the same text as the sensitive field `secret` of either state. This is true for the same
 * column, for overlapping characters of the line, and for paths with the same last name. It is false if the two states
 * find columns in different ways.
 */
function isSameColumn(
  field: IndexedField,
  side: Side,
  secret: { readonly field: IndexedField; readonly side: Side },
): boolean {
  if (side.settings.columns !== secret.side.settings.columns) return false;
  if (side.settings.columns === 'PATH') return lastName(field) === lastName(secret.field);
  if (side.settings.columns === 'PLACE') return doOverlap(field, secret.field);
  return isSame(columnOf(field, side), columnOf(secret.field, secret.side));
}

function doOverlap({ field: { start = 1, length = 1 } }: IndexedField, { field: other }: IndexedField): boolean {
  const { start: otherStart = 1, length: otherLength = 1 } = other;
  return start < otherStart + otherLength && otherStart < start + length;
}

/** Returns the last name of a path. Two paths with the same last name may select the same element. */
function lastName({ field }: IndexedField): string {
  return columnNameOf(field).replace(/^.*[/@:]/, '');
}

/** Whether records with too many or too few columns can be read without an issue. */
function ignoresWidth({ settings: { onExtraColumns, onMissingColumns } }: Side): boolean {
  return onExtraColumns === 'IGNORE' || onMissingColumns === 'IGNORE';
}

/** Codes of changes on the axis `input` after which existing fields are still read from the same place. */
const HARMLESS: readonly ChangeCode[] = [
  'required_added',
  'required_removed',
  'on_missing_columns_changed',
  'number_format_changed',
  'boolean_values_changed',
];
/** More codes after which existing fields are read from the same place, if columns are found by name or path. */
const HARMLESS_BY_NAME: readonly ChangeCode[] = ['field_added', 'field_removed', 'column_renamed'];

function haveColumnsMoved(old: Side, now: Side, changes: readonly Change[]): boolean {
  const isNamed = [old, now].every(({ settings: { columns } }) => columns === 'NAME' || columns === 'PATH');
  const harmless = isNamed ? [...HARMLESS, ...HARMLESS_BY_NAME] : HARMLESS;
  return changes.some(({ axis, code }) => axis === 'input' && !harmless.includes(code));
}
