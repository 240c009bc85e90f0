import { type EncoderName, encoderOf } from '../../../emitting/encoders/encoders.ts';
import type { MessageSchema } from '../../../emitting/encoders/message-schemas.ts';
import type { SchemaConflict } from '../../../emitting/encoders/model/schema-form.ts';
import type { AnySpec } from '../../../pipeline/1-read/spec-shape.ts';
import { isEncodable } from '../../../pipeline/2-check/encoder.ts';
import { hasRecordTypes } from '../../../pipeline/1-read/record-views.ts';
import { createTypeSchemas } from '../../docs/message-schema.ts';
import { createSpecSchemas } from '../../docs/spec-schemas.ts';
import type { Change } from '../model/change.ts';
import { findJsonConflicts, type JsonMessages } from './json-conflicts.ts';
import { createLocator, type Place } from './change-places.ts';

/** What a schema registry says about a change at its levels of compatibility. */
export interface RegistryVerdict {
  /** BACKWARD: programs with the new schema read the messages of the old one. */
  readonly backward: boolean;
  /** FORWARD: programs with the old schema read the messages of the new one. */
  readonly forward: boolean;
  /** FULL: both. */
  readonly full: boolean;
  /** Why a level refuses the change. Empty if all accept it. */
  readonly reasons: readonly string[];
}

/** A change with what a registry says about it. Absent: it does not concern the schemas of messages. */
export type JudgedChange = Change & { readonly registry?: RegistryVerdict };

/** The schemas that are compared: those of Avro, or JSON Schemas. */
export type JudgedFormat = 'avro' | 'json-schema';

/** The encoding of Avro messages. */
const ENCODER: EncoderName = 'AVRO';

/** A conflict between the schemas of two states, at a level of compatibility. */
interface Conflict extends Place {
  readonly level: 'BACKWARD' | 'FORWARD';
  readonly text: string;
}

/**
 * Returns the changes between two states of a spec, each change of messages with what a registry says about their schemas.
 * Other changes have this only if they change a schema: a rule that bounds an INTEGER, for example. Specs that Avro cannot
 * contain have no verdict for it.
 */
export function judgeChanges(
  old: AnySpec,
  now: AnySpec,
  changes: readonly Change[],
  format: JudgedFormat = 'avro',
): readonly JudgedChange[] {
  if (format === 'avro' && ![old, now].every((spec) => isEncodable(spec, ENCODER))) return changes;
  const conflicts = format === 'avro' ? findAllConflicts(old, now) : findAllJsonConflicts(old, now);
  const placesOf = createLocator(old, now);
  const at = (change: Change) => conflicts.filter((one) => placesOf(change).some((place) => isAt(one, place)));
  const ofMessages = new Set(changes.filter(isOfMessage).flatMap(at));
  const ofAll = new Set(changes.flatMap(at));
  const wide = conflicts.filter((conflict) => !ofAll.has(conflict));
  return changes.map((change) => {
    if (isOfMessage(change)) return { ...change, registry: verdictOf(at(change)) };
    // A change without a place of its own, such as that of a setting, concerns all fields.
    const others = placesOf(change).length === 0 ? wide : at(change).filter((conflict) => !ofMessages.has(conflict));
    return others.length === 0 ? change : { ...change, registry: verdictOf(others) };
  });
}

function isOfMessage({ axis }: Change): boolean {
  return axis === 'message';
}

function isAt(conflict: Place, { type, field }: Partial<Place>): boolean {
  return (type === undefined || type === conflict.type) && (field === undefined || field === conflict.field);
}

function verdictOf(conflicts: readonly Conflict[]): RegistryVerdict {
  const [backward, forward] = (['BACKWARD', 'FORWARD'] as const).map((name) =>
    conflicts.every(({ level }) => level !== name),
  ) as [boolean, boolean];
  return { backward, forward, full: backward && forward, reasons: conflicts.map(({ text }) => text) };
}

/** Returns the conflicts between the JSON Schemas of two states, in both directions. */
export function findAllJsonConflicts(old: AnySpec, now: AnySpec): readonly Conflict[] {
  const [before, after] = [old, now].map(jsonMessages) as [JsonMessages[], JsonMessages[]];
  const [was, is] = [before[0], after[0]];
  const isOne = before.length === 1 && after.length === 1 && was !== undefined && is !== undefined;
  const pairs = isOne
    ? [[was, is] as const]
    : after.flatMap((one) => before.flatMap((other) => (other.record === one.record ? [[other, one] as const] : [])));
  return pairs.flatMap(([a, b]) => [
    ...findJsonConflicts(b, a).map((one) => conflictOf(one, 'BACKWARD', now)),
    ...findJsonConflicts(a, b).map((one) => conflictOf(one, 'FORWARD', old)),
  ]);
}

function jsonMessages(spec: AnySpec): JsonMessages[] {
  const nameOfType = (type: string | null) => (type === null ? spec.name : `${spec.name}.${type}`);
  const types = hasRecordTypes(spec) ? spec.recordTypes : [];
  const recordOfMember = (record: string, member: string) =>
    nameOfType(types.find((type) => type.as === member && nameOfType(type.in ?? null) === record)?.name ?? null);
  return createTypeSchemas(spec).map(({ recordType, schema }) => ({
    record: nameOfType(recordType),
    schema,
    recordOfMember,
  }));
}

/** Returns the conflicts between the Avro schemas of two states, in both directions. */
export function findAllConflicts(old: AnySpec, now: AnySpec): readonly Conflict[] {
  const find = encoderOf({ encoder: ENCODER }).schema?.findConflicts;
  if (find === undefined) return [];
  const [before, after] = [old, now].map((spec) => createSpecSchemas(spec, ENCODER, null)) as [
    MessageSchema[],
    MessageSchema[],
  ];
  return pairSchemas(before, after).flatMap(([was, is]) => [
    ...find(is.schema, was.schema).map((one) => conflictOf(one, 'BACKWARD', now)),
    ...find(was.schema, is.schema).map((one) => conflictOf(one, 'FORWARD', old)),
  ]);
}

/** Pairs the schemas that have the same subject. The only schema of a spec has that of the topic, whatever its name is. */
function pairSchemas(old: readonly MessageSchema[], now: readonly MessageSchema[]): [MessageSchema, MessageSchema][] {
  const [before, after] = [old[0], now[0]];
  if (old.length === 1 && now.length === 1 && before !== undefined && after !== undefined) return [[before, after]];
  return now.flatMap((one): [MessageSchema, MessageSchema][] => {
    const other = old.find(({ schema }) => nameOf(schema) === nameOf(one.schema));
    return other === undefined ? [] : [[other, one]];
  });
}

function nameOf(schema: MessageSchema['schema']): unknown {
  return (schema as { readonly name?: unknown }).name;
}

function conflictOf({ record, field, reason }: SchemaConflict, level: Conflict['level'], { name }: AnySpec): Conflict {
  const type = record.startsWith(`${name}.`) ? record.slice(name.length + 1) : null;
  const what = field === null ? `the record ${JSON.stringify(record)}` : JSON.stringify(field);
  const reader =
    level === 'BACKWARD' ? 'the new schema cannot read older messages' : 'the old schema cannot read newer messages';
  return { level, type, field, text: `${level}: ${reader}: ${what} ${reason}` };
}
