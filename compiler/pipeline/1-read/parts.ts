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

/** Returns whether the records of a type form documents: by `reject: WHOLE`, or because they have members. */
export function isDocument(type: RecordType, types: readonly RecordType[]): boolean {
  if (type.reject !== undefined) return true;
  return type.as === undefined && types.some((one) => one.as !== undefined && findEventType(one, types) === type);
}
