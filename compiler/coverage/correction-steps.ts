import type { CorrectionRule, Field, Spec } from '../1-read/spec-shape.ts';
import { makePlan } from '../3-plan/make-plan.ts';
import { emitModule } from '../4-emit/emit-module.ts';
import { bundleModule } from '../5-bundle/bundle.ts';

/**
 * Standalone modules that read every field as the text that its first 0, 1, 2, … corrections leave, up to all of them:
 * where a field differs from one module to the next, that correction has changed it. The spec has no errors.
 */
export async function compileCorrectionSteps(spec: Spec): Promise<readonly string[]> {
  const numbered = numberOfEach(spec.correctionRules ?? []);
  const most = Math.max(0, ...numbered.map(({ number }) => number));
  const steps = Array.from({ length: most + 1 }, (_, count) =>
    textSpec(
      spec,
      numbered.filter(({ number }) => number <= count),
    ),
  );
  return Promise.all(steps.map((step) => bundleModule(emitModule(makePlan(step, '')), step.name)));
}

/** A correction, and the how manieth of its field it is, from 1. */
export interface NumberedCorrection {
  readonly correction: CorrectionRule;
  readonly number: number;
}

/** The corrections of a spec, each with its number among those of its field. */
export function numberOfEach(corrections: readonly CorrectionRule[]): NumberedCorrection[] {
  const counts = new Map<string, number>();
  return corrections.map((correction) => {
    const number = (counts.get(correction.field) ?? 0) + 1;
    counts.set(correction.field, number);
    return { correction, number };
  });
}

/** The spec with texts alone and without rules: nothing refuses a text before it is seen. */
function textSpec(
  { messageKey: _, validationRules: __, ...spec }: Spec,
  corrections: readonly NumberedCorrection[],
): Spec {
  return {
    ...spec,
    fields: spec.fields.map(textField),
    correctionRules: corrections.map(({ correction }) => correction),
  };
}

const TYPED = new Set(['format', 'decimalSeparator', 'groupSeparator', 'scale', 'trueValues', 'falseValues']);

function textField(field: Field): Field {
  const others = Object.entries(field).filter(([key]) => !TYPED.has(key));
  // A field without the keys that belong to other types.
  return { ...(Object.fromEntries(others) as Field), type: 'STRING' };
}
