import type { FieldInfo, SpecInfo } from '../../kernel/model/contract.ts';
import { encoderOf } from './encoders.ts';
import type { SchemaJson } from './model/schema-form.ts';

/** The schema of the messages of a spec, or of one of its record types. */
export interface MessageSchema {
  /** The name of the record type. Null: the spec has one type. */
  readonly recordType: string | null;
  readonly schema: SchemaJson;
}

/**
 * Returns the schemas of the messages of a module, one for each published record type. Empty if their encoding has no
 * schemas. `namespace` is where their names belong; null: nowhere.
 */
export function createMessageSchemas(spec: SpecInfo, namespace: string | null): MessageSchema[] {
  const form = encoderOf(spec).schema;
  if (form === undefined) return [];
  const { recordTypes = [] } = spec;
  const describe = (recordType: string | null, own: readonly FieldInfo[]): SchemaJson => {
    const fields = own.flatMap(toDescribed);
    const members = recordTypes.flatMap(({ name, partOf, fields: inner }) =>
      partOf === undefined || partOf.type !== recordType
        ? []
        : [{ name: partOf.member, isList: partOf.isList, schema: describe(name, inner) }],
    );
    return form.describe({ spec: spec.name, recordType, namespace, fields, members });
  };
  if (spec.recordTypes === undefined) return [{ recordType: null, schema: describe(null, spec.fields) }];
  return recordTypes
    .filter(({ isPublished, partOf }) => isPublished && partOf === undefined)
    .map(({ name, fields }) => ({ recordType: name, schema: describe(name, fields) }));
}

/** Returns the fields that a message contains. */
function toDescribed({ name, schema, isPublished }: FieldInfo): { name: string; schema: SchemaJson }[] {
  // The module contains the JSON that the encoder wrote.
  return isPublished !== false && schema !== undefined ? [{ name, schema: JSON.parse(schema) as SchemaJson }] : [];
}
