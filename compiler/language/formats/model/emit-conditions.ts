import { type Code, code, join, literals } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { emitMatcher } from '../../../emitting/patterns/emit.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';

/**
 * Emits a list of conditions. `placeOf` emits the properties that say where the value is. `indent` is the indentation of a
 * list whose conditions have a line each.
 */
export function emitConditions(
  conditions: readonly ConditionPlan[],
  placeOf: (condition: ConditionPlan) => Code,
  scope: Scope,
  indent: Code | null = null,
): Code {
  const emitted = conditions.map((condition) => emitCondition(condition, placeOf(condition), scope));
  if (indent === null) return join(emitted, ', ', '[', ']');
  return code`[\n${emitted.map((one) => code`${indent}  ${one},\n`)}${indent}]`;
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
