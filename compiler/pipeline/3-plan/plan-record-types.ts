import { planReference } from './plan-reference.ts';
import { withSensitiveTypes } from '../1-read/dependencies.ts';
import { withMaskedTypes } from '../1-read/masked-fields.ts';
import { whereExpressions, withWhereFields } from '../1-read/where-fields.ts';
import { splitSource, viewRecordTypes, withTypeMember } from '../1-read/record-views.ts';
import type { Field, RecordType, RecordTypesSpec } from '../1-read/spec-shape.ts';
import { Names, toCamelCase, toPascalCase } from '../../emitting/code/names.ts';
import { type Format, nestsRecords } from '../../language/formats/file-formats.ts';
import { selectsByPath } from '../../language/formats/format-kinds.ts';
import { hasOnlyValues, planConditions } from '../../language/formats/model/record-when.ts';
import { severityOf } from '../../language/formats/model/structure-severity.ts';
import { DEFAULT_ENCODER, type EncoderName } from '../../emitting/encoders/encoders.ts';
import type { TypePlace } from '../../kernel/record-types/structure.ts';
import type { CopyPlan, FieldPlan, Plan, RecordNames } from '../../language/plan/plan.ts';
import type {
  FileRuleField,
  LineWhen,
  RecordTypePlan,
  RecordTypesPlan,
} from '../../language/plan/record-types-plan.ts';
import { isHeld } from '../1-read/parts.ts';
import { planDocuments } from './plan-documents.ts';
import { planRepeat } from './plan-repeat.ts';
import { describeFileRule, planFileRules } from './plan-file-rules.ts';
import { planMaskKeys, planRecords } from './create-plan.ts';
import { nameDeclarations } from './name-declarations.ts';

/**
 * Returns the plan of a spec with several types of records. `version` is the version of the spec, and `encoder`
 * the encoding of the messages. The spec must have passed all checks without an error; otherwise this may throw.
 */
export function planRecordTypes(
  written: RecordTypesSpec,
  version: string,
  encoder: EncoderName = DEFAULT_ENCODER,
): RecordTypesPlan {
  const spec = withMaskedTypes(withSensitiveTypes(withWhereFields(withMessages(withTypeMember(written)))));
  const names = new Names();
  const declared = spec.recordTypes.map((type) => takeNames(type, names));
  const keys = planKeys(spec);
  const plans: Plan<Format>[] = [];
  for (const [index, view] of viewRecordTypes(spec).entries()) {
    const own = declared[index];
    if (own === undefined) throw new Error(`the record type ${index} has no names`);
    const copyOf = (field: Field) => planCopy(field, { spec, keys, declared });
    const plan = planRecords({ spec: view, version, encoder, names, ...own, copyOf });
    plans.push(markMember(plan, written.recordTypeMember, written.recordTypes[index]?.name ?? ''));
  }
  nameDeclarations(
    plans.flatMap(({ fields }) => fields),
    names,
  );
  // Taken last, so that it changes no other name.
  const unionName = names.take(toPascalCase(spec.name, 'Spec'));
  const [first] = plans;
  if (first === undefined) throw new Error('a spec has at least one record type');
  const types = plans.map((plan, index) => planType(plan, index, { spec, plans }));
  const fileRules = planFileRules(spec, types);
  return {
    name: spec.name,
    version,
    description: spec.description ?? null,
    format: spec.format,
    encoder,
    encoding: first.encoding,
    delimiter: spec.delimiter ?? ',',
    types,
    unionName,
    recordTypeMember: written.recordTypeMember ?? null,
    fileRules,
    documents: planDocuments(spec, types, fileRules),
    anyOrder: spec.order === 'ANY',
    onUnexpectedRecord: severityOf(spec.onUnexpectedRecord),
    onMissingRecord: severityOf(spec.onMissingRecord),
    onUnknownRecordType: severityOf(spec.onUnknownRecordType),
    continuation: planLines(spec, 'continuation'),
    filler: planLines(spec, 'filler'),
    block: planBlock(spec),
    nullTexts: first.nullTexts,
    maxRecordBytes: first.maxRecordBytes,
    hasSensitiveFields: plans.some(({ hasSensitiveFields }) => hasSensitiveFields),
    runWarnings: spec.runWarnings ?? null,
    reference: planReference(
      spec,
      plans.flatMap(({ fields }) => fields),
    ),
    maskKeys: planMaskKeys(plans.flatMap(({ fields }) => fields)),
  };
}

/** Notes that the member with the name of the type always has a value. */
function markMember(plan: Plan<Format>, member: string | undefined, recordType: string): Plan<Format> {
  if (member === undefined) return plan;
  const mark = (field: FieldPlan): FieldPlan =>
    field.name === member && field.computed !== null ? { ...field, isNeverNull: true, recordType } : field;
  return { ...plan, fields: plan.fields.map(mark) };
}

