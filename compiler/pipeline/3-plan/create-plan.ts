import { orderComputed, withSensitivity } from '../1-read/dependencies.ts';
import { withMaskedTexts } from '../1-read/masked-fields.ts';
import { groupByField } from '../1-read/group-by-field.ts';
import type { Field, Spec } from '../1-read/spec-shape.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { findCodePage } from '../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../kernel/input/encodings/text-decoder.ts';
import { DEFAULT_ENCODER, type EncoderName } from '../../emitting/encoders/encoders.ts';
import { nameDeclarations } from './name-declarations.ts';
import { isRelation } from '../../language/rules/relations.ts';
import { kindOf } from '../../language/masks/mask-kinds.ts';
import { planReference } from './plan-reference.ts';
import { planField } from './plan-field.ts';
import { planLimit } from './plan-limit.ts';
import { Names, toPascalCase } from '../../emitting/code/names.ts';
import {
  type CopyPlan,
  MAX_RECORD_BYTES,
  type Plan,
  type RecordNames,
  SINGLE_TYPE_NAMES,
  type FieldPlan,
} from '../../language/plan/plan.ts';

/**
 * Returns the plan of a spec: everything that the emitter needs, as plain data. `version` is the version of the spec, and
 * `encoder` the encoding of the messages. The spec must have passed all checks without an error; otherwise this may throw.
 */
export function createPlan(written: Spec, version: string, encoder: EncoderName = DEFAULT_ENCODER): Plan<Format> {
  const spec = { ...written, fields: withMaskedTexts(written.fields) };
  const names = new Names();
  const typeName = names.take(toPascalCase(spec.name, 'Spec'));
  takeRelationNames(names, SINGLE_TYPE_NAMES, spec.validationRules?.some(isRelation) ?? false);
  const plan = planRecords({
    spec,
    version,
    encoder,
    names,
    typeName,
    declared: SINGLE_TYPE_NAMES,
    prefix: '',
    copyOf: () => null,
  });
  nameDeclarations(plan.fields, names);
  return plan;
}

/** What the plan of one type of records depends on. */
export interface RecordsInput {
  spec: Spec;
  version: string;
  encoder: EncoderName;
  /** The names that are taken in the module. */
  names: Names;
  /** Name of the interface of the records. */
  typeName: string;
  declared: RecordNames;
  /** What the names of the fields' declarations begin with. */
  prefix: string;
  /** Returns the source of a copied field, or null for any other field. */
  copyOf(field: Field): CopyPlan | null;
}

/**
 * Returns the plan of one type of records. The caller must call `nameDeclarations` with the fields of all types of the
 * module.
 */
export function planRecords({
  spec: written,
  version,
  encoder,
  names,
  typeName,
  declared,
  prefix,
  copyOf,
}: RecordsInput): Plan<Format> {
  const spec = { ...written, fields: withSensitivity(written.fields) };
  const keys = new Names();
  const corrections = groupByField(spec.correctionRules);
  const rules = groupByField(spec.validationRules);
  const fields = spec.fields.map((field) =>
    planField({
      field,
      spec,
      correctionRules: corrections.get(field.name) ?? [],
      validationRules: rules.get(field.name) ?? [],
      names,
      keys,
      prefix,
      copy: copyOf(field),
    }),
  );
  for (const field of fields) field.limit = planLimit(field, encoder, names);
  markRelated(fields);
  keepNullability(fields);
  for (const [place, { name }] of orderComputed(spec.fields).order.entries()) {
    const field = fields.find((one) => one.name === name);
    if (field !== undefined) field.computationOrder = place;
  }
  return {
    name: spec.name,
    version,
    description: spec.description ?? null,
    typeName,
    format: spec.format,
    formatOperand: formatKinds[spec.format].plan(spec, fields),
    encoding: encodingOf(spec),
    fields,
    names: declared,
    key: (spec.messageKey ?? []).map((name) =>
      fields.findIndex(({ mask, messageName }) => messageName === name && mask === null),
    ),
    encoder,
    numbersAs: spec.numbersAs ?? 'NUMBER',
    nullTexts: [...new Set(['', ...(spec.nullValues ?? [])])],
    maxRecordBytes: spec.maxRecordBytes ?? MAX_RECORD_BYTES,
    hasSensitiveFields: fields.some(({ sensitive }) => sensitive),
    runWarnings: spec.runWarnings ?? null,
    reference: planReference(spec, fields),
    maskKeys: planMaskKeys(fields),
  };
}

function encodingOf({ encoding = 'utf-8' }: Spec): string {
  return findCodePage(encoding) ?? findEncoding(encoding) ?? encoding;
}

/**
 * Takes the names of what checks the relations of a record, so that no field uses them. Does nothing if no
 * rule needs it.
 */
function takeRelationNames(
  names: Names,
  { validateTogether, relatedValues }: RecordNames,
  hasRelations: boolean,
): void {
  if (hasRelations) for (const name of [validateTogether, relatedValues]) names.take(name);
}

/** Sets whether masked texts are null: as the values that they mask. */
function keepNullability(fields: readonly FieldPlan[]): void {
  for (const [index, field] of fields.entries()) {
    const masked = field.isMaskedText ? fields[index - 1] : undefined;
    if (masked !== undefined) [field.isNeverNull, field.isFilled] = [masked.isNeverNull, masked.isFilled];
  }
}

/** Returns the names of the credentials whose keys the masks of fields need, each once. */
export function planMaskKeys(fields: readonly FieldPlan[]): string[] {
  const keys = fields.flatMap(({ mask }) => (mask === null ? [] : (kindOf(mask).keyOf(mask.operand) ?? [])));
  return [...new Set(keys)];
}

/**
 * Sets `isRelated` of each field whose value a relation needs: its own value, the other value that it is compared with, and the value of its
 * condition.
 */
function markRelated(fields: readonly FieldPlan[]): void {
  for (const field of fields) {
    for (const { other, when, expression } of field.relations) {
      field.isRelated = true;
      for (const related of fields)
        if (related.name === other || related.name === when?.field || expression?.reads.includes(related.name))
          related.isRelated = true;
    }
  }
}
