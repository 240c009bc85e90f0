import { literal } from '../4-emit/literal.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { type CorrectionContext, correctionKind } from './correction-kind.ts';

/** DEFAULT_IF_NULL: fills null and blank. */
export const defaultIfNull = correctionKind<'DEFAULT_IF_NULL', { defaultValue: string }>({
  correctionType: 'DEFAULT_IF_NULL',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  actsOn: 'NULL',
  // From nothing.
  grows: true,
  check({ defaultValue }, context) {
    // What corrections behind it make of the default is not worked out here.
    if (context.behind.length === 0) checkDefault(defaultValue, context);
  },
  plan: ({ defaultValue }) => ({ defaultValue }),
  sentence: ({ defaultValue }) => `${JSON.stringify(defaultValue)} where null`,
  befores: ({ defaultValue }, text) => (text === defaultValue ? [null] : []),
  correct: ({ defaultValue }) => literal(defaultValue),
});

/** A default that is not of the field's type, or that the field's own rules refuse. */
function checkDefault(defaultValue: string, { field, rules, pointer, by, report }: CorrectionContext): void {
  const type = typeKinds[field.type];
  let isSound = true;
  const note = () => (isSound = false);
  type.check(field, '', (code) => code.startsWith('invalid_') && note());
  if (!isSound) return;
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
  for (const rule of rules) {
    const kind = ruleKinds[rule.ruleType];
    isSound = kind.types.includes(field.type);
    if (isSound) kind.check(rule, { field, siblings: rules, pointer: '', by: '', report: note });
    if (isSound && kind.refuses(kind.plan(rule, field), value)) {
      report('default_refused', `${pointer}/defaultValue`, {
        by,
        value: defaultValue,
        field: field.name,
        rule: `rule "${rule.ruleId}"`,
      });
    }
  }
}
