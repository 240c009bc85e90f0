import type { SchemaConflict } from '../../../emitting/encoders/model/schema-form.ts';
import type { JsonSchema } from '../../../pipeline/1-read/json-schema.ts';

/** The schema of the messages of a record type. */
export interface JsonMessages {
  /** The name of the spec, or that of the spec and the record type: `orders.line`. */
  readonly record: string;
  readonly schema: JsonSchema;
  /** Returns the record of the records that are a member of those of another one. */
  recordOfMember(record: string, member: string): string;
}

/** Where values are. */
type Place = Pick<SchemaConflict, 'record' | 'field'>;

/** Compares two schemas. */
interface Comparison {
  readonly recordOfMember: JsonMessages['recordOfMember'];
}

/**
 * Returns why a program that reads with the schema `reader` cannot read messages with the schema `writer`: values that the
 * writer allows and the reader does not. Schemas are those of createTypeSchemas. A pattern or a format is compared as text.
 */
export function findJsonConflicts(reader: JsonMessages, writer: JsonMessages): SchemaConflict[] {
  const { record, recordOfMember } = reader;
  return findConflicts(reader.schema, writer.schema, { place: { record, field: null }, recordOfMember });
}

function findConflicts(
  reader: JsonSchema,
  writer: JsonSchema,
  at: Comparison & { readonly place: Place },
): SchemaConflict[] {
  const readers = branchesOf(reader);
  return branchesOf(writer).flatMap((branch) => {
    const tried = readers.map((one) => compareBranches(one, branch, at));
    if (tried.some(({ length }) => length === 0)) return [];
    const alike = readers.findIndex(({ type }) => type === branch['type']);
    return tried[alike < 0 ? 0 : alike] ?? [];
  });
}

/** Returns the alternatives of a schema. A value matches one of them. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema;
  // Only what this project creates is compared.
  return anyOf === undefined ? [schema] : (anyOf as JsonSchema[]).flatMap(branchesOf);
}

function compareBranches(
  reader: JsonSchema,
  writer: JsonSchema,
  at: Comparison & { readonly place: Place },
): SchemaConflict[] {
  const { place } = at;
  const [expected, found] = [typeOf(reader), typeOf(writer)];
  const fits = expected === found || (expected === 'number' && found === 'integer');
  if (!fits) return [{ ...place, reason: found === 'null' ? 'may not be null' : `is ${expected} instead of ${found}` }];
  if (found === 'object') return compareObjects(reader, writer, at);
  if (found === 'array') return findConflicts(itemsOf(reader), itemsOf(writer), at);
  const broken = keywordsOf(reader).filter(([keyword, operand]) => !isImplied(keyword, operand, writer));
  const named = [...new Set(broken.map(([keyword]) => keyword))];
  return named.length === 0 ? [] : [{ ...place, reason: `has other values than "${named.join('", "')}" allows` }];
}

function compareObjects(
  reader: JsonSchema,
  writer: JsonSchema,
  { place: { record }, recordOfMember }: Comparison & { readonly place: Place },
): SchemaConflict[] {
  const [expected, found] = [propertiesOf(reader), propertiesOf(writer)];
  const isRequired = (schema: JsonSchema, name: string) => (schema['required'] as string[]).includes(name);
  const missing = Object.keys(expected)
    .filter((name) => isRequired(reader, name) && !isRequired(writer, name))
    .map((field) => ({ record, field, reason: 'is missing there, and is required' }));
  const members = Object.entries(found).flatMap(([field, schema]): SchemaConflict[] => {
    const own = expected[field];
    if (own === undefined) return [{ record, field, reason: 'is a member there, and no other members are allowed' }];
    const inner = innerOf(schema) ?? innerOf(own);
    const place = inner === null ? { record, field } : { record: recordOfMember(record, field), field: null };
    return findConflicts(own, schema, { place, recordOfMember });
  });
  return [...missing, ...members];
}

/** Returns the schema of records inside of a member. Null: the member is a value. */
function innerOf(schema: JsonSchema): JsonSchema | null {
  const branch = branchesOf(schema).find((one) => ['array', 'object'].includes(typeOf(one)));
  return branch ?? null;
}

function typeOf({ type, const: only }: JsonSchema): string {
  return typeof type === 'string' ? type : typeof only;
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return items as JsonSchema;
}

function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return properties as Readonly<Record<string, JsonSchema>>;
}

/** The keywords that say something about values, without those that only describe. */
const LIMITS = ['pattern', 'format', 'enum', 'const', 'minLength', 'maxLength', 'minimum', 'maximum'];

/** Returns the keywords of a schema that limit its values, and those of `allOf`. */
function keywordsOf(schema: JsonSchema): [string, unknown][] {
  const all = [schema, ...((schema['allOf'] as JsonSchema[] | undefined) ?? [])];
  return all.flatMap((one) => Object.entries(one).filter(([keyword]) => LIMITS.includes(keyword)));
}

/** Returns whether all values of a schema satisfy a keyword. */
function isImplied(keyword: string, operand: unknown, writer: JsonSchema): boolean {
  const all = keywordsOf(writer);
  if (all.some(([other, same]) => other === keyword && same === operand)) return true;
  const lists = all.flatMap(([name, own]) => (name === 'enum' ? [own as unknown[]] : name === 'const' ? [[own]] : []));
  if (lists.some((values) => values.every((value) => holds(keyword, operand, value)))) return true;
  const limits = all.flatMap(([name, own]) => (name === keyword && typeof own === 'number' ? [own] : []));
  return limits.some((own) => (keyword.startsWith('min') ? own >= Number(operand) : own <= Number(operand)));
}

/** Returns whether a value satisfies a keyword. A pattern is not applied. */
function holds(keyword: string, operand: unknown, value: unknown): boolean {
  const length = typeof value === 'string' ? [...value].length : 0;
  switch (keyword) {
    case 'enum':
      return (operand as unknown[]).includes(value);
    case 'const':
      return operand === value;
    case 'minLength':
      return length >= Number(operand);
    case 'maxLength':
      return length <= Number(operand);
    case 'minimum':
      return Number(value) >= Number(operand);
    case 'maximum':
      return Number(value) <= Number(operand);
    default:
      return false;
  }
}
