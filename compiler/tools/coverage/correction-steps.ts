import { withoutComputed } from '../../pipeline/1-read/without-computed.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import { typeKeys } from '../../language/types/type-kinds.ts';
import { hasRecordTypes, viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec, CorrectionRule, Field, RecordType, Spec } from '../../pipeline/1-read/spec-shape.ts';
import { planRecordTypes } from '../../pipeline/3-plan/plan-record-types.ts';
import { emitRecordTypes } from '../../pipeline/4-emit/emit-record-types.ts';
import { createPlan } from '../../pipeline/3-plan/create-plan.ts';
import { emitModule } from '../../pipeline/4-emit/emit-module.ts';
import { bundleModule } from '../../pipeline/5-bundle/bundle.ts';

/**
 * Compiles modules that show which correction changes a field. Module n (from 0) applies only the first n corrections of
 * each field and checks no rules. If a field differs between modules n - 1 and n, its n-th correction changed it. Fields
 * are read as text. As soon as COERCE_DATE is among its applied corrections, a field is read as a date, and a text that
 * is not a date is an issue. The spec must have no errors.
 */
export async function compileCorrectionSteps(spec: AnySpec): Promise<readonly string[]> {
  const numbered = numberOfEach(spec);
  const maxNumber = Math.max(0, ...numbered.map(({ number }) => number));
  const steps = Array.from({ length: maxNumber + 1 }, (_, count) =>
    createStep(
      spec,
      numbered.filter(({ number }) => number <= count),
    ),
  );
  return Promise.all(steps.map((step) => bundleModule(emitCareful(step), step.name)));
}

/** Returns the source of the module of a spec, without a fast reader. */
function emitCareful(spec: AnySpec): string {
  return hasRecordTypes(spec) ? emitRecordTypes(planRecordTypes(spec, '')) : emitModule(createPlan(spec, ''));
}

/** A correction, and its position (from 1) among the corrections of its field. */
export interface NumberedCorrection {
  readonly correction: CorrectionRule;
  /** Name of the record type that has the correction. Absent if the spec has one type of records. */
  readonly recordType?: string;
  readonly number: number;
}

/** Returns each correction of a spec with its position (from 1) among the corrections of its field. */
export function numberOfEach(spec: AnySpec): NumberedCorrection[] {
  if (!hasRecordTypes(spec)) return numberAll(spec.correctionRules ?? []);
  return spec.recordTypes.flatMap(({ name, correctionRules = [] }) =>
    numberAll(correctionRules).map((numbered) => ({ ...numbered, recordType: name })),
  );
}

function numberAll(corrections: readonly CorrectionRule[]): NumberedCorrection[] {
  const counts = new Map<string, number>();
  return corrections.map((correction) => {
    const number = (counts.get(correction.field) ?? 0) + 1;
    counts.set(correction.field, number);
    return { correction, number };
  });
}

/** Returns the spec with `corrections` in place of its corrections, and without everything that fails a record. */
function createStep(spec: AnySpec, corrections: readonly NumberedCorrection[]): AnySpec {
  if (!hasRecordTypes(spec)) return textSpec(spec, corrections);
  const { fileRules: _, recordTypeMember: _member, ...settings } = spec;
  const views = viewRecordTypes({ ...settings, recordTypes: spec.recordTypes });
  return {
    ...settings,
    onTypeMismatch: 'ERROR',
    recordTypes: spec.recordTypes.map((type, index) => {
      const view = views[index];
      if (view === undefined) throw new Error(`the record type ${type.name} has no view`);
      const own = textSpec(
        view,
        corrections.filter(({ recordType }) => recordType === type.name),
      );
      const { messageKey: __, validationRules: ___, ...rest } = type;
      return { ...rest, fields: own.fields.map(withoutCopiedType), correctionRules: own.correctionRules ?? [] };
    }),
  };
}

/** A copied field has the type of its source. */
function withoutCopiedType(field: Field): RecordType['fields'][number] {
  if (field.from === undefined) return field;
  const { name, from, sensitive } = field;
  return { name, from, ...(sensitive !== undefined && { sensitive }) };
}

/**
 * Returns the spec without rules and message key, and with `corrections` in place of its corrections. A field is
 * STRING, unless one of its corrections converts dates. No value fails a record.
 */
function textSpec(written: Spec, corrections: readonly NumberedCorrection[]): Spec {
  const { messageKey: _, validationRules: __, ...spec } = withoutComputed(written);
  return {
    ...spec,
    onTypeMismatch: 'ERROR',
    fields: spec.fields.map((field) => (isConverted(field, corrections) ? optionalField(field) : textField(field))),
    correctionRules: corrections.map(({ correction }) => correction),
  };
}

/** Returns whether one of the corrections converts dates of the field. */
function isConverted({ name }: Field, corrections: readonly NumberedCorrection[]): boolean {
  return corrections.some(
    ({ correction }) =>
      correction.field === name && correctionKinds[correction.correctionType].dateChange(correction) !== null,
  );
}

function optionalField({ required: _, ...field }: Field): Field {
  return field;
}

const TYPED = new Set(['required', ...Object.keys(typeKeys)]);

function textField(field: Field): Field {
  const others = Object.entries(field).filter(([key]) => !TYPED.has(key));
  // The keys of other types were removed, so the remaining keys are valid for STRING.
  return { ...(Object.fromEntries(others) as Field), type: 'STRING' };
}
