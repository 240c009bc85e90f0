import { JsonText } from './json-pieces.ts';

/** A result or a run whose `errors` are JSON texts. */
interface Serialized {
  errors: readonly string[];
}

/** Returns what a response contains of a result or a run. Null remains null. */
export function withErrors<T extends Serialized>(result: T | null): object | null {
  return result === null ? null : { ...result, errors: result.errors.map((text) => new JsonText(text)) };
}
