import { type Code, code, commentText, nothing } from '../../emitting/code/literal.ts';
import { normalizeDecimal } from '../../kernel/values/number.ts';
import { decimalType } from '../types/decimal.ts';
import type { RuleContext, RuleField } from './rule-kind.ts';
import { required, text } from '../shape/create-shape.ts';

/** The key that MIN_VALUE and MAX_VALUE have. */
export const numberOperand = {
  value: required(text('A number with `.` before its decimals and without an exponent.', { min: 1 })),
};

/** Reports an operand that is not a number in plain notation. */
export function checkNumber({ value }: { readonly value: string }, { field, pointer, by, report }: RuleContext): void {
  if (decimalType.canonical(value, field) === null)
    report('invalid_operand', `${pointer}/value`, {
      by,
      value,
      expected: 'a number in plain notation, such as -12.50',
    });
}

/**
 * Returns the plan of a number rule: its operand as a canonical decimal number. An invalid operand is returned
 * unchanged.
 */
export function planNumber({ value }: { readonly value: string }, field: RuleField): { readonly bound: string } {
  return { bound: decimalType.canonical(value, field) ?? value };
}

/** Returns the operand of a number rule in a form that is equal for `1` and `1.0`. */
export function comparableNumber({ value }: { readonly value: string }, field: RuleField): string {
  return normalizeDecimal(decimalType.canonical(value, field) ?? value);
}

/** Returns a comment with the original bound of a scaled number. Empty if scaling did not change the number. */
export function explainScaled(scaled: number, bound: string): Code {
  return String(scaled) === bound ? nothing : code` // ${commentText(bound)}`;
}
