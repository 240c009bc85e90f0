import { type Code, code } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { hasFastJson } from './emit-fast.ts';
import type { JsonPlan } from './plan.ts';

/**
 * Emits the function that finds the type of a record by the value at one place of its line. Specs of documents, with
 * records in others, or whose types are selected by values at several places, have no such function.
 */
export function emitFindType({ types }: RecordTypesPlan, scope: Scope): Code[] | null {
  // This format created the plans.
  const plans = types.map(({ plan }) => plan.formatOperand as JsonPlan);
  const columns = new Set(plans.flatMap(({ when }) => (when ?? []).map(({ column }) => column)));
  if (columns.size !== 1 || plans.some(({ recordPath }) => recordPath !== null) || !plans.some(hasFastJson))
    return null;
  return [
    code`/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number, layout: unknown): number {
  // The record source of JSON Lines provides this layout.
  return (layout as ${scope.useType('JsonTypesLayout')}).findType(at);
}`,
  ];
}
