import { toDecimal, toInteger } from './number.ts';

/** Returns an input value of `check` as a STRING. Null if it is missing, undefined if it is not a string. */
export function toTextValue(value: unknown): string | null | undefined {
  return value === undefined || value === null ? null : typeof value === 'string' ? value : undefined;
}

/**
 * Returns an input value as canonical digits. Null if it is missing, undefined if it is not an integer in decimal
 * notation.
 */
export function toIntegerValue(value: unknown): string | null | undefined {
  return value === undefined || value === null ? null : (toInteger(digitsOf(value)) ?? undefined);
}

/**
 * Returns an input value as canonical digits. Null if it is missing, undefined if it is not a number in decimal
 * notation. A double with an exponent in its text is not one.
 */
export function toDecimalValue(value: unknown): string | null | undefined {
  return value === undefined || value === null ? null : (toDecimal(digitsOf(value), '.') ?? undefined);
}

/** Returns an input value as a BOOLEAN. Null if it is missing, undefined if it is not a boolean. */
export function toBooleanValue(value: unknown): boolean | null | undefined {
  return value === undefined || value === null ? null : typeof value === 'boolean' ? value : undefined;
}

/**
 * Returns the text of an input value if it is a date of the field's pattern. Null if the value is missing, undefined if
 * it is not a date.
 * @param dayOf parses the date; returns NaN for any other text
 */
export function toDateValue(value: unknown, dayOf: (text: string) => number): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && !Number.isNaN(dayOf(value)) ? value : undefined;
}

/** Returns an input value of the wrong type as the text that its issue reports. */
export function describeValue(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? 'an object' : String(value);
}

function digitsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
