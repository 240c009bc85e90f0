import type { LogicalType } from '../model/logical-type.ts';
import type {
  DescribedField,
  DescribedMember,
  DescribedMessage,
  SchemaJson,
  TypedValues,
} from '../model/schema-form.ts';
import { toAvroName } from './names.ts';
import { unitName } from './units.ts';

/** Returns the Avro schema of the values of a field. One that may be null is a union, which begins with null. */
export function schemaOf({ logical, isNullable }: TypedValues): SchemaJson {
  const type = typeOf(logical);
  return isNullable ? ['null', type] : type;
}

function typeOf(logical: LogicalType): SchemaJson {
  switch (logical.kind) {
    case 'text':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'long':
      return 'long';
    case 'decimal':
      return { type: 'bytes', logicalType: 'decimal', precision: logical.precision, scale: logical.scale };
    case 'date':
      return { type: 'int', logicalType: 'date' };
    case 'time':
      return { type: unitName(logical) === 'millis' ? 'int' : 'long', logicalType: `time-${unitName(logical)}` };
    case 'instant':
      return { type: 'long', logicalType: `timestamp-${unitName(logical)}` };
    default:
      return logical satisfies never;
  }
}

/**
 * Returns the Avro schema of a message. A name that Avro does not allow is in `doc`, as the spec has it. The record has
 * the name of the spec, or that of the record type after it.
 */
export function describeMessage({ spec, recordType, namespace, fields, members }: DescribedMessage): SchemaJson {
  const name = recordType === null ? spec : `${spec}.${recordType}`;
  const own = recordType === null ? toAvroName(spec) : `${toAvroName(spec)}_${toAvroName(recordType)}`;
  return {
    type: 'record',
    name: own,
    ...(namespace !== null && { namespace }),
    ...(own !== name && { doc: name }),
    fields: [...fields.map(describeField), ...members.map(describeMember)],
  };
}

function describeField({ name, schema }: DescribedField): SchemaJson {
  const own = toAvroName(name);
  const isNullable = Array.isArray(schema);
  return { name: own, type: schema, ...(isNullable && { default: null }), ...(own !== name && { doc: name }) };
}

/** Describes records that are a member. A member that older messages do not have is empty. */
function describeMember({ name, isList, schema }: DescribedMember): SchemaJson {
  const own = toAvroName(name);
  const type: SchemaJson = isList ? { type: 'array', items: schema } : ['null', schema];
  return { name: own, type, default: isList ? [] : null, ...(own !== name && { doc: name }) };
}
