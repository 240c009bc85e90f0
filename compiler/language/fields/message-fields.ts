import type { MessageField, ValueForm } from '../../emitting/encoders/model/encoder.ts';
import type { FieldPlan, Plan } from '../plan/plan.ts';
import { typeKinds } from '../types/type-kinds.ts';

/** Returns the fields of a message, in their order. */
export function messageFieldsOf({ fields, numbersAs }: Plan): MessageField[] {
  return fields.filter(({ isPublished }) => isPublished).map((field) => messageFieldOf(field, numbersAs));
}

/** Returns a field as encoders see it. */
export function messageFieldOf(field: FieldPlan, numbersAs: Plan['numbersAs']): MessageField {
  const { name, key, isNeverNull } = field;
  return { name, key, form: formOf(field, numbersAs), isNullable: !isNeverNull };
}

/** Returns what the values of a field are in the readers. */
export function formOf({ type }: Pick<FieldPlan, 'type'>, numbersAs: Plan['numbersAs']): ValueForm {
  const { form, isNumber } = typeKinds[type];
  if (form === 'boolean') return 'BOOLEAN';
  return isNumber !== false && numbersAs === 'NUMBER' ? 'NUMBER' : 'TEXT';
}