/** A document has no lines. */
function planLines(spec: RecordTypesSpec, key: 'continuation' | 'filler'): LineWhen | null {
  const when = spec[key]?.when;
  if (when === undefined || selectsByPath(spec.format)) return null;
  const conditions = planConditions(when);
  const { start = 1, length = 1, column = '1' } = conditions[0] ?? {};
  return { start, length, column, values: when.values ?? [], ...(!hasOnlyValues(when) && { conditions }) };
}

function planBlock({ filler, format }: RecordTypesSpec): RecordTypesPlan['block'] {
  return filler?.blockOf === undefined || selectsByPath(format)
    ? null
    : { lines: filler.blockOf, severity: filler.severity ?? 'FATAL' };
}

/** Adds the default message to the rules of the file that select records by an expression, before it becomes a field. */
function withMessages(spec: RecordTypesSpec): RecordTypesSpec {
  if (spec.fileRules === undefined) return spec;
  const fileRules = spec.fileRules.map((rule) =>
    whereExpressions(rule).length === 0 ? rule : { message: describeFileRule(rule), ...rule },
  );
  return { ...spec, fileRules };
}

/** The names of a record type in the module. */
interface TypeNames {
  readonly typeName: string;
  readonly prefix: string;
  readonly declared: RecordNames;
}

function takeNames({ name }: RecordType, names: Names): TypeNames {
  const forms = (type: string): RecordNames => ({
    values: `${type}Values`,
    readRecord: `read${type}`,
    toJson: `to${type}Json`,
    toKey: `to${type}Key`,
    toRecord: `to${type}Record`,
    validateTogether: `validate${type}Together`,
    relatedValues: `Related${type}Values`,
    columns: toCamelCase(`${type}Columns`, 'type'),
  });
  const prefix = names.take(toPascalCase(name, 'Type'), (type) => [`${type}Record`, ...Object.values(forms(type))]);
  return { typeName: `${prefix}Record`, prefix, declared: forms(prefix) };
}

/** Returns, for each type, the property names of its fields, as `planField` chooses them. */
function planKeys({ recordTypes }: RecordTypesSpec): ReadonlyMap<string, string>[] {
  return recordTypes.map(({ fields }) => {
    const taken = new Names();
    return new Map(fields.map(({ name }) => [name, taken.take(toCamelCase(name, 'field'))]));
  });
}

interface CopyContext {
  readonly spec: RecordTypesSpec;
  readonly keys: readonly ReadonlyMap<string, string>[];
  readonly declared: readonly TypeNames[];
}

function planCopy({ from }: Field, { spec, keys, declared }: CopyContext): CopyPlan | null {
  if (from === undefined) return null;
  const { type, field } = splitSource(from);
  const index = spec.recordTypes.findIndex(({ name }) => name === type);
  return { type, key: keys[index]?.get(field) ?? field, values: declared[index]?.declared.values ?? '' };
}

/** Returns the field of an enclosing record that has the number of records inside. */
function planCounter(parent: Plan | undefined, field: string): FileRuleField {
  const key = parent?.fields.find(({ name }) => name === field)?.key;
  if (parent === undefined || key === undefined) throw new Error(`"occurs" names an unknown field: ${field}`);
  return { values: parent.names.values, key };
}

/** Returns whether the records of a type are inside of the text of others. */
function isInside(type: RecordTypesSpec['recordTypes'][number] | undefined, { format }: RecordTypesSpec): boolean {
  return type?.in !== undefined && type.when?.path !== undefined && nestsRecords(format);
}

const bounds = { ONCE: [1, 1], OPTIONAL: [0, 1], SOME: [1, Infinity], MANY: [0, Infinity] } as const;

function planType(
  plan: Plan,
  index: number,
  { spec, plans }: { spec: RecordTypesSpec; plans: readonly Plan[] },
): RecordTypePlan {
  const { recordTypes } = spec;
  const type = recordTypes[index];
  const indexOf = (name: string | undefined) => recordTypes.findIndex((one) => one.name === name);
  const { occurs = 'MANY' } = type ?? {};
  const [min, max] = typeof occurs === 'string' ? bounds[occurs] : [occurs.min ?? 0, occurs.max ?? Infinity];
  const place: TypePlace = {
    name: type?.name ?? '',
    parent: type?.in === undefined ? -1 : indexOf(type.in),
    min,
    max,
    anyOrder: type?.order === 'ANY',
    ...((type?.repeat !== undefined || isInside(type, spec)) && { isGroup: true as const }),
  };
  const sources = plan.fields.flatMap(({ copy }) => (copy === null ? [] : [indexOf(copy.type)]));
  const field = typeof occurs === 'string' ? undefined : occurs.field;
  const counter = field === undefined ? null : planCounter(plans[place.parent], field);
  const part = type?.as === undefined ? null : { member: type.as, isList: occurs !== 'ONCE' && occurs !== 'OPTIONAL' };
  const isPublished = part === null && (type?.publish ?? true);
  return {
    plan,
    place,
    counter,
    isPublished,
    part,
    repeat: planRepeat(type, { spec, plans }),
    isHeld: type !== undefined && isHeld(type, recordTypes),
    copiesFrom: [...new Set(sources)],
  };
}
