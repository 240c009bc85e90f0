import { code } from '../4-emit/literal.ts';
import { ruleKind } from './rule-kind.ts';

/** REQUIRED: the value is not null. It is the one rule that null breaks, and nothing else does. */
export const required = ruleKind<'REQUIRED', null>({
  ruleType: 'REQUIRED',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  plan: () => null,
  sentence: () => 'required',
  refuses: () => false,
  isBroken: () => code`false`,
});
