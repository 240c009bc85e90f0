import { createMessageSchemas, encoderOf } from '../../../compiler/formats.ts';
import type { TypedSchema } from '../../../compiler/index.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { KeyFormat } from '../../base/model/message-schemas.ts';

/** A part of an AsyncAPI document, as plain data. */
type Part = Readonly<Record<string, unknown>>;

/** A registry with the schemas of messages. */
export interface Registry {
  /** Without a slash at its end. */
  readonly url: string;
  readonly keyFormat: KeyFormat;
}

/**
 * Returns the schema of the values of a record type, as AsyncAPI has it: the JSON Schema, or the schema of their encoding
 * with its media type. `namespace` is where the names of records belong; null: nowhere.
 */
export function describePayload(info: SpecInfo, { recordType, schema }: TypedSchema, namespace: string | null): Part {
  const form = encoderOf(info).schema;
  if (form === undefined) return schema;
  const own = createMessageSchemas(info, namespace).find((one) => one.recordType === recordType);
  return { schemaFormat: form.mediaType, schema: own?.schema };
}

/** Returns how the messages of Kafka have keys, and where the ids of schemas are. Empty: there is nothing to say. */
export function describeBindings(key: readonly string[], registry: Registry | null): Part {
  const binding = {
    ...(key.length > 0 && { key: describeKey(key, registry) }),
    // A zero and four bytes before the value.
    ...(registry !== null && { schemaIdLocation: 'payload', schemaIdPayloadEncoding: '4' }),
  };
  if (Object.keys(binding).length === 0) return {};
  return { bindings: { kafka: { ...binding, bindingVersion: '0.5.0' } } };
}

function describeKey(key: readonly string[], registry: Registry | null): Part {
  const names = key.join(', ');
  const text = key.length === 1 ? `The text of ${names}` : `A JSON array of the texts of ${names}`;
  const written =
    registry === null || registry.keyFormat === 'string' ? '' : ', as an Avro string after the id of its schema';
  return { type: 'string', description: `${text}${written}. A message has no key if one of them is null.` };
}

/** Returns the schema of the header `ce_dataschema` of messages whose schemas are in a registry. */
export function describeSchemaHeader({ url }: Registry): Part {
  const pattern = `^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/schemas/ids/[0-9]+$`;
  return { type: 'string', description: 'The schema of the message in the registry.', pattern };
}
