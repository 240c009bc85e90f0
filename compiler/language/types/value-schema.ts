import { normalizeDecimal } from '../../kernel/values/number.ts';

/** The JSON Schema type of a value in the message. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean';

/** Keywords of a JSON Schema (draft 2020-12). */
export type SchemaKeywords = { readonly [keyword: string]: unknown };

/**
 * Converts a canonical decimal number to a JavaScript number for a JSON Schema. Returns null if a double cannot
 * represent it exactly, or if JavaScript formats it with an exponent.
 */
export function exactNumber(digits: string): number | null {
  return String(Number(digits)) === normalizeDecimal(digits) ? Number(digits) : null;
}
