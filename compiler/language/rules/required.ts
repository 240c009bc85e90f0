import { allTypes } from '../types/type-kinds.ts';
import { code } from '../../emitting/code/literal.ts';
import { createRuleKind } from './rule-kind.ts';

/**
 * REQUIRED: the value is not null. It is the only rule that null violates. Generated code checks it separately, so
 * `isBroken` is always false.
 */
export const required = createRuleKind({
  ruleType: 'REQUIRED',
  types: allTypes,
  doc: 'The value is not null.',
  operands: {},
  checksNull: true,
  plan: () => null,
  sentence: () => 'required',
  violates: () => false,
  isBroken: () => code`false`,
});
