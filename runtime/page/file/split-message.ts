import { encoderOf } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';

/** The values of a message by field, as texts: numbers keep all their digits. Null is null. */
export type MessageValues = ReadonlyMap<string, string | null>;

/** Returns the values of a message of a module. */
export function splitMessage(spec: Pick<SpecInfo, 'encoder'>, message: Uint8Array): MessageValues {
  const members = encoderOf(spec).split(new TextDecoder().decode(message)) ?? [];
  return new Map(members.map(({ name, value }) => [name, value]));
}
