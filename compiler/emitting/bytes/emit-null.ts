import { type Code, code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { ByteField } from './byte-form.ts';

/**
 * Returns the statement for a null value. It writes null if the field may be null. Otherwise it returns -1, so that the
 * careful reader reports the issue.
 */
export function emitNull({ canBeNull, ending }: ByteField, scope: Scope): Code {
  if (!canBeNull) return code`return -1;`;
  return code`return ${ending?.null ?? code`${scope.use('writeNull')}(output, length)`};`;
}

/** Returns whether any of the texts contains a digit, so that it could also be read as a number or a date. */
export function hasDigits(texts: readonly string[]): boolean {
  return texts.some((text) => /[0-9]/.test(text));
}
