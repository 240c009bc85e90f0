import { type Code, code } from '../../emitting/code/literal.ts';
import { presenceOf } from '../../emitting/dates/plan/fields.ts';
import { choice, required, text } from '../shape/create-shape.ts';
import { patternOf, planDates } from '../types/date.ts';
import { typesWhere, typeKinds } from '../types/type-kinds.ts';
import { createRuleKind, ruleOfKind, type RuleContext, type RuleField } from './rule-kind.ts';

const operators = ['=', '!=', '<', '<=', '>', '>='] as const;

/** A relation between the value of the rule's field and that of another field. */
export type CompareOperator = (typeof operators)[number];

/** The comparison of a COMPARE rule. */
export interface Comparison {
  readonly operator: CompareOperator;
  /** The name of the other field. */
  readonly other: string;
  /** How the values are compared. */
  readonly by: 'TEXT' | 'NUMBER' | 'DAY' | null;
}

/**
 * COMPARE: the value has a relation to the value of another field of the record. Numbers are compared exactly, dates by
 * their day, and texts by code points.
 */
export const compare = createRuleKind({
  ruleType: 'COMPARE',
  types: typesWhere(({ comparesAs }) => comparesAs !== null),
  doc: 'The value is equal to, less or greater than the value of another field. Null in either field breaks nothing.',
  operands: {
    operator: required(choice('The relation that the value must have to the other value.', operators)),
    other: required(text('The name of the other field, which has the same type.')),
  },
  check({ operator, other }, context) {
    const { fields, field, pointer, by, report } = context;
    const related = fields.get(other);
    if (related === undefined) return;
    if (other === field.name) report('compared_with_itself', `${pointer}/other`, { by, field: other });
    else if (related.type !== field.type)
      report('compared_types_differ', `${pointer}/other`, {
        by,
        field: field.name,
        type: field.type,
        other,
        otherType: related.type,
      });
    else if (typeKinds[field.type].comparesAs === 'DAY') checkTimes(operator, related, context);
  },
  otherField: ({ other }) => other,
  renameFields: (rule, nowOf) => ({ ...rule, other: nowOf(rule.other) }),
  operand: ({ operator, other }) => `${operator} ${other}`,
  isCoveredBy(rule, other) {
    const before = ruleOfKind(rule, other);
    return before !== null && before.other === rule.other && impliesOperator(before.operator, rule.operator);
  },
  plan: ({ operator, other }, { type }): Comparison => ({ operator, other, by: typeKinds[type].comparesAs }),
  sentence: ({ operator, other, by }) => `${(by === 'DAY' ? DATE_WORDS : WORDS)[operator]} ${other}`,
  // The other value is unknown here.
  violates: () => false,
  isBroken({ operator, by }, { text: own, day, other }, _, scope) {
    const related = other ?? { text: own, day };
    const broken = brokenOperator(operator);
    if (by === 'DAY') return code`${day} ${broken} ${related.day}`;
    if (by === 'TEXT' && (operator === '=' || operator === '!=')) return code`${own} ${broken} ${related.text}`;
    const compared = scope.use(by === 'TEXT' ? 'compareCodePoints' : 'compareDecimals');
    return code`${compared}(${own}, ${related.text}) ${broken} 0`;
  },
  inBytes: ({ operator, by }, _, { scope }) => ({
    compared(own, other) {
      const broken = brokenOperator(operator);
      if (by !== 'DAY') {
        const compared = scope.use(by === 'TEXT' ? 'compareTextValues' : 'compareNumberValues');
        return [code`return ${compared}(${own}, ${other}) ${broken} 0;`];
      }
      const parse = scope.use('parseDateValue');
      return [
        code`const day = ${parse}(${own});`,
        code`const otherDay = ${parse}(${other});`,
        code`// 0 is a date of an unusual form.`,
        code`return day === 0 || otherDay === 0 || day ${broken} otherDay;`,
      ];
    },
  }),
});

/** Returns the generated operator that is true if the relation does not hold. */
function brokenOperator(operator: CompareOperator): Code {
  return OPPOSITES[operator];
}

const OPPOSITES: Readonly<Record<CompareOperator, Code>> = {
  '=': code`!==`,
  '!=': code`===`,
  '<': code`>=`,
  '<=': code`>`,
  '>': code`<=`,
  '>=': code`<`,
};

/** The relations that hold whenever a relation holds, besides itself. */
const IMPLIED: Readonly<Record<CompareOperator, readonly CompareOperator[]>> = {
  '=': ['<=', '>='],
  '!=': [],
  '<': ['<=', '!='],
  '<=': [],
  '>': ['>=', '!='],
  '>=': [],
};

/** Returns whether the second relation holds for all values for which the first one holds. */
function impliesOperator(first: CompareOperator, second: CompareOperator): boolean {
  return first === second || IMPLIED[first].includes(second);
}

const WORDS: Readonly<Record<CompareOperator, string>> = {
  '=': 'equal to',
  '!=': 'different from',
  '<': 'less than',
  '<=': 'at most',
  '>': 'greater than',
  '>=': 'at least',
};

const DATE_WORDS: Readonly<Record<CompareOperator, string>> = {
  '=': 'the same day as',
  '!=': 'another day than',
  '<': 'before',
  '<=': 'on or before',
  '>': 'after',
  '>=': 'on or after',
};

/** Warns that only the days are compared if one of the formats contains a time. */
function checkTimes(operator: CompareOperator, other: RuleField, { field, pointer, by, report }: RuleContext): void {
  const timed = [field, other].find(hasTime);
  if (timed !== undefined)
    report('time_not_compared', `${pointer}/operator`, { by, operator, field: timed.name, format: patternOf(timed) });
}

function hasTime(field: RuleField): boolean {
  const planned = planDates(field);
  return (
    planned.kind === 'ok' &&
    (['hour', 'clockHour', 'minute'] as const).some((part) => presenceOf(planned.layout, part) !== 'never')
  );
}
