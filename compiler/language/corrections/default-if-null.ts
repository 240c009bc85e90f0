import { literal } from '../../emitting/code/literal.ts';
import { allowedLengths } from '../rules/allowed-lengths.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { allTypes, typeKinds } from '../types/type-kinds.ts';
import { isBlank, utf8Length } from '../../kernel/values/text.ts';
import { type CorrectionContext, createCorrectionKind } from './correction-kind.ts';
import { required, text as textShape } from '../shape/create-shape.ts';

/** DEFAULT_IF_NULL: replaces null and blank text with a default. */
export const defaultIfNull = createCorrectionKind({
  correctionType: 'DEFAULT_IF_NULL',
  otherKeys: ['default', 'fallback'],
  types: allTypes,
  doc: 'Replaces null and blank text with a default.',
  operands: { defaultValue: required(textShape('The default, written as in the file.', { min: 1 })) },
  actsOn: 'NULL',
  changesOnly: 'NULL',
  fallback: ({ defaultValue }) => ({ key: 'defaultValue', text: defaultValue }),
  // Null has no length, so any default is longer.
  grows: true,
  check({ defaultValue }, context) {
    // If other corrections follow, they change the default, so its final text is unknown here.
    if (context.isLast) checkDefault(defaultValue, context);
  },
  plan: ({ defaultValue }) => ({ defaultValue }),
  sentence: ({ defaultValue }) => `${JSON.stringify(defaultValue)} if null`,
  findInputs: ({ defaultValue }, text) => (text === defaultValue ? [null] : []),
  correct: ({ defaultValue }) => literal(defaultValue),
  apply: ({ defaultValue }, text) => (text === null || isBlank(text) ? defaultValue : text),
  canOutgrow: ({ defaultValue }, _, maxBytes) => utf8Length(defaultValue) > maxBytes,
  inBytes: () => ({ step: 'default' }),
});

/** Reports a default that is not of the field's type or that violates a rule of the field. */
function checkDefault(defaultValue: string, { field, rules, pointer, by, report }: CorrectionContext): void {
  const type = typeKinds[field.type];
  let isValid = true;
  const markInvalid = () => (isValid = false);
  type.check(field, '', (code) => code.startsWith('invalid_') && markInvalid());
  if (!isValid) return;
  const value = type.parse(defaultValue, type.plan(field));
  if (value === null) {
    report('value_not_of_type', `${pointer}/defaultValue`, {
      by,
      value: defaultValue,
      field: field.name,
      type: field.type,
    });
    return;
  }
  const lengths = allowedLengths(rules);
  for (const rule of rules) {
    const kind = ruleKinds[rule.ruleType];
    isValid = kind.types.includes(field.type);
    if (isValid)
      kind.check(rule, { field, lengths, fields: new Map(), tables: [], pointer: '', by: '', report: markInvalid });
    if (isValid && kind.violates(kind.plan(rule, field), value)) {
      report('default_refused', `${pointer}/defaultValue`, {
        by,
        value: defaultValue,
        field: field.name,
        rule: `rule "${rule.ruleId}"`,
      });
    }
  }
}
