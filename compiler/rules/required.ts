import { code } from '../code/literal.ts';
import { ruleKind } from './rule-kind.ts';

/** REQUIRED: the value is not null. The only rule that null violates. */
export const required = ruleKind<'REQUIRED', null>({
  ruleType: 'REQUIRED',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  plan: () => null,
  sentence: () => 'required',
  refuses: () => false,
  isBroken: () => code`false`,
});
