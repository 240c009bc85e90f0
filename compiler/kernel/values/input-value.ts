import { isInstantText } from './dates/instants.ts';
import { toDecimal, toInteger } from './number.ts';

/**
 * Returns a STRING value that was passed to `check`. Null if it is undefined or null. Undefined if it is not a string.
 */
export function toTextValue(value: unknown): string | null | undefined {
  return value === undefined || value === null ? null : typeof value === 'string' ? value : undefined;
}

/**
 * Returns an INTEGER value that was passed to `check` as canonical digits. Null if it is undefined or null. Undefined
 * if it is not an integer in decimal notation.
 */
export function toIntegerValue(value: unknown): string | null | undefined {
  return value === undefined || value === null ? null : (toInteger(digitsOf(value)) ?? undefined);
}

/**
 * Returns a DECIMAL value that was passed to `check` as canonical digits. Null if it is undefined or null. Undefined if
 * it is not a number in decimal notation. A number such as 1e21, whose text has an exponent, is not in decimal
 * notation.
 */
export function toDecimalValue(value: unknown): string | null | undefined {
  return value === undefined || value === null ? null : (toDecimal(digitsOf(value), '.') ?? undefined);
}

/**
 * Returns a BOOLEAN value that was passed to `check`. Null if it is undefined or null. Undefined if it is not a
 * boolean.
 */
export function toBooleanValue(value: unknown): boolean | null | undefined {
  return value === undefined || value === null ? null : typeof value === 'boolean' ? value : undefined;
}

/**
 * Returns a DATE value that was passed to `check` as its text. Null if it is undefined or null. Undefined if it is not
 * a date in the field's format.
 * @param dayOf parses a date in the field's format; returns NaN for any other text
 */
export function toDateValue(value: unknown, dayOf: (text: string) => number): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && !Number.isNaN(dayOf(value)) ? value : undefined;
}

/**
 * Returns a TIME value that was passed to `check` as its text. Null if it is undefined or null. Undefined if it is not a
 * time of the form HH:mm:ss.
 * @param timeOf parses a time; returns null for any other text
 */
export function toTimeValue(value: unknown, timeOf: (text: string) => string | null): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && timeOf(value) === value ? value : undefined;
}

/** Returns a TIMESTAMP value that was passed to `check` as its text, if it is an instant of RFC 3339. */
export function toTimestampValue(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && isInstantText(value) ? value : undefined;
}

/** Returns the text with which an issue reports a value of a wrong type. For an object, this is `an object`. */
export function describeValue(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? 'an object' : String(value);
}

function digitsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
