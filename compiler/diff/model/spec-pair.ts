import { canonicalForm } from '../../1-read/canonical.ts';
import type { Field, Spec } from '../../1-read/spec-shape.ts';
import type { ReportChange } from './change.ts';
import { endsRun, type Settings, settingsOf } from './settings.ts';

/** One state of a spec. */
export interface Side {
  /** The path that changes use for the file. */
  readonly path: string;
  readonly spec: Spec;
  readonly settings: Settings;
}

/** A field with its index in the spec, from 0. */
export interface IndexedField {
  readonly field: Field;
  readonly index: number;
}

/** A field that both states have, possibly under another name. */
export interface FieldPair {
  readonly old: IndexedField;
  readonly new: IndexedField;
}

/** Two states of a spec, with their fields paired. */
export interface SpecPair {
  readonly old: Side;
  readonly new: Side;
  /** In the order of the new spec. */
  readonly kept: readonly FieldPair[];
  readonly removed: readonly IndexedField[];
  readonly added: readonly IndexedField[];
}

/** Compares one aspect of two states and reports its changes. */
export type Compare = (pair: SpecPair, report: ReportChange) => void;

/** Returns a state of a spec with its settings. `path` is the path that changes use for its file. */
export function sideOf(spec: Spec, path: string): Side {
  return { spec, path, settings: settingsOf(spec) };
}

/**
 * Pairs the fields of two states by name. A remaining field counts as renamed if a remaining field of the other state
 * has the same type and is read from the same column.
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

/** Whether two values of a spec are equal. Key order does not count. */
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
 * Returns where a field is read from, as comparable data: the column's name or index, the characters of the line, or
 * the expanded path.
 */
export function columnOf({ field, index }: IndexedField, { settings }: Side): unknown {
  switch (settings.columns) {
    case 'NAME':
      return field.columnName ?? field.name;
    case 'POSITION':
      return index;
    case 'PLACE':
      return { start: field.start, length: field.length };
    case 'PATH':
      return expandedPath(field.columnName ?? field.name, settings.namespaces);
    default:
      return settings.columns satisfies never;
  }
}

/** Whether a file with a header cannot be read without the column of the field. */
export function isColumnRequired({ required }: Field, { settings: { onMissingColumns } }: Side): boolean {
  return required === true || endsRun(onMissingColumns);
}

/** Replaces the prefixes of a path with their namespaces: `n:Amt` becomes `{uri}Amt`. */
export function expandedPath(path: string, namespaces: { readonly [prefix: string]: string }): string {
  return path.replace(/([^/@:]+):(?=[^/:]+)/g, (whole, prefix: string) =>
    Object.hasOwn(namespaces, prefix) ? `{${namespaces[prefix] ?? ''}}` : whole,
  );
}
