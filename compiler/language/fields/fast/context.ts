import type { ByteContext } from '../../../emitting/bytes/byte-form.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import type { Stages } from './stages.ts';

/** What the emitters of a fast module share, including the plan of the spec. */
export interface FastContext extends ByteContext {
  readonly plan: Plan;
  /** The fields whose values rules of the file need. */
  readonly observed: ReadonlySet<FieldPlan>;
  /** Those of them that are added up. */
  readonly summed: ReadonlySet<FieldPlan>;
  /** When and where each field is written. */
  readonly stages: Stages;
  /** Returns whether functions of the field read its cell in each record. */
  isCell(field: FieldPlan): boolean;
  /** Returns whether the fast reader cannot read the field, so that the careful reader always reads it. */
  isCareful(field: FieldPlan): boolean;
}
