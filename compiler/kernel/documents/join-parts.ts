import type { HeldRecord } from './held-document.ts';

/** A record type whose records are members of the record that encloses them. A constant of the generated module. */
export interface PartType {
  /** The type and the type that encloses it, as indexes. */
  readonly type: number;
  readonly parent: number;
  /** The name of the member. */
  readonly member: string;
  /** Whether the member is a list. If not, it is an object or null. */
  readonly isList: boolean;
}

/** A record with the records inside it that are its parts. */
export interface JoinedRecord<Payload> {
  readonly record: HeldRecord<Payload>;
  /** The records of each part of its type, in the order of `partsOf`. */
  readonly inside: readonly JoinedRecord<Payload>[][];
}

/** Returns the parts of a type, in the order of the spec. */
export function partsOf(parts: readonly PartType[], type: number): PartType[] {
  return parts.filter(({ parent }) => parent === type);
}

/**
 * Returns the records that are parts of no other record, each with its parts. All records must be in place: a part
 * belongs to the last record of the type that encloses it.
 */
export function joinParts<Payload>(
  records: readonly HeldRecord<Payload>[],
  parts: readonly PartType[],
): JoinedRecord<Payload>[] {
  const last = new Map<number, JoinedRecord<Payload>>();
  const roots: JoinedRecord<Payload>[] = [];
  for (const record of records) {
    const joined = { record, inside: partsOf(parts, record.type).map(() => []) };
    last.set(record.type, joined);
    const part = parts.find(({ type }) => type === record.type);
    if (part === undefined) roots.push(joined);
    else {
      const parent = last.get(part.parent);
      parent?.inside[partsOf(parts, part.parent).indexOf(part)]?.push(joined);
    }
  }
  return roots;
}

/** Returns the message of a record with those of its parts as members. */
export function joinMessages<Payload>(
  { record, inside }: JoinedRecord<Payload>,
  parts: readonly PartType[],
  messageOf: (payload: Payload) => string,
): string {
  const own = messageOf(record.payload);
  const members = partsOf(parts, record.type).map(({ member, isList }, at) => {
    const messages = (inside[at] ?? []).map((one) => joinMessages(one, parts, messageOf));
    return `${JSON.stringify(member)}:${isList ? `[${messages.join(',')}]` : (messages[0] ?? 'null')}`;
  });
  if (members.length === 0) return own;
  return `${own.slice(0, -1)}${own === '{}' ? '' : ','}${members.join(',')}}`;
}

/** Adds to the value of a record those of its parts, without the names of their types. Returns the value. */
export function joinValues<Payload>(
  { record, inside }: JoinedRecord<Payload>,
  parts: readonly PartType[],
  valueOf: (payload: Payload) => object,
): object {
  const value = valueOf(record.payload);
  for (const [at, { member, isList }] of partsOf(parts, record.type).entries()) {
    const values = (inside[at] ?? []).map((one) => {
      const { recordType: _, ...fields } = joinValues(one, parts, valueOf) as { recordType?: unknown };
      return fields;
    });
    Object.assign(value, { [member]: isList ? values : (values[0] ?? null) });
  }
  return value;
}
