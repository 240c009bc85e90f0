import type { MapNode } from './nodes/node.ts';
import { pointerTo, stepsOf } from '../../diagnostics/pointer.ts';
import type { ObjectReading } from './read-shape.ts';
import { relationFields } from '../../language/rules/relations.ts';
import type { AnySpec, RecordTypesSpec, Spec } from './spec-shape.ts';

/**
 * The part of a spec that remains after invalid values are removed. The checks run on it. Therefore one compile reports
 * invalid values together with, for example, references to unknown fields. Corrections, rules and `messageKey` entries
 * that refer to a removed field, or may refer to it, are removed as well.
 */
export interface Draft {
  /** The valid values. The name is empty if the spec has no valid `name`. */
  readonly spec: AnySpec;
  /**
   * Whether the spec has a valid `format`. If not, `spec.format` is CSV, and the checks that depend on the format are
   * skipped.
   */
  readonly formatKnown: boolean;
  /**
   * Converts a JSON pointer into the draft to the pointer of the same value in the spec's text. List indexes differ if
   * invalid items before the value were removed.
   */
  sourceOf(pointer: string): string;
}

type OriginalIndexes = ReadonlyMap<readonly unknown[], readonly number[]>;

/**
 * Creates the draft from the valid values of a spec. Returns null if there is no valid field. `remainingIndexes` maps
 * each list from which invalid items were removed to the original indexes of its items.
 */
export function createDraft(
  root: MapNode,
  { value, complete }: ObjectReading,
  remainingIndexes: OriginalIndexes,
): Draft | null {
  if (value['recordTypes'] !== undefined) return createTypesDraft(value, complete, remainingIndexes);
  if (!Array.isArray(value['fields']) || value['fields'].length === 0) return null;
  // The reader validated these values against the shape. The two required keys that may be missing get a default.
  const read = { name: '', format: 'CSV', ...value } as unknown as Spec;
  const indexesOf = new Map(remainingIndexes);
  const isLost = findLostFields(root, indexesOf.get(read.fields));
  const spec = isLost === null ? read : withoutReferences(read, isLost, indexesOf);
  return {
    spec,
    formatKnown: value['format'] !== undefined,
    sourceOf: (pointer) => sourcePointer(spec, pointer, indexesOf),
  };
}

/** Returns the draft of a spec with several types of records. Returns null if any part of the spec was removed. */
function createTypesDraft(
  value: ObjectReading['value'],
  complete: boolean,
  remainingIndexes: OriginalIndexes,
): Draft | null {
  if (!complete || remainingIndexes.size > 0) return null;
  // The reader validated these values against the shape.
  const spec = value as unknown as RecordTypesSpec;
  return { spec, formatKnown: true, sourceOf: (pointer) => pointer };
}

/**
 * Returns a predicate that is true for the names of fields that were removed because they are invalid. If a removed
 * field has no readable name, the predicate is true for every name. Returns null if no field was removed.
 */
function findLostFields(
  root: MapNode,
  validIndexes: readonly number[] | undefined,
): ((name: string) => boolean) | null {
  if (validIndexes === undefined) return null;
  const fields = root.entries.find(({ key }) => key === 'fields')?.value;
  if (fields?.kind !== 'list') return null;
  const here = new Set(validIndexes);
  const names = fields.items.filter((_, index) => !here.has(index)).map(nameOf);
  return names.includes(null) ? () => true : (name) => names.includes(name);
}

function nameOf(field: MapNode['entries'][number]['value']): string | null {
  const name = field.kind === 'map' ? field.entries.find(({ key }) => key === 'name')?.value : undefined;
  return name?.kind === 'scalar' && !name.missing ? name.text : null;
}

function withoutReferences(
  spec: Spec,
  isLost: (name: string) => boolean,
  indexesOf: Map<readonly unknown[], readonly number[]>,
): Spec {
  const present = new Set(spec.fields.map(({ name }) => name));
  const cut = <T>(items: readonly T[] | undefined, fieldsOf: (item: T) => readonly string[]) => {
    if (items === undefined) return undefined;
    const indexes = indexesOf.get(items);
    const remaining = [...items.entries()].filter(([, item]) =>
      fieldsOf(item).every((name) => present.has(name) || !isLost(name)),
    );
    const left = remaining.map(([, item]) => item);
    indexesOf.set(
      left,
      remaining.map(([index]) => indexes?.[index] ?? index),
    );
    return left;
  };
  const correctionRules = cut(spec.correctionRules, ({ field }) => [field]);
  const validationRules = cut(spec.validationRules, (rule) => [
    rule.field,
    ...relationFields(rule).map(({ field }) => field),
  ]);
  const messageKey = cut(spec.messageKey, (name) => [name]);
  return {
    ...spec,
    ...(correctionRules && { correctionRules }),
    ...(validationRules && { validationRules }),
    ...(messageKey && { messageKey }),
  };
}

function sourcePointer(spec: Spec, pointer: string, indexesOf: OriginalIndexes): string {
  const steps: (string | number)[] = [];
  let value: unknown = spec;
  for (const step of stepsOf(pointer)) {
    const known = Array.isArray(value) ? indexesOf.get(value)?.[Number(step)] : undefined;
    steps.push(known ?? step);
    value = childOf(value, step);
  }
  return pointerTo(...steps);
}

function childOf(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as { [key: string]: unknown })[step];
}
