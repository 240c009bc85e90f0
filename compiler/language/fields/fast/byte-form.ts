import type { ByteField, ByteForm } from '../../../emitting/bytes/byte-form.ts';
import { hasStep } from '../../../emitting/bytes/steps.ts';
import { correctionKinds } from '../../corrections/correction-kinds.ts';
import { Scope } from '../../../emitting/code/scope.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { ruleKinds } from '../../rules/rule-kinds.ts';
import { typeKinds } from '../../types/type-kinds.ts';
import type { FastContext } from './context.ts';
import { endingOf } from './ending.ts';
import { placeOf } from './relation-bytes.ts';

/** Returns the code that copies a field from bytes; null if only the careful reader can read the field. */
export function createByteForm(field: FieldPlan, context: FastContext): ByteForm | null {
  return typeKinds[field.type].inBytes(field.operand, toByteField(field, context), context);
}

/** Returns whether the fast reader can read a field. */
export function hasByteForm(field: FieldPlan, context: FastContext): boolean {
  return createByteForm(field, context) !== null;
}

/** Returns which keys of a field are the reason why it has no byte form. */
export function findSlowKeys(field: FieldPlan, context: FastContext): string[] {
  const { type, corrections, rules } = field;
  // What is tried here is not part of the module.
  const apart = { ...context, scope: new Scope(), onDay: [], reserveGrowth: () => {} };
  const plain = { ...field, corrections: [], rules: [] };
  if (!hasByteForm(plain, apart)) return [`the type ${type} with its settings`];
  const alone = [
    ...corrections
      .filter((correction) => !hasByteForm({ ...plain, corrections: [correction] }, apart))
      .map(({ correctionType }) => `the correction ${correctionType}`),
    ...rules
      .filter((rule) => !hasByteForm({ ...plain, rules: [rule] }, apart))
      .map(({ ruleType }) => `the rule ${ruleType}`),
  ];
  if (alone.length > 0) return [...new Set(alone)];
  const all = [...corrections.map(({ correctionType }) => correctionType), ...rules.map(({ ruleType }) => ruleType)];
  return [[...new Set(all)].join(' and ')];
}

function toByteField(field: FieldPlan, context: FastContext): ByteField {
  const { corrections, requiredRules, rules } = field;
  const steps = corrections.map(({ correctionType, operand, declares }) =>
    correctionKinds[correctionType].inBytes(operand, declares),
  );
  return {
    corrections: steps,
    rules: rules.map(({ ruleType, operand, declares }) => ruleKinds[ruleType].inBytes(operand, declares, context)),
    canBeNull: requiredRules.length === 0 && !hasStep(steps, 'default'),
    ending: endingOf(field, context),
    place: context.summed.has(field) ? placeOf(field) : null,
  };
}
