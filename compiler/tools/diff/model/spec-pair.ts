import { columnNameOf, columnNamesOf } from '../../../language/formats/model/column-names.ts';
import { canonicalForm } from '../../../pipeline/1-read/canonical.ts';
import type { Field, Spec } from '../../../pipeline/1-read/spec-shape.ts';
import type { ReportChange } from './change.ts';
import { endsRun, type Settings, settingsOf } from './settings.ts';

/** The old or the new state of a spec, with its settings. */
export interface Side {
  /** The path of the spec's file as it appears in changes. */
  readonly path: string;
  readonly spec: Spec;
  readonly settings: Settings;
  /** For each field, the number of fields before it that are read from the file. Copied fields do not count. */
  readonly positions: readonly number[];
}

/** A field with its index in the spec, from 0. */
export interface IndexedField {
  readonly field: Field;
  readonly index: number;
}

/** A field that both states of a spec have, possibly with different names. */
export interface FieldPair {
  readonly old: IndexedField;
  readonly new: IndexedField;
}

/** The old and the new state of a spec, with their fields matched. */
export interface SpecPair {
  readonly old: Side;
  readonly new: Side;
  /** The fields that both states have, in the order of the new spec. */
  readonly kept: readonly FieldPair[];
  readonly removed: readonly IndexedField[];
  readonly added: readonly IndexedField[];
}

/** A function that compares one aspect of two states of a spec and reports the changes. */
export type Compare = (pair: SpecPair, report: ReportChange) => void;

/** Creates a state of a spec with its settings. `path` is the path of its file as it appears in changes. */
export function sideOf(spec: Spec, path: string): Side {
  let read = 0;
  const positions = spec.fields.map((field) => (isDerived(field) ? read : read++));
  return { spec, path, settings: settingsOf(spec), positions };
}

/** Whether a field has no place of its own: its value is copied, computed, or in a line before the records. */
export function isDerived({ from, value, fromLine }: Field): boolean {
  return from !== undefined || value !== undefined || fromLine !== undefined;
}

/**
 * Matches the fields of two states by name. A removed field and an added field count as one renamed field if they have
 * the same type, both states find columns in the same way, and both fields are read from the same column.
 */
export function pairSpecs(old: Side, now: Side): SpecPair {
  const news = withIndexes(now.spec);
  const pairs = new Map<number, IndexedField>();
  const byName = new Map(withIndexes(old.spec).map((one) => [one.field.name, one]));
  for (const one of news) {
    const same = byName.get(one.field.name);
    if (same !== undefined) pairs.set(one.index, same);
  }
  const takenNames = new Set(news.map(({ field }) => field.name));
  const left = withIndexes(old.spec).filter(({ field }) => !takenNames.has(field.name));
  for (const one of news.filter(({ index }) => !pairs.has(index))) {
    const found = left.findIndex((other) => isRenamed(other, one, old, now));
    const [renamed] = found < 0 ? [] : left.splice(found, 1);
    if (renamed !== undefined) pairs.set(one.index, renamed);
  }
  const kept = news.flatMap((one) => {
    const before = pairs.get(one.index);
    return before === undefined ? [] : [{ old: before, new: one }];
  });
  return { old, new: now, kept, removed: left, added: news.filter(({ index }) => !pairs.has(index)) };
}

/** Whether two values of a spec are equal as JSON. The order of keys does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonicalForm(a) === canonicalForm(b);
}

function withIndexes({ fields }: Spec): IndexedField[] {
  return fields.map((field, index) => ({ field, index }));
}

function isRenamed(before: IndexedField, after: IndexedField, old: Side, now: Side): boolean {
  if (before.field.type !== after.field.type || old.settings.columns !== now.settings.columns) return false;
  return isSame(columnOf(before, old), columnOf(after, now));
}

/**
 * Returns the place from which a field is read, as data that `isSame` can compare: the column name, the column index
 * from 0, the characters of the line, or the path with namespaces. For a copied field, it is the source.
 */
export function columnOf({ field, index }: IndexedField, { settings, positions }: Side): unknown {
  if (isDerived(field)) return { from: field.from, value: field.value, fromLine: field.fromLine };
  switch (settings.columns) {
    case 'NAME':
      return columnNamesOf(field).length > 1 ? columnNamesOf(field) : columnNameOf(field);
    case 'POSITION':
      return positions[index];
    case 'PLACE':
      return { start: field.start, length: field.length };
    case 'PATH':
      return expandedPath(columnNameOf(field), settings.namespaces);
    default:
      return settings.columns satisfies never;
  }
}

/** For columns that are found by name: whether the run fails if the header lacks the column of the field. */
export function isColumnRequired(field: Field, { settings: { onMissingColumns } }: Side): boolean {
  return !isDerived(field) && (field.required === true || endsRun(onMissingColumns));
}

/** Replaces the known prefixes of a path with their namespaces: `n:Amt` becomes `{uri}Amt`. */
export function expandedPath(path: string, namespaces: { readonly [prefix: string]: string }): string {
  return path.replace(/([^/@:]+):(?=[^/:]+)/g, (whole, prefix: string) =>
    Object.hasOwn(namespaces, prefix) ? `{${namespaces[prefix] ?? ''}}` : whole,
  );
}
