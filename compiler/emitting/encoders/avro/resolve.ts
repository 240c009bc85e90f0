import type { SchemaConflict, SchemaJson } from '../model/schema-form.ts';

/** A record in a schema. A name that Avro does not allow is in `doc`. */
interface AvroRecord {
  readonly name: string;
  readonly namespace?: string;
  readonly doc?: string;
  readonly fields: readonly AvroField[];
}

interface AvroField {
  readonly name: string;
  readonly doc?: string;
  readonly type: SchemaJson;
  readonly default?: unknown;
}

/** Where values are: the record and the field, as specs name them. */
type Place = Pick<SchemaConflict, 'record' | 'field'>;

/** The types that a reader accepts besides its own. Logical types play no part. */
const PROMOTIONS: Readonly<Record<string, readonly string[]>> = { long: ['int'], string: ['bytes'], bytes: ['string'] };

/**
 * Returns why a program that reads with one schema cannot read the messages of another: the rules of Avro 1.11, “Schema
 * Resolution”, as registries apply them. They do not compare logical types.
 */
export function findConflicts(reader: SchemaJson, writer: SchemaJson): SchemaConflict[] {
  return resolve(reader, writer, { record: '', field: null });
}

function resolve(reader: SchemaJson, writer: SchemaJson, place: Place): SchemaConflict[] {
  if (isUnion(writer)) return writer.flatMap((branch) => resolve(reader, branch, place));
  if (isUnion(reader)) return resolveUnion(reader, writer, place);
  const [expected, found] = [typeOf(reader), typeOf(writer)];
  if (expected === 'record' && found === 'record') return resolveRecord(recordOf(reader), recordOf(writer));
  if (expected === 'array' && found === 'array') return resolve(itemsOf(reader), itemsOf(writer), place);
  if (expected === found || PROMOTIONS[expected]?.includes(found) === true) return [];
  return [{ ...place, reason: found === 'null' ? 'may not be null' : `is ${expected} instead of ${found}` }];
}

/** A union accepts what one of its branches accepts. If none does, the conflicts are those of the branch of the same type. */
function resolveUnion(reader: readonly SchemaJson[], writer: SchemaJson, place: Place): SchemaConflict[] {
  const conflicts = reader.map((branch) => resolve(branch, writer, place));
  if (conflicts.some(({ length }) => length === 0)) return [];
  const alike = reader.findIndex((branch) => typeOf(branch) === typeOf(writer));
  return conflicts[alike < 0 ? reader.length - 1 : alike] ?? [];
}

function resolveRecord(reader: AvroRecord, writer: AvroRecord): SchemaConflict[] {
  const record = specName(reader);
  const names = [reader, writer].map(fullName);
  const renamed =
    names[0] === names[1] ? [] : [{ record, field: null, reason: `is named ${names[0]} instead of ${names[1]}` }];
  const written = new Map(writer.fields.map((field) => [field.name, field]));
  return [
    ...renamed,
    ...reader.fields.flatMap((field): SchemaConflict[] => {
      const place = { record, field: specName(field) };
      const other = written.get(field.name);
      if (other !== undefined) return resolve(field.type, other.type, place);
      return field.default === undefined ? [{ ...place, reason: 'is missing there, and has no default' }] : [];
    }),
  ];
}

function isUnion(schema: SchemaJson): schema is readonly SchemaJson[] {
  return Array.isArray(schema);
}

/** Returns the name of a type that is no union. */
function typeOf(schema: SchemaJson): string {
  return typeof schema === 'string' ? schema : String((schema as { readonly type: unknown }).type);
}

// The encoder wrote the schemas.
function recordOf(schema: SchemaJson): AvroRecord {
  return schema as unknown as AvroRecord;
}

function itemsOf(schema: SchemaJson): SchemaJson {
  return (schema as { readonly items: SchemaJson }).items;
}

function fullName({ name, namespace }: AvroRecord): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

function specName({ name, doc = name }: Pick<AvroField, 'name' | 'doc'>): string {
  return doc;
}
