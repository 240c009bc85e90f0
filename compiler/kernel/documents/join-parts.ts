import type { HeldRecord } from './held-document.ts';
import type { PartType, PartTypes } from './part-types.ts';

/** A record with the records inside it that are its parts. */
export interface JoinedRecord<Payload> {
  readonly record: HeldRecord<Payload>;
  /** The records of each part of its type, in the order of the spec. */
  readonly inside: readonly JoinedRecord<Payload>[][];
}

const NO_PARTS: readonly PartType[] = [];

/**
 * Returns the records that are parts of no other record, each with its parts. All records must be in place: a part
 * belongs to the last record of the type that encloses it.
 */
export function joinParts<Payload>(
  records: readonly HeldRecord<Payload>[],
  { ofType, inside, places }: PartTypes,
): JoinedRecord<Payload>[] {
  const last: JoinedRecord<Payload>[] = [];
  const roots: JoinedRecord<Payload>[] = [];
  for (const record of records) {
    const { type } = record;
    const joined = { record, inside: (inside[type] ?? NO_PARTS).map(() => []) };
    last[type] = joined;
    const part = ofType[type];
    if (part === undefined) roots.push(joined);
    else last[part.parent]?.inside[places[type] ?? -1]?.push(joined);
  }
  return roots;
}

/** The messages of the records that are one member. */
export interface MemberMessages<Message> {
  readonly part: PartType;
  readonly messages: readonly Message[];
}

/** Returns a message with other messages as members after its own values. */
export type AddMembers<Message> = (own: Message, members: readonly MemberMessages<Message>[]) => Message;

/** How the messages of records become one. */
export interface MessageJoin<Payload, Message> {
  messageOf(payload: Payload): Message;
  readonly addMembers: AddMembers<Message>;
}

/** Returns the message of a record with those of its parts as members. */
export function joinMessages<Payload, Message>(
  { record, inside }: JoinedRecord<Payload>,
  parts: PartTypes,
  join: MessageJoin<Payload, Message>,
): Message {
  const own = join.messageOf(record.payload);
  const types = parts.inside[record.type] ?? NO_PARTS;
  if (types.length === 0) return own;
  const members = types.map((part, at) => ({
    part,
    messages: (inside[at] ?? []).map((one) => joinMessages(one, parts, join)),
  }));
  return join.addMembers(own, members);
}

/** Adds members to a JSON object. */
export function addJsonMembers(own: string, members: readonly MemberMessages<string>[]): string {
  const texts = members.map(({ part: { member, isList }, messages }) => {
    return `${JSON.stringify(member)}:${isList ? `[${messages.join(',')}]` : (messages[0] ?? 'null')}`;
  });
  return `${own.slice(0, -1)}${own === '{}' ? '' : ','}${texts.join(',')}}`;
}

/** Adds to the value of a record those of its parts, without the names of their types. Returns the value. */
export function joinValues<Payload>(
  { record, inside }: JoinedRecord<Payload>,
  parts: PartTypes,
  valueOf: (payload: Payload) => object,
): object {
  const value = valueOf(record.payload);
  for (const [at, { member, isList }] of (parts.inside[record.type] ?? NO_PARTS).entries()) {
    const values = (inside[at] ?? []).map((one) => {
      const { recordType: _, ...fields } = joinValues(one, parts, valueOf) as { recordType?: unknown };
      return fields;
    });
    Object.assign(value, { [member]: isList ? values : (values[0] ?? null) });
  }
  return value;
}
