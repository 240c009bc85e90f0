import { type Code, code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { ByteField } from './byte-form.ts';

/** Returns the statement for a null: it writes null if the field can be null, and else returns -1. */
export function emitNull({ canBeNull }: ByteField, scope: Scope): Code {
  return canBeNull ? code`return ${scope.use('writeNull')}(output, length);` : code`return -1;`;
}

/** Whether a text that means null could also be read as a number or a date. */
export function hasDigits(texts: readonly string[]): boolean {
  return texts.some((text) => /[0-9]/.test(text));
}
