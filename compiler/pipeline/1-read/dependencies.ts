import { readNames } from '../../language/expressions/read-names.ts';
import { isComputed } from './computed-fields.ts';
import type { RecordTypesSpec } from './spec-shape.ts';

/** What decides how a computed field depends on others. */
interface DependentField {
  readonly name: string;
  readonly value?: string;
  readonly sensitive?: boolean;
  readonly mask?: object;
}

/**
 * Returns the fields with `sensitive: true` for each one that is computed from a sensitive field and does not decide
 * itself. Returns the same list if there is none.
 */
export function withSensitivity<F extends DependentField>(fields: readonly F[]): readonly F[] {
  if (!fields.some(isComputed) || !fields.some(isSensitive)) return fields;
  const readers = readersOf(fields);
  const sensitive = new Set(fields.flatMap((field) => (isSensitive(field) ? [field.name] : [])));
  const waiting = [...sensitive];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const reader of readers.get(name) ?? []) {
      if (reader.sensitive !== undefined || sensitive.has(reader.name)) continue;
      sensitive.add(reader.name);
      waiting.push(reader.name);
    }
  }
  return fields.map((field) =>
    isComputed(field) && field.sensitive === undefined && sensitive.has(field.name)
      ? { ...field, sensitive: true }
      : field,
  );
}

/** Returns whether a field is sensitive by its own keys. */
function isSensitive({ sensitive, mask }: DependentField): boolean {
  return sensitive === true || mask !== undefined;
}

/** Returns a spec whose record types have fields with their sensitivity, so that copies of them have it, too. */
export function withSensitiveTypes(spec: RecordTypesSpec): RecordTypesSpec {
  return {
    ...spec,
    recordTypes: spec.recordTypes.map((type) => ({ ...type, fields: [...withSensitivity(type.fields)] })),
  };
}

/** Returns the computed fields that read each field, by its name. */
function readersOf<F extends DependentField>(fields: readonly F[]): ReadonlyMap<string, readonly F[]> {
  const readers = new Map<string, F[]>();
  for (const field of fields) {
    if (field.value === undefined) continue;
    for (const name of readNames(field.value)) {
      const known = readers.get(name);
      if (known === undefined) readers.set(name, [field]);
      else known.push(field);
    }
  }
  return readers;
}

/** Returns the names with those of the fields from which they are computed, directly or through others. */
export function withSources(fields: readonly DependentField[], names: readonly string[]): ReadonlySet<string> {
  const values = new Map(fields.map(({ name, value }) => [name, value]));
  const found = new Set(names);
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const value = values.get(name);
    for (const source of value === undefined ? [] : readNames(value)) {
      if (!found.has(source)) waiting.push(source);
      found.add(source);
    }
  }
  return found;
}

/** The computed fields in an order in which each follows those that it reads. */
export interface ComputationOrder<F> {
  readonly order: readonly F[];
  /** The names of fields that are computed from themselves, in the order in which they read each other. Null: none. */
  readonly cycle: readonly string[] | null;
}

/** Orders the computed fields. Otherwise, the order of the spec remains. */
export function orderComputed<F extends DependentField>(fields: readonly F[]): ComputationOrder<F> {
  const computed = new Map(fields.flatMap((field) => (isComputed(field) ? [[field.name, field] as const] : [])));
  const order: F[] = [];
  const done = new Set<string>();
  for (const start of computed.values()) {
    const path: { field: F; next: string[] }[] = done.has(start.name)
      ? []
      : [{ field: start, next: readNames(start.value ?? '') }];
    const open = new Set(path.map(({ field }) => field.name));
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const name = step.next.shift();
      if (name === undefined) {
        path.pop();
        open.delete(step.field.name);
        done.add(step.field.name);
        order.push(step.field);
        continue;
      }
      const found = computed.get(name);
      if (found === undefined || done.has(name)) continue;
      if (open.has(name)) {
        const names = path.map(({ field }) => field.name);
        return { order, cycle: names.slice(names.indexOf(name)) };
      }
      open.add(name);
      path.push({ field: found, next: readNames(found.value ?? '') });
    }
  }
  return { order, cycle: null };
}
