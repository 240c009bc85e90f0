import type { ByteContext } from '../../bytes/byte-form.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';

/** What the parts of a fast module share. */
export interface FastContext extends ByteContext {
  readonly plan: Plan;
  /** Whether no code can read the field from bytes, so that only the careful reader reads it. */
  isCareful(field: FieldPlan): boolean;
}
