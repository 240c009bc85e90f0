import { typeKinds } from '../types/type-kinds.ts';
import { type Code, code } from '../../emitting/code/literal.ts';
import type { FieldPlan } from '../plan/plan.ts';

/**
 * Returns the name of the method that reports an issue of a field. For a sensitive field, the method reports only the
 * length of the value.
 */
export function reportFunction({ sensitive }: FieldPlan): Code {
  return sensitive ? code`record.addMaskedIssue` : code`record.addIssue`;
}

/** Returns the TypeScript type of a field's value inside the readers. Numbers are strings of digits. */
export function readerType({ type }: FieldPlan): Code {
  return typeKinds[type].form === 'boolean' ? code`boolean | null` : code`string | null`;
}
