import type { MessageField, ValueForm } from '../../emitting/encoders/model/encoder.ts';
import type { LogicalType } from '../../emitting/encoders/model/logical-type.ts';
import type { FieldPlan, Plan } from '../plan/plan.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';

/** Returns the fields of a message, in their order. */
export function messageFieldsOf({ fields, numbersAs }: Plan): MessageField[] {
  return fields.filter(({ isPublished }) => isPublished).map((field) => messageFieldOf(field, numbersAs));
}

/** Returns a field as encoders see it. */
export function messageFieldOf(field: FieldPlan, numbersAs: Plan['numbersAs']): MessageField {
  const { messageName: name, key, type, operand, isNeverNull } = field;
  const form = formOf(field, numbersAs);
  const bounds = { minimum: boundOf(field, 'minimum'), maximum: boundOf(field, 'maximum') };
  const logical = logicalOf(field);
  return {
    name,
    key,
    form,
    type,
    logical,
    isNullable: !isNeverNull,
    scale: typeKinds[type].scaleOf(operand),
    ...bounds,
  };
}

/** Returns what the values of a field are for encodings with types of their own. */
export function logicalOf({ type, operand, isLong }: FieldPlan): LogicalType {
  return typeKinds[type].logicalOf(operand, { isLong });
}

/** Returns what the values of a field are in the readers. */
export function formOf({ type }: Pick<FieldPlan, 'type'>, numbersAs: Plan['numbersAs']): ValueForm {
  const { form, isNumber } = typeKinds[type];
  if (form === 'boolean') return 'BOOLEAN';
  return isNumber !== false && numbersAs === 'NUMBER' ? 'NUMBER' : 'TEXT';
}

/** Returns the bound of numbers that the FATAL rules of a field set, or null. */
function boundOf({ type, operand, rules }: FieldPlan, keyword: 'minimum' | 'maximum'): number | null {
  const { type: jsonType } = typeKinds[type].schema(operand, 'NUMBER');
  const bounds = rules
    .filter(({ severity }) => severity === 'FATAL')
    .map(({ ruleType, operand: own }) => ruleKinds[ruleType].schema(own, jsonType)[keyword])
    .filter((bound) => typeof bound === 'number');
  if (bounds.length === 0) return null;
  return keyword === 'minimum' ? Math.max(...bounds) : Math.min(...bounds);
}
