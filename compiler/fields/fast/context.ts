import type { ByteContext } from '../../bytes/byte-form.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';

/** What the parts of a fast module share. */
export interface FastContext extends ByteContext {
  readonly plan: Plan;
  /** Whether a field has no byte form, so that its only reader is the careful one. */
  isCareful(field: FieldPlan): boolean;
}
