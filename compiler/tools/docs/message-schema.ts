import { hasRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec, RecordTypesSpec } from '../../pipeline/1-read/spec-shape.ts';
import type { JsonSchema } from '../../pipeline/1-read/json-schema.ts';
import { versionOf } from '../../pipeline/1-read/canonical.ts';
import { createPlan } from '../../pipeline/3-plan/create-plan.ts';
import { planRecordTypes } from '../../pipeline/3-plan/plan-record-types.ts';
import type { RecordTypePlan } from '../../language/plan/record-types-plan.ts';
import type { FieldPlan, Plan } from '../../language/plan/plan.ts';
import { sentenceOf } from '../../language/fields/record-interface.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';
import type { SchemaKeywords } from '../../language/types/value-schema.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { withoutSensitiveValues } from './without-sensitive-values.ts';

/**
 * Returns the JSON Schema (draft 2020-12) that every published message matches. It states only what FATAL issues
 * guarantee, because a record with an ERROR is published if skipInvalidRecords is off. It has no value that the spec names for a
 * sensitive field: many read it. The spec must have no errors.
 */
export function createMessageSchema(spec: AnySpec): JsonSchema {
  const version = versionOf(spec);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    // Equals the header ce_dataschema of the published events.
    $id: `/specs/${encodeURIComponent(spec.name)}/${version.slice(0, 16)}`,
    title: spec.name,
    ...(spec.description === undefined ? {} : { description: spec.description }),
    ...(hasRecordTypes(spec)
      ? { anyOf: typeSchemas(spec, version) }
      : recordSchema(withoutSensitiveValues(createPlan(spec, version)))),
  };
}

/** Registries and their clients know this version best. Schemas of messages have no keyword of a later one. */
const REGISTRY_DIALECT = 'http://json-schema.org/draft-07/schema#';

/**
 * Returns a JSON Schema (draft 07) for each published record type, as a registry has them: each with a subject of its own,
 * which its title names. It changes only if the messages do. The spec must have no errors.
 */
export function createSubjectSchemas(spec: AnySpec): readonly Omit<TypedSchema, 'key'>[] {
  return createTypeSchemas(spec).map(({ recordType, schema }) => ({
    recordType,
    schema: {
      $schema: REGISTRY_DIALECT,
      title: recordType === null ? spec.name : `${spec.name}.${recordType}`,
      ...schema,
    },
  }));
}

/** The schema of the messages of one record type. The type is null in a spec with one type of records. */
export interface TypedSchema {
  readonly recordType: string | null;
  /** The fields of the message key. Empty if messages have no key. */
  readonly key: readonly string[];
  readonly schema: JsonSchema;
}

/**
 * Returns the schema of createMessageSchema for each published record type, without the values that the spec names for
 * sensitive fields. The spec must have no errors.
 */
export function createTypeSchemas(spec: AnySpec): readonly TypedSchema[] {
  const version = versionOf(spec);
  if (!hasRecordTypes(spec)) {
    const plan = withoutSensitiveValues(createPlan(spec, version));
    return [{ recordType: null, key: keyOf(plan), schema: recordSchema(plan) }];
  }
  const types = planTypes(spec, version);
  return publishedTypes(types).map(([index, { place, plan }]) => ({
    recordType: place.name,
    key: keyOf(plan),
    schema: typeSchema(types, index),
  }));
}

function keyOf({ key, fields }: Plan): string[] {
  return key.flatMap((index) => fields[index]?.messageName ?? []);
}

/** Returns a schema for each record type whose records are published. */
function typeSchemas(spec: RecordTypesSpec, version: string): JsonSchema[] {
  const types = planTypes(spec, version);
  return publishedTypes(types).map(([index, { place }]) => ({ title: place.name, ...typeSchema(types, index) }));
}

/** Returns the plans of the record types, without the values that the spec names for sensitive fields. */
function planTypes(spec: RecordTypesSpec, version: string): RecordTypePlan[] {
  return planRecordTypes(spec, version).types.map((type) => ({ ...type, plan: withoutSensitiveValues(type.plan) }));
}

function publishedTypes(types: readonly RecordTypePlan[]) {
  return [...types.entries()].filter(([, { isPublished }]) => isPublished);
}

/** Returns the schema of the records of a type, with the records inside that are their members. */
function typeSchema(types: readonly RecordTypePlan[], index: number): JsonSchema {
  const own = types[index];
  if (own === undefined) throw new Error(`there is no record type ${index}`);
  const schema = recordSchema(own.plan);
  const members = [...types.entries()].flatMap(([type, { part, place }]) =>
    part === null || place.parent !== index ? [] : [{ ...part, schema: typeSchema(types, type) }],
  );
  const valueOf = ({ isList, schema: inside }: (typeof members)[number]) =>
    isList ? { type: 'array', items: inside } : { anyOf: [inside, { type: 'null' }] };
  const properties = Object.fromEntries(members.map((member) => [member.member, valueOf(member)]));
  return {
    ...schema,
    properties: { ...schema.properties, ...properties },
    required: [...schema.required, ...members.map(({ member }) => member)],
  };
}

function recordSchema(plan: Plan) {
  const fields = plan.fields.filter(({ isPublished }) => isPublished);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.messageName, fieldSchema(field, plan)])),
    required: fields.map(({ messageName }) => messageName),
    additionalProperties: false,
  };
}

function fieldSchema(field: FieldPlan, plan: Plan): SchemaKeywords {
  if (field.recordType !== undefined) return { description: sentenceOf(field), const: field.recordType };
  const value = valueSchema(field, plan);
  return { description: sentenceOf(field), ...(field.isNeverNull ? value : orNull(value)) };
}

/** Returns the schema of the value of a field that is not null, as FATAL rules allow it. */
export function valueSchema(field: FieldPlan, { numbersAs }: Pick<Plan, 'numbersAs'>): SchemaKeywords {
  const base = typeKinds[field.type].schema(field.operand, numbersAs);
  const binding = field.rules.filter(({ severity }) => severity === 'FATAL');
  const keywords = binding
    .map(({ ruleType, operand }) => ruleKinds[ruleType].schema(operand, base.type))
    .filter((one) => Object.keys(one).length > 0);
  return joined([base, ...keywords]);
}

/** Merges schemas. A schema that shares a keyword with an earlier one is added with `allOf`. */
function joined(schemas: readonly SchemaKeywords[]): SchemaKeywords {
  const apart: SchemaKeywords[] = [];
  let all: SchemaKeywords = {};
  for (const schema of schemas) {
    if (Object.keys(schema).some((keyword) => keyword in all)) apart.push(schema);
    else all = { ...all, ...schema };
  }
  return apart.length === 0 ? all : { ...all, allOf: apart };
}

function orNull(value: SchemaKeywords): SchemaKeywords {
  return { anyOf: [value, { type: 'null' }] };
}
