import type { RuleContext } from './rule-kind.ts';
import { required, text } from '../shape/create-shape.ts';

const MAX_OPERAND = 1_073_741_824;

/**
 * Converts the operand of a length rule to a number of code points. Returns null if it is not a whole number from 0 to
 * 1,073,741,824.
 */
export function parseLength(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const length = Number(text);
  return length > MAX_OPERAND ? null : length;
}

/** The key that MIN_LENGTH and MAX_LENGTH have. */
export const lengthOperand = { value: required(text('A whole number of code points.', { min: 1 })) };

/** Reports an operand that is not a whole number from 0 to 1,073,741,824. */
export function checkLength({ value }: { readonly value: string }, { pointer, by, report }: RuleContext): void {
  if (parseLength(value) === null)
    report('invalid_operand', `${pointer}/value`, { by, value, expected: 'a whole number from 0 to 1073741824' });
}

/** Returns the plan of a length rule: its operand as a number. An invalid operand counts as 0. */
export function planLength({ value }: { readonly value: string }): { readonly length: number } {
  return { length: parseLength(value) ?? 0 };
}

/** Returns a length in words: `1 character`. */
export function describeLength({ length }: { readonly length: number }): string {
  return `${length} ${length === 1 ? 'character' : 'characters'}`;
}

/** The automaton of a length rule with a larger operand would be too large. */
const MAX_PATTERN_LENGTH = 1000;

/** Returns the regular expression that `write` returns for an operand, or null if its automaton would be too large. */
export function patternOfLength(operand: string, write: (length: number) => string): string | null {
  const length = Number(operand);
  return length > MAX_PATTERN_LENGTH ? null : write(length);
}
