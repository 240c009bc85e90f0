import type { CorrectionRule, Field, Spec } from '../1-read/spec-shape.ts';
import { createPlan } from '../3-plan/create-plan.ts';
import { emitModule } from '../4-emit/emit-module.ts';
import { bundleModule } from '../5-bundle/bundle.ts';

/**
 * Compiles modules that show which correction changes a field. Module n (from 0) applies only the first n corrections of
 * each field and checks no rules. If a field differs between modules n - 1 and n, its n-th correction changed it. Fields
 * are read as text. As soon as COERCE_DATE is among its applied corrections, a field is read as a date, and a text that
 * is not a date is an issue. The spec must have no errors.
 */
export async function compileCorrectionSteps(spec: Spec): Promise<readonly string[]> {
  const numbered = numberOfEach(spec.correctionRules ?? []);
  const maxNumber = Math.max(0, ...numbered.map(({ number }) => number));
  const steps = Array.from({ length: maxNumber + 1 }, (_, count) =>
    textSpec(
      spec,
      numbered.filter(({ number }) => number <= count),
    ),
  );
  return Promise.all(steps.map((step) => bundleModule(emitModule(createPlan(step, '')), step.name)));
}

/** A correction, and its position (from 1) among the corrections of its field. */
export interface NumberedCorrection {
  readonly correction: CorrectionRule;
  readonly number: number;
}

/** Returns each correction of a spec with its position (from 1) among the corrections of its field. */
export function numberOfEach(corrections: readonly CorrectionRule[]): NumberedCorrection[] {
  const counts = new Map<string, number>();
  return corrections.map((correction) => {
    const number = (counts.get(correction.field) ?? 0) + 1;
    counts.set(correction.field, number);
    return { correction, number };
  });
}

/**
 * Returns the spec without rules and message key, and with `corrections` in place of its corrections. A field is
 * STRING, unless COERCE_DATE is among its corrections. No value fails a record.
 */
function textSpec(
  { messageKey: _, validationRules: __, ...spec }: Spec,
  corrections: readonly NumberedCorrection[],
): Spec {
  return {
    ...spec,
    onTypeMismatch: 'ERROR',
    fields: spec.fields.map((field) => (isConverted(field, corrections) ? optionalField(field) : textField(field))),
    correctionRules: corrections.map(({ correction }) => correction),
  };
}

/** Returns whether one of the corrections is a COERCE_DATE of the field. */
function isConverted({ name }: Field, corrections: readonly NumberedCorrection[]): boolean {
  return corrections.some(
    ({ correction: { field, correctionType } }) => field === name && correctionType === 'COERCE_DATE',
  );
}

function optionalField({ required: _, ...field }: Field): Field {
  return field;
}

const TYPED = new Set([
  'required',
  'format',
  'decimalSeparator',
  'groupSeparator',
  'scale',
  'trueValues',
  'falseValues',
]);

function textField(field: Field): Field {
  const others = Object.entries(field).filter(([key]) => !TYPED.has(key));
  // The keys of other types were removed, so the remaining keys are valid for STRING.
  return { ...(Object.fromEntries(others) as Field), type: 'STRING' };
}
