import type { TypedSchema } from '../../../compiler/index.ts';
import { encoderOf } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { CloudEventMode } from '../../base/model/cloud-event-mode.ts';
import {
  createMessageHeaders,
  type MessageHeaders,
  toDeadLetterHeaders,
  toTypeHeaders,
} from '../../base/model/message-headers.ts';
import { describeSchemaHeader, type Registry } from './describe-values.ts';

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** The schema of an object. */
interface Described extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** Any hash of a file: the description has its form only. */
const ANY_HASH = '0'.repeat(64);

/** Which messages are described. `registry`: that with their schemas; null: there is none. */
interface DescribedType extends Pick<TypedSchema, 'recordType'> {
  readonly cloudevents: CloudEventMode;
  readonly registry: Registry | null;
}

/** Returns the schema of the headers of the messages of a record type. */
export function describeHeaders(spec: SpecInfo, { recordType, cloudevents, registry }: DescribedType): Described {
  const headers = createMessageHeaders(spec, ANY_HASH, { cloudevents });
  const described = schemaOf(recordType === null ? headers : toTypeHeaders(headers, recordType), spec);
  if (registry === null) return described;
  return { ...described, properties: { ...described.properties, ce_dataschema: describeSchemaHeader(registry) } };
}

/** Returns the schema of the headers of dead letters. */
export function describeDeadLetterHeaders(spec: SpecInfo): Described {
  return schemaOf(toDeadLetterHeaders(createMessageHeaders(spec, ANY_HASH)), spec);
}

function schemaOf({ constant }: MessageHeaders, { version, reference = [] }: SpecInfo): Described {
  const id = {
    type: 'string',
    description:
      'The id of the message: from the SHA-256 of the file, the version of the spec, what else the message depends on, and the number of the record. The same file and version always have the same ids.',
    pattern: `^[0-9a-f]{16}-${version.slice(0, 8)}(?:-[0-9a-f]+)*:[1-9][0-9]*$`,
  };
  const tables = {
    type: 'string',
    description: 'The versions of the reference tables: name=version, separated by commas.',
  };
  const names = constant.map(([name]) => name);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(constant.map(([name, value]) => [name, { type: 'string', const: value }])),
      ce_id: id,
      ...(reference.length > 0 && { ce_reference: tables }),
      ce_supersedes: {
        type: 'string',
        description:
          'The id of an earlier run that published the file. A job sends it for a file that is published again.',
      },
      traceparent: { type: 'string', description: 'The trace of the request (W3C Trace Context).' },
      issues: {
        type: 'string',
        contentMediaType: 'application/json',
        description:
          'The issues of the record as a JSON array, at most the first 100. Absent if the record has none. Values of sensitive fields are left out.',
      },
    },
    required: [...names, 'ce_id', ...(reference.length > 0 ? ['ce_reference'] : [])],
  };
}

/** Returns the schema of a structured CloudEvent with these headers: the attributes, and the record as `data`. */
export function describeEvent({ properties, required }: Described, spec: SpecInfo, data: Schema): Described {
  const nameOf = (header: string) => header.replace(/^ce_/, '');
  const isAttribute = (header: string) => header.startsWith('ce_') || header === 'traceparent';
  const attributes = Object.entries(properties).filter(([header]) => isAttribute(header));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(attributes.map(([header, schema]) => [nameOf(header), schema])),
      datacontenttype: { type: 'string', const: encoderOf(spec).contentType },
      data,
    },
    required: [...required.filter(isAttribute).map(nameOf), 'datacontenttype', 'data'],
  };
}
