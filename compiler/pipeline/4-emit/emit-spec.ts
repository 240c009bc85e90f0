import { hasRecordTypes } from '../1-read/record-views.ts';
import type { AnySpec } from '../1-read/spec-shape.ts';
import { createPlan } from '../3-plan/create-plan.ts';
import { planRecordTypes } from '../3-plan/plan-record-types.ts';
import { DEFAULT_ENCODER, type EncoderName } from '../../emitting/encoders/encoders.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import type { Plan } from '../../language/plan/plan.ts';
import type { RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { emitFast } from './emit-fast.ts';
import { emitFastTypes } from './emit-fast-types.ts';
import { emitModule } from './emit-module.ts';
import { emitRecordTypes } from './emit-record-types.ts';

/** The plan of a spec, and the source text of its module. `fastSource` is null if it has no fast reader. */
export type EmittedSpec = { readonly source: string; readonly fastSource: string | null } & (
  | { readonly kind: 'SINGLE'; readonly plan: Plan<Format> }
  | { readonly kind: 'TYPED'; readonly plan: RecordTypesPlan }
);

/** Plans and emits a spec that has passed all checks without an error. `version` is the version of the spec, and `encoder` the encoding of the messages. */
export function emitSpec(spec: AnySpec, version: string, encoder: EncoderName = DEFAULT_ENCODER): EmittedSpec {
  if (hasRecordTypes(spec)) {
    const plan = planRecordTypes(spec, version, encoder);
    const fast = emitFastTypes(plan);
    return { kind: 'TYPED', plan, source: emitRecordTypes(plan, fast), fastSource: fast?.source ?? null };
  }
  const plan = createPlan(spec, version, encoder);
  const fast = emitFast(plan);
  return { kind: 'SINGLE', plan, source: emitModule(plan, fast), fastSource: fast?.source ?? null };
}
