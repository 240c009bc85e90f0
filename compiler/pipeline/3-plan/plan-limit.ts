import { encoderOf, type EncoderName } from '../../emitting/encoders/encoders.ts';
import type { Names } from '../../emitting/code/names.ts';
import { logicalOf } from '../../language/fields/message-fields.ts';
import type { FieldPlan, LimitPlan } from '../../language/plan/plan.ts';

/**
 * Returns what an encoding demands of the values of a field, or null. Its issue is FATAL, because no message can contain
 * a value that does not fit. Adds the name of the issue to `names`.
 */
export function planLimit(field: FieldPlan, encoder: EncoderName, names: Names): LimitPlan | null {
  const { name, limitOf } = encoderOf({ encoder });
  const limit = field.isPublished ? limitOf?.(logicalOf(field)) : null;
  if (limit === null || limit === undefined) return null;
  const { demand, test, operands } = limit;
  const issue = {
    constant: names.take(`${field.functionName[0]?.toLowerCase() ?? ''}${field.functionName.slice(1)}Limit`),
    severity: 'FATAL' as const,
    code: 'VALUE_DOES_NOT_FIT',
    ruleId: null,
    message: `${field.messageName} must ${demand} in ${name} messages`,
  };
  return { issue, test, operands };
}
