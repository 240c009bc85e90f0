import type { FieldPlan, Plan } from '../plan/plan.ts';
import { type Code, code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { CellForm } from './cell.ts';

/** What the fast readers of fields have in common. */
export interface FastContext {
  plan: Plan;
  scope: Scope;
  cell: CellForm;
  /** Most bytes that the corrections of a field make of fewer. */
  note(bytes: number): void;
  /** Whether a field has no byte form, so that its reader is the careful one. */
  isCareful(field: FieldPlan): boolean;
  /** Statements that are due when the day of the run is another: it is `day` then. */
  onDay: Code[];
}

/** A field in bytes: what it declares, and the statements of its reader. */
export interface ByteForm {
  declares: readonly Code[];
  body: readonly Code[];
}

/** What a null becomes: the statement for a field whose rules and corrections let it be null, else a refusal. */
export function emitNull(field: FieldPlan, scope: Scope): Code {
  return isEverNull(field) ? code`return ${scope.use('writeNull')}(output, length);` : code`return -1;`;
}

/** Whether a null may stay what it is. */
export function isEverNull({ requiredRules, corrections }: FieldPlan): boolean {
  return requiredRules.length === 0 && corrections.every(({ correctionType }) => correctionType !== 'DEFAULT_IF_NULL');
}

/** Whether a null text could be read as a number or a date. */
export function hasDigits(texts: readonly string[]): boolean {
  return texts.some((text) => /[0-9]/.test(text));
}
