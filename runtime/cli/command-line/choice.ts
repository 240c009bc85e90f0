import { UsageError } from './failures.ts';
import { nearestWord } from './nearest.ts';

/** Returns the choice that `written` names. `what` is the flag or operand for the message. Throws UsageError if there is none. */
export function readChoice<T extends string>(what: string, written: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === written);
  if (found !== undefined) return found;
  const near = nearestWord(written, choices);
  throw new UsageError(
    `${what} takes one of ${choices.join(', ')}, not "${written}"`,
    near === null ? null : `did you mean ${near}?`,
  );
}
