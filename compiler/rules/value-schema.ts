import { plainDecimal } from '../kernel/values/number.ts';

/** How a value stands in the message, in the words of JSON Schema. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean';

/** Keywords of a JSON Schema, draft 2020-12. */
export type SchemaKeywords = { readonly [keyword: string]: unknown };

/** A canonical number as one of JSON Schema; null where JSON's writers would not keep it exactly. */
export function exactNumber(digits: string): number | null {
  return String(Number(digits)) === plainDecimal(digits) ? Number(digits) : null;
}
