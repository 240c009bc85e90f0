import { UnknownWordError } from './failures.ts';

/** Returns the choice that `written` names. `what` is the flag or operand for the message. Throws UsageError if there is none. */
export function readChoice<T extends string>(what: string, written: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === written);
  if (found !== undefined) return found;
  throw new UnknownWordError(`${what} takes one of ${choices.join(', ')}, not "${written}"`, {
    written,
    known: choices,
  });
}
