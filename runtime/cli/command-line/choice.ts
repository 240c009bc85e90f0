import { UnknownWordError } from './failures.ts';

/**
 * Returns the item of `choices` that equals `written`. Throws UsageError if no item does. `what` names the flag or
 * operand in the message.
 */
export function readChoice<T extends string>(what: string, written: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === written);
  if (found !== undefined) return found;
  throw new UnknownWordError(`${what} takes one of ${choices.join(', ')}, not "${written}"`, {
    written,
    known: choices,
  });
}
