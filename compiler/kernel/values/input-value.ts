import { toDecimal, toInteger } from './number.ts';

export function toTextValue(given: unknown): string | null | undefined {
  return given === undefined || given === null ? null : typeof given === 'string' ? given : undefined;
}

export function toIntegerValue(given: unknown): string | null | undefined {
  return given === undefined || given === null ? null : (toInteger(digitsOf(given)) ?? undefined);
}

export function toDecimalValue(given: unknown): string | null | undefined {
  return given === undefined || given === null ? null : (toDecimal(digitsOf(given), '.') ?? undefined);
}

export function toBooleanValue(given: unknown): boolean | null | undefined {
  return given === undefined || given === null ? null : typeof given === 'boolean' ? given : undefined;
}

/** A text whose day the module can tell. */
export function toDateValue(given: unknown, dayOf: (text: string) => number): string | null | undefined {
  if (given === undefined || given === null) return null;
  return typeof given === 'string' && !Number.isNaN(dayOf(given)) ? given : undefined;
}

/** What an issue tells of a member that is not of its type. */
export function describeValue(given: unknown): string {
  return typeof given === 'string' ? given : typeof given === 'object' ? 'an object' : String(given);
}

function digitsOf(given: unknown): string {
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'bigint' ? String(given) : '';
}
