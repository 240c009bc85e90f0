import { createMessageSchemas, type MessageSchema } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { RunSchema, RunSchemas, SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { findSchemaId, type SubjectSchema } from './registry-client.ts';

/** The messages whose schemas are wanted. */
export interface SchemaRequest {
  readonly spec: SpecInfo;
  readonly topic: string;
  /** Returns the JSON Schemas of the messages. Null: they have the schemas of their encoding. */
  readonly jsonSchemas: (() => Promise<readonly TypedJsonSchema[]>) | null;
}

/** The JSON Schema of the messages of a record type. Null: the spec has one type. */
export interface TypedJsonSchema {
  readonly recordType: string | null;
  readonly schema: object;
}

/** The schema of keys: their texts. */
const KEY_SCHEMA = '"string"';

/**
 * Returns the schemas of the messages of a spec in the registry, which the settings name. Throws RunFailure if the registry
 * does not have or accept them, and RunPause if it does not answer.
 */
export async function findRunSchemas(request: SchemaRequest, settings: SchemaSettings): Promise<RunSchemas> {
  const values: RunSchema[] = [];
  for (const wanted of await listSchemas(request, settings)) {
    const id = await findSchemaId(wanted, settings);
    values.push({ recordType: wanted.recordType, id, uri: `${settings.url}/schemas/ids/${id}` });
  }
  const key = keySchemaOf(request.topic, settings);
  return { values, keyId: key === null ? null : await findSchemaId(key, settings) };
}

/** A schema of messages, the subject to which it belongs, and the record type. Null: the spec has one type. */
export interface WantedSchema extends SubjectSchema {
  readonly recordType: string | null;
}

/** Returns the schemas of the messages of a spec with their subjects. Throws RunFailure if a subject cannot have them. */
export async function listSchemas(request: SchemaRequest, settings: SchemaSettings): Promise<WantedSchema[]> {
  const schemaType = request.jsonSchemas === null ? null : 'JSON';
  const schemas = await schemasOf(request, settings);
  if (schemas.length > 1 && settings.strategy === 'topic')
    throw new RunFailure(
      'schema_subject',
      'messages of several record types need subjects of their own: set --subject-name-strategy to record or topic-record',
    );
  return schemas.map(({ recordType, schema }) => ({
    recordType,
    subject: subjectOf(request.topic, nameOf(schema, request.spec.name), settings),
    schema: JSON.stringify(schema),
    schemaType,
  }));
}

/** Returns the schema of the keys of a topic. Null: they are texts. */
export function keySchemaOf(topic: string, { keyFormat }: SchemaSettings): SubjectSchema | null {
  return keyFormat === 'string' ? null : { subject: `${topic}-key`, schema: KEY_SCHEMA, schemaType: null };
}

async function schemasOf(
  { spec, jsonSchemas }: SchemaRequest,
  { namespace }: SchemaSettings,
): Promise<readonly { recordType: string | null; schema: object | MessageSchema['schema'] }[]> {
  return jsonSchemas === null ? createMessageSchemas(spec, namespace) : jsonSchemas();
}

/** Returns the full name of the record that a schema describes, its title, or the name of the spec. */
function nameOf(schema: unknown, spec: string): string {
  const { name, namespace, title } =
    typeof schema === 'object' && schema !== null ? (schema as Record<string, unknown>) : {};
  if (typeof name !== 'string') return typeof title === 'string' ? title : spec;
  return typeof namespace === 'string' ? `${namespace}.${name}` : name;
}

function subjectOf(topic: string, record: string, { strategy }: SchemaSettings): string {
  switch (strategy) {
    case 'topic':
      return `${topic}-value`;
    case 'record':
      return record;
    case 'topic-record':
      return `${topic}-${record}`;
    default:
      return strategy satisfies never;
  }
}
