import { code, literal } from '../../emitting/code/literal.ts';
import { required, text } from '../shape/create-shape.ts';
import { createRuleKind } from './rule-kind.ts';

/** STARTS_WITH: the value begins with a text. */
export const startsWith = createRuleKind({
  ruleType: 'STARTS_WITH',
  types: ['STRING'],
  doc: 'STRING: the value begins with this text.',
  operands: { prefix: required(text('A text.', { min: 1 })) },
  plan: ({ prefix }) => ({ prefix }),
  sentence: ({ prefix }) => `a text that starts with ${JSON.stringify(prefix)}`,
  demand: ({ prefix }) => `start with ${JSON.stringify(prefix)}`,
  violates: ({ prefix }, value) => !value.startsWith(prefix),
  boundaryValues: ({ prefix }) => ({ values: [prefix, `${prefix}1`], outside: [`x${prefix}`] }),
  isBroken: ({ prefix }, { text: value }) => code`!${value}.startsWith(${literal(prefix)})`,
});
