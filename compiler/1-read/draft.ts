import type { MapNode } from './nodes/node.ts';
import { pointerTo, stepsOf } from '../diagnostics/pointer.ts';
import type { ObjectReading } from './read-shape.ts';
import type { Spec } from './spec-shape.ts';

/**
 * The part of a spec that could be read, for the checks. It lets one compile report broken values and, for example,
 * unknown fields together. Broken values are left out, and so is everything that refers to a broken field.
 */
export interface Draft {
  readonly spec: Spec;
  /** Whether `format` is valid. If not, checks that depend on the format are skipped. */
  readonly formatKnown: boolean;
  /**
   * Translates a pointer into the draft to a pointer into the spec's text. They differ where broken list items were
   * left out.
   */
  sourceOf(pointer: string): string;
}

type OriginalIndexes = ReadonlyMap<readonly unknown[], readonly number[]>;

/** Creates the draft from the values that could be read. Returns null if there is no valid field. */
export function createDraft(root: MapNode, { value }: ObjectReading, remainingIndexes: OriginalIndexes): Draft | null {
  if (!Array.isArray(value['fields']) || value['fields'].length === 0) return null;
  // The reader validated these values against the shape. Defaults fill the two keys that may be missing.
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

/** Returns a predicate for names that a left-out field may have, or null if no field was left out. */
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
  const cut = <T>(items: readonly T[] | undefined, fieldOf: (item: T) => string) => {
    if (items === undefined) return undefined;
    const indexes = indexesOf.get(items);
    const remaining = [...items.entries()].filter(([, item]) => present.has(fieldOf(item)) || !isLost(fieldOf(item)));
    const left = remaining.map(([, item]) => item);
    indexesOf.set(
      left,
      remaining.map(([index]) => indexes?.[index] ?? index),
    );
    return left;
  };
  const correctionRules = cut(spec.correctionRules, ({ field }) => field);
  const validationRules = cut(spec.validationRules, ({ field }) => field);
  const messageKey = cut(spec.messageKey, (name) => name);
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
