import { hasRecordTypes } from '../../../pipeline/1-read/record-views.ts';
import type { AnySpec, RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import { versionOf } from '../../../pipeline/1-read/canonical.ts';
import { createPlan } from '../../../pipeline/3-plan/create-plan.ts';
import { planRecordTypes } from '../../../pipeline/3-plan/plan-record-types.ts';
import type { FieldPlan, Plan } from '../../../language/plan/plan.ts';
import type { FileRulePlan, RecordTypePlan } from '../../../language/plan/record-types-plan.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { sentenceOf } from '../../../language/fields/record-interface.ts';
import { valueSchema } from '../message-schema.ts';
import { type Quality, qualityOf } from './quality.ts';
import { withoutSensitiveValues } from '../without-sensitive-values.ts';

/** The classification of sensitive fields. */
const SENSITIVE_CLASSIFICATION = 'confidential';

/** An element of a contract, as plain data. */
type Element = Readonly<Record<string, unknown>>;

/**
 * Returns a contract of the Open Data Contract Standard (ODCS 3.1) for the messages of a spec: a schema object for each
 * published record type, with the rules as quality rules. It has no value that the spec names for a sensitive field.
 * `id` identifies the contract. The spec must have no errors.
 */
export function createDataContract(spec: AnySpec, id: string): Element {
  const version = versionOf(spec);
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: spec.name,
    // Equals the end of the header ce_dataschema of the messages.
    version: version.slice(0, 16),
    status: 'active',
    description: {
      ...(spec.description !== undefined && { purpose: spec.description }),
      usage: `One message of JSON for each record of a file in the format ${spec.format}.`,
      limitations:
        'The schema is what rules with the severity FATAL guarantee. A rule with the severity ERROR holds if runs skip invalid records.',
    },
    schema: hasRecordTypes(spec) ? typeObjects(spec, version) : [singleObject(spec.name, createPlan(spec, version))],
    customProperties: [{ property: 'specVersion', value: version }],
  };
}

function singleObject(name: string, plan: Plan): Element {
  return schemaObject({ name, plan, unique: new Set(), members: [], quality: [] });
}

function typeObjects(spec: RecordTypesSpec, version: string): Element[] {
  const { types, fileRules } = planRecordTypes(spec, version);
  return [...types.entries()]
    .filter(([, { isPublished }]) => isPublished)
    .map(([index, { place, plan }]) =>
      schemaObject({
        name: place.name,
        plan,
        unique: uniqueFields(index, fileRules),
        members: memberProperties(types, index, fileRules),
        quality: fileRules.filter((rule) => typesOf(rule).has(index)).map((rule) => fileQuality(rule, types)),
      }),
    );
}

interface ObjectParts {
  readonly name: string;
  readonly plan: Plan;
  readonly unique: ReadonlySet<FieldPlan>;
  readonly members: readonly Element[];
  readonly quality: readonly Quality[];
}

function schemaObject({ name, plan, unique, members, quality }: ObjectParts): Element {
  return {
    name,
    logicalType: 'object',
    physicalType: 'message',
    description: `The message of a record of ${name}.`,
    properties: [...propertiesOf(plan, unique), ...members],
    ...(quality.length > 0 && { quality }),
  };
}

function propertiesOf(plan: Plan, unique: ReadonlySet<FieldPlan>): Element[] {
  const shown = withoutSensitiveValues(plan);
  const keys = plan.key.map((index) => plan.fields[index]?.messageName);
  return plan.fields.flatMap((field, index) => {
    const without = shown.fields[index];
    if (!field.isPublished || without === undefined) return [];
    const properties = propertyOf(field, without, plan);
    return [{ ...properties, ...keyOf(keys.indexOf(field.messageName)), ...(unique.has(field) && { unique: true }) }];
  });
}

/** A message key is no primary key: two messages may have the same one. */
function keyOf(position: number): Element {
  return position < 0
    ? {}
    : { tags: ['messageKey'], customProperties: [{ property: 'messageKeyPosition', value: position + 1 }] };
}

function propertyOf(field: FieldPlan, shown: FieldPlan, { numbersAs }: Plan): Element {
  const kind = typeKinds[field.type];
  const logical = field.recordType === undefined ? kind.logicalType : null;
  const schema = valueSchema(shown, { numbersAs: 'NUMBER' });
  const logicalType = logical ?? String(schema['type'] ?? 'string');
  const options = logical === null ? plainOptions(logicalType, schema) : formatOption(field);
  const quality = qualityOf({ field, shown });
  return {
    name: field.messageName,
    logicalType,
    ...(Object.keys(options).length > 0 && { logicalTypeOptions: options }),
    physicalType: kind.schema(field.operand, numbersAs).type,
    required: field.isNeverNull,
    ...(field.sensitive && { classification: SENSITIVE_CLASSIFICATION }),
    description: sentenceOf(shown),
    ...(quality.length > 0 && { quality }),
  };
}

/** The keywords of JSON Schema that are options of a logical type, too. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
};

function plainOptions(logicalType: string, schema: Element): Element {
  const names = OPTIONS[logicalType] ?? [];
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => names.includes(keyword)));
}

/** Dates are texts in their own pattern, which the standard writes in the same way. */
function formatOption({ type, operand, isMaskedText }: FieldPlan): Element {
  const pattern = isMaskedText ? null : typeKinds[type].datePlan(operand);
  return pattern === null ? {} : { format: pattern.pattern };
}

/** Returns the records inside those of a type that are their members, with the members of these. */
function memberProperties(types: readonly RecordTypePlan[], parent: number, rules: readonly FileRulePlan[]): Element[] {
  return [...types.entries()].flatMap(([index, { part, place, plan }]): Element[] => {
    if (part === null || place.parent !== parent) return [];
    const properties = [...propertiesOf(plan, uniqueFields(index, rules)), ...memberProperties(types, index, rules)];
    const inside = { logicalType: 'object', physicalType: 'object', properties };
    const description = `The records of ${place.name} inside the record.`;
    if (!part.isList) return [{ name: part.member, ...inside, required: false, description }];
    return [
      { name: part.member, logicalType: 'array', physicalType: 'array', required: true, description, items: inside },
    ];
  });
}

/** Returns the fields of a type whose values a FATAL rule allows only once in a file. */
function uniqueFields(type: number, rules: readonly FileRulePlan[]): Set<FieldPlan> {
  return new Set(
    rules.flatMap((rule) => {
      const isAlone = 'fields' in rule && rule.type === type && rule.fields.length === 1;
      return isAlone && rule.severity === 'FATAL' ? rule.fields : [];
    }),
  );
}

/** Returns the types whose records a rule of the file reads, as indexes. */
function typesOf(rule: FileRulePlan): Set<number> {
  return new Set('found' in rule ? rule.found.of : [rule.type]);
}

function fileQuality(rule: FileRulePlan, types: readonly RecordTypePlan[]): Quality {
  const { ruleId, severity, message, code } = rule;
  const isWithheld = rule.isMasked || (selectsRecords(rule) && types.some(({ plan }) => plan.hasSensitiveFields));
  const description = isWithheld ? `${code}: its values are withheld, because a field is sensitive` : message;
  return { name: ruleId, dimension: 'consistency', severity, description, type: 'text' };
}

/** Whether a rule counts or adds up only records with some values, which its message may contain. */
function selectsRecords(rule: FileRulePlan): boolean {
  if (!('found' in rule)) return false;
  return rule.found.where !== null || ('other' in rule && rule.other !== null && rule.other.where !== null);
}
