import { code } from '../../emitting/code/literal.ts';
import { truncate } from '../../kernel/values/text.ts';
import { compileExpression, type ReadableFields } from '../expressions/compile-expression.ts';
import { MAX_EXPRESSION } from '../expressions/model/syntax.ts';
import { readNames } from '../expressions/read-names.ts';
import { reportFaults } from '../expressions/report-faults.ts';
import { TYPE_WORDS } from '../expressions/functions/function.ts';
import { required, text } from '../shape/create-shape.ts';
import { type FieldType, typeKinds } from '../types/type-kinds.ts';
import { createRuleKind, ruleOfKind, type RuleContext } from './rule-kind.ts';

/** The maximum length of an expression in messages, in characters. */
const MAX_SHOWN = 200;

/** The plan of the rule's words. The plan of a relation has the expression itself. */
interface ExpressionRulePlan {
  readonly text: string;
}

/**
 * EXPRESSION: an expression over all fields of the record is true or null. The rule is checked after all fields were
 * read and computed.
 */
export const expressionRule = createRuleKind({
  ruleType: 'EXPRESSION',
  // The keys of the list of types are their names.
  types: Object.keys(typeKinds) as FieldType[],
  doc: 'An expression over all fields of the record is true or null. The issue lists the fields that it reads.',
  operands: {
    value: required(
      text('The expression, in a subset of CEL, such as `quantity * price == total`.', { min: 1, max: MAX_EXPRESSION }),
    ),
  },
  check({ value }, context) {
    const { pointer, by, report } = context;
    const compiled = compileExpression(value, { fields: readableFields(context), tables: context.tables }, by);
    reportFaults(compiled, `${pointer}/value`, report);
    const type = compiled.expression?.type ?? 'bool';
    if (type === 'bool' || type === 'null') return;
    const found = TYPE_WORDS[type];
    report('expression_type', `${pointer}/value`, { by, what: 'the result', expected: TYPE_WORDS.bool, found });
  },
  expression: ({ value }) => value,
  otherFieldsOf: ({ value }) => readNames(value),
  isCoveredBy: (rule, other) => ruleOfKind(rule, other)?.value === rule.value,
  plan: ({ value }): ExpressionRulePlan => ({ text: value }),
  sentence: ({ text: written }) => `satisfying ${truncate(written, MAX_SHOWN)}`,
  demand: ({ text: written }) => `satisfy ${truncate(written, MAX_SHOWN)}`,
  // The other values are unknown here.
  violates: () => false,
  // Relations evaluate the expression.
  isBroken: () => code`false`,
});

function readableFields({ fields }: RuleContext): ReadableFields {
  return new Map([...fields].map(([name, { type }]) => [name, typeKinds[type].expression.type]));
}
