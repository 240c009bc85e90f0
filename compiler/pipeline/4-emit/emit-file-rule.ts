import { typeKinds } from '../../language/types/type-kinds.ts';
import { type Code, code, commentText, join, literal, name, nothing } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitSetting } from '../../language/formats/model/settings.ts';
import type { FieldPlan } from '../../language/plan/plan.ts';
import type { FileRuleField, FileRulePlan, MeasurePlan } from '../../language/plan/record-types-plan.ts';
import { isNumber } from '../../language/rules/condition.ts';
import { dayParser } from '../../language/types/date.ts';

/** Returns a rule of a file as an item of an array literal. */
export function emitFileRule(rule: FileRulePlan, scope: Scope): Code {
  return code`    // ${commentText(`${rule.message} (${rule.severity}).`)}
    {
      code: ${literal(rule.code)} as const,
      ruleId: ${literal(rule.ruleId)},
      severity: ${literal(rule.severity)} as const,
      message: ${literal(rule.message)},
      scope: ${rule.scope},
      isMasked: ${emitSetting(rule.isMasked)},
${emitDemand(rule, scope)}
    },`;
}

function emitDemand(rule: FileRulePlan, scope: Scope): Code {
  switch (rule.code) {
    case 'COUNT_RANGE':
      return code`      found: ${emitMeasure(rule.found, scope)},
      min: ${rule.min},
      max: ${rule.max === Infinity ? code`Infinity` : code`${rule.max}`},`;
    case 'UNIQUE':
      return emitUnique(rule, scope);
    case 'ORDERED':
      return emitOrder(rule, scope);
    case 'COUNT_EQUALS':
    case 'SUM_EQUALS': {
      const { total, other } = rule;
      return code`      found: ${emitMeasure(rule.found, scope)},
      total: ${total === null ? code`null` : code`{ type: ${total.type}, value: ${emitField(total)} }`},
      other: ${other === null ? code`null` : emitMeasure(other, scope)},
      modulus: ${emitSetting(rule.modulus)},`;
    }
    default:
      return rule satisfies never;
  }
}

function emitOrder(
  { field, values, type, isDescending }: Extract<FileRulePlan, { code: 'ORDERED' }>,
  scope: Scope,
): Code {
  const own = code`values.${name(field.key)}`;
  const plan = typeKinds[field.type].datePlan(field.operand);
  const day = plan === null ? null : dayParser(plan, scope);
  const value = day === null ? own : code`(${own} === null ? null : String(${day}(${own})))`;
  return code`      type: ${type},
      value: (values: ${name(values)}) => ${value},
      isNumber: ${emitSetting(day !== null || isNumber(field))},
      isDescending: ${emitSetting(isDescending)},`;
}

function emitUnique({ fields, values, type }: Extract<FileRulePlan, { code: 'UNIQUE' }>, scope: Scope): Code {
  const keys = fields.map((field) => {
    const own = code`values.${name(field.key)}`;
    if (typeKinds[field.type].form === 'string' && !isNumber(field)) return own;
    const text = isNumber(field) ? code`${scope.use('normalizeDecimal')}(${own})` : code`String(${own})`;
    const value = code`${own} === null ? null : ${text}`;
    // The body of an arrow function needs parentheses, an element of a list does not.
    return fields.length === 1 ? code`(${value})` : value;
  });
  const [first = code`null`] = keys;
  const key = keys.length === 1 ? first : code`${scope.use('joinKey')}(${join(keys, ', ', '[', ']')})`;
  return code`      type: ${type},
      key: (values: ${name(values)}) => ${key},
      parts: ${emitParts(fields)},`;
}

/** Returns a list of the parts of a key. Biome writes each object of a list on a line of its own if there are several. */
function emitParts(fields: readonly FieldPlan[]): Code {
  const parts = fields.map(emitPart);
  return parts.length === 1 ? join(parts, ', ', '[', ']') : join(parts, ',\n        ', '[\n        ', ',\n      ]');
}

function emitPart(field: FieldPlan): Code {
  return code`{ field: ${literal(field.key)}, isNumber: ${emitSetting(isNumber(field))} }`;
}

function emitMeasure({ of, where, addends, isAbsolute, ...counting }: MeasurePlan, scope: Scope): Code {
  const types = join(
    of.map((type) => code`${type}`),
    ', ',
    '[',
    ']',
  );
  const selects =
    where === null
      ? code`null`
      : join(
          where.map((one) => emitSelect(one, scope)),
          ', ',
          '[',
          ']',
        );
  const [addend = null, ...more] = addends ?? [];
  const several =
    more.length === 0 ? nothing : code`, addends: ${join((addends ?? []).map(emitField), ', ', '[', ']')}`;
  const single = addend === null || more.length > 0 ? code`null` : emitField(addend);
  return code`{ of: ${types}, selects: ${selects}, addend: ${single}${several}, isAbsolute: ${emitSetting(isAbsolute)}${emitCounting(counting)} }`;
}

function emitCounting({ countsContinuation, blockOf }: Pick<MeasurePlan, 'countsContinuation' | 'blockOf'>): Code {
  const lines = countsContinuation ? code`, countsContinuation: true` : nothing;
  return blockOf === 1 ? lines : code`${lines}, blockOf: ${blockOf}`;
}

type Condition = NonNullable<MeasurePlan['where']>[number][number];

/** Emits the function that returns whether a record counts. */
function emitSelect(conditions: readonly Condition[], scope: Scope): Code {
  const [first] = conditions;
  if (first === undefined) throw new Error('a rule that selects records has at least one condition');
  const isOnly = conditions.length === 1;
  const tests = conditions.map((condition) => emitTest(condition, isOnly, scope));
  return code`(values: ${name(first.field.values)}) => ${join(tests, ' && ')}`;
}

/** Emits the test of one condition. Several tests are joined, so a choice of values needs parentheses. */
function emitTest({ field, type, values }: Condition, isOnly: boolean, scope: Scope): Code {
  const own = code`values.${name(field.key)}`;
  const text = typeKinds[type].form === 'boolean' ? code`String(${own})` : own;
  const number = isNumber({ type });
  const compared = number ? code`${scope.use('normalizeDecimal')}(${own})` : text;
  const tests = values.map((one) => code`${compared} === ${literal(one)}`);
  const isGrouped = tests.length > 1 && (number || !isOnly);
  const isOneOf = isGrouped ? join(tests, ' || ', '(', ')') : join(tests, ' || ');
  return code`${number ? code`${own} !== null && ` : nothing}${isOneOf}`;
}

/** Returns the function that returns the value of a field. */
export function emitField({ values, key }: FileRuleField): Code {
  return code`(values: ${name(values)}) => values.${name(key)}`;
}
