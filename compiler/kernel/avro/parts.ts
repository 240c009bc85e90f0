import type { PartJoiner } from '../documents/document-run.ts';
import type { MemberMessages } from '../documents/join-parts.ts';
import type { PartType } from '../documents/part-types.ts';
import { createJoiner } from '../record-types/documents.ts';
import { MAX_VARINT, writeAvroLong } from './write-number.ts';

/** Creates what joins records with those that are members of theirs, in Avro’s binary encoding. */
export function createAvroParts(parts: readonly PartType[]): PartJoiner {
  return createJoiner(parts, { isMessage: (message) => message instanceof Uint8Array, addMembers });
}

/** Adds members to a record: its values end with them. */
function addMembers(own: Uint8Array, members: readonly MemberMessages<Uint8Array>[]): Uint8Array {
  const all = [
    own,
    ...members.flatMap(({ part, messages }) => (part.isList ? arrayOf(messages) : optionalOf(messages))),
  ];
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of all) {
    joined.set(bytes, at);
    at += bytes.length;
  }
  return joined;
}

const END = Uint8Array.of(0);
/** The branch of a record in its union with null. */
const BRANCH = Uint8Array.of(2);

/** Returns an array: one block with all of its items, and the empty block at its end. */
function arrayOf(items: readonly Uint8Array[]): Uint8Array[] {
  if (items.length === 0) return [END];
  const count = new Uint8Array(MAX_VARINT);
  return [count.subarray(0, writeAvroLong(count, 0, items.length)), ...items, END];
}

/** Returns a record or null: the index of the branch, and the record. */
function optionalOf([message]: readonly Uint8Array[]): Uint8Array[] {
  return message === undefined ? [END] : [BRANCH, message];
}
