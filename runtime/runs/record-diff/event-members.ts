import { encoderOf, type MessageMember } from '../../../compiler/formats.ts';

/** Returns the members of an event by name, in their order. */
export function membersOf(event: string): ReadonlyMap<string, MessageMember> {
  // Samples are read by modules with the default encoding.
  return new Map((encoderOf({}).split(event) ?? []).map((member) => [member.name, member]));
}
