import type { RecordType } from './spec-shape.ts';

/** Returns the type whose events contain the records of a type: the type itself without `as`. Null: there is none. */
export function findEventType(type: RecordType, types: readonly RecordType[]): RecordType | null {
  let event: RecordType | undefined = type;
  for (let steps = 0; event?.as !== undefined; steps++) {
    const parent: string | undefined = event.in;
    event = steps > types.length ? undefined : types.find(({ name }) => name === parent);
  }
  return event ?? null;
}

/** Returns whether a type has all records that no other type selects. Groups of another record have no line. */
export function isFallback({ when, repeat }: RecordType): boolean {
  return when === undefined && repeat === undefined;
}

/** Returns whether values select the records of a type, besides their path. */
export function selectsByValue({ when }: Pick<RecordType, 'when'>): boolean {
  const { path: _, ...conditions } = when ?? {};
  return Object.values(conditions).some((value) => value !== undefined);
}

/** Returns whether a record may have no type: values select the types at its place, and no type has all others there. */
export function mayBeUnknown(types: readonly RecordType[]): boolean {
  return types.some(
    (type) =>
      selectsByValue(type) &&
      !types.some((one) => !selectsByValue(one) && one.repeat === undefined && one.when?.path === type.when?.path),
  );
}

/** Returns whether the records of a type form documents: by `reject: WHOLE`, or because they have members. */
export function isDocument(type: RecordType, types: readonly RecordType[]): boolean {
  if (type.reject !== undefined || type.hold === true) return true;
  return type.as === undefined && types.some((one) => one.as !== undefined && findEventType(one, types) === type);
}

/** Returns whether a record of a type is read to its end before its first record is checked: it has members, or `hold`. */
export function isHeld(type: RecordType, types: readonly RecordType[]): boolean {
  for (let outer: RecordType | undefined = type, steps = 0; outer !== undefined; steps++) {
    const own: RecordType = outer;
    if (own.hold === true || types.some((one) => one.as !== undefined && findEventType(one, types) === own))
      return true;
    outer = steps > types.length ? undefined : types.find(({ name }) => name === own.in);
  }
  return false;
}
