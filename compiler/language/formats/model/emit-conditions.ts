import { type Code, code, join, literals } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { emitMatcher } from '../../../emitting/patterns/emit.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';

/** Emits a list of conditions. `placeOf` emits the properties that say where the value is. */
export function emitConditions(
  conditions: readonly ConditionPlan[],
  placeOf: (condition: ConditionPlan) => Code,
  scope: Scope,
): Code {
  const emitted = conditions.map((condition) => emitCondition(condition, placeOf(condition), scope));
  return join(emitted, ', ', '[', ']');
}

function emitCondition({ values, startsWith, pattern }: ConditionPlan, place: Code, scope: Scope): Code {
  const parts = [
    place,
    ...(values.length === 0 ? [] : [code`values: ${literals(values)}`]),
    ...(startsWith.length === 0 ? [] : [code`startsWith: ${literals(startsWith)}`]),
    ...(pattern === null
      ? []
      : [code`matches: ${scope.include({ code: emitMatcher(pattern.matcher), imports: ['createMatcher'] })}`]),
  ];
  return join(parts, ', ', '{ ', ' }');
}
