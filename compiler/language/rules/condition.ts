import { normalizeDecimal } from '../../kernel/values/number.ts';
import { boolean, list, object, optional, required, text } from '../shape/create-shape.ts';
import type { KeyValues } from '../shape/shape.ts';
import { type FieldType, typeKinds, type typeKeys } from '../types/type-kinds.ts';

/** A field with its name, its type and the keys of all types. */
type ConditionField = { readonly name: string; readonly type: FieldType } & KeyValues<typeof typeKeys>;

/** The keys of a condition. Exactly one of `values` and `isNull` is set. */
const keys = {
  field: required(text('The name of the field whose value decides.')),
  values: optional(
    list('The rule is checked only if the value is one of these, as in the message.', text('A value.'), { min: 1 }),
  ),
  isNull: optional(boolean('The rule is checked only if the value is null (`true`) or is not null (`false`).')),
};

/** The shape of the key `when` of a rule. */
export const conditionShape = object('The condition under which the rule is checked. Default: always.', keys);

/** The condition of a rule as its author wrote it. */
export type Condition = KeyValues<typeof keys>;

/** The plan of a condition. */
export interface ConditionPlan {
  /** The name of the field whose value decides. */
  readonly field: string;
  /** Whether the value must be null, or must not be. Null if `values` decides. */
  readonly isNull: boolean | null;
  /** The values in the form in which they are compared: numbers without superfluous zeros. */
  readonly values: readonly string[];
}

/** Returns the plan of a condition. `field` is the field whose value decides. */
export function planCondition({ field: name, values = [], isNull }: Condition, field: ConditionField): ConditionPlan {
  const compared = values.map((value) => comparableValue(value, field) ?? value);
  return { field: name, isNull: isNull ?? null, values: [...new Set(compared)] };
}

/** Returns the form in which a value of a condition is compared, or null if it is not of the type of the field. */
export function comparableValue(value: string, field: ConditionField): string | null {
  const canonical = typeKinds[field.type].canonical(value, field);
  return canonical !== null && isNumber(field) ? normalizeDecimal(canonical) : canonical;
}

/** Returns whether values of a field are compared as numbers. */
export function isNumber({ type }: Pick<ConditionField, 'type'>): boolean {
  return typeKinds[type].isNumber !== false;
}

const MAX_LISTED = 20;

/** Describes a condition: `when method is SEPA`. */
export function describeCondition({ field, isNull, values = [] }: Condition | ConditionPlan): string {
  if (typeof isNull === 'boolean') return `when ${field} is ${isNull ? '' : 'not '}null`;
  const more = values.length > MAX_LISTED ? ` and ${values.length - MAX_LISTED} more` : '';
  return `when ${field} is ${values.length > 1 ? 'one of ' : ''}${values.slice(0, MAX_LISTED).join(', ')}${more}`;
}
