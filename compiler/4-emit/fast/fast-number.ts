import type { FieldPlan, RulePlan } from '../../3-plan/plan.ts';
import type { AllowedPlan } from '../../rules/allowed-values.ts';
import type { DecimalPlan } from '../../types/decimal.ts';
import type { IntegerPlan } from '../../types/integer.ts';
import { type Code, code, commentText, join } from '../literal.ts';
import { type ByteForm, callCarefully, emitNull, type FastContext, hasDigits } from './fast-field.ts';
import { emitTextRules } from './fast-rules.ts';

/** Decimals to which numbers are brought for comparing, where no bound has more. */
const USUAL_DECIMALS = 4;
/** More allowed values are left to the careful reading. */
const MOST_OPERANDS = 64;

/** INTEGER and DECIMAL: digits become digits, and are compared as one number where a double holds it exactly. */
export function emitFastNumber(field: FieldPlan, context: FastContext): ByteForm | null {
  const { plan, scope } = context;
  const read = emitRead(field, context);
  const steps = field.corrections.map(({ correctionType }) => `${correctionType} `).join('');
  if (read === null || !/^(TRIM )?(DEFAULT_IF_NULL )?$/.test(steps) || hasDigits(plan.nullTexts)) return null;
  const bounds = field.rules.filter(isComparing);
  const compared = emitComparisons(bounds, field);
  const isText = plan.numbersAs === 'STRING';
  const from = isText ? code`length + 1` : code`length`;
  const texts = emitTextRules({ ...field, rules: field.rules.filter((rule) => !isComparing(rule)) }, { from, to: code`end`, hasJson: false }, context);
  if (compared === null || texts === null) return null;
  const onNull = steps.includes('DEFAULT') ? callCarefully(field) : emitNull(field, scope);
  return {
    declares: texts.declares,
    body: [
      code`if (cells.isEmpty(input, at)) ${onNull}`,
      code`const end = ${read(from)};`,
      code`if (end < 0) ${callCarefully(field)}`,
      ...compared,
      ...texts.body,
      ...(steps.includes('TRIM') ? [code`if (cells.isTrimmed) report.corrected = true;`] : []),
      ...(isText ? [code`output[length] = 0x22;`, code`output[end] = 0x22;`, code`return end + 1;`] : [code`return end;`]),
    ],
  };
}

/** The call that reads the digits; null where the field's digits are not that plain. */
function emitRead(field: FieldPlan, { reserved }: FastContext): ((from: Code) => Code) | null {
  if (field.type === 'INTEGER') {
    const { group } = field.operand as IntegerPlan;
    return isNoDigit(group) ? (from) => code`numbers.integer(input, at, output, ${from})` : null;
  }
  const decimal = field.operand as DecimalPlan;
  if (decimal.kind === 'scaled') {
    const { scale } = decimal;
    return (from) => (scale === 0 ? code`numbers.integer(input, at, output, ${from})` : code`numbers.scaledDecimal(input, at, output, ${from}, ${scale})`);
  }
  if (!isNoDigit(decimal.group)) return null;
  const { point } = decimal;
  if (!/^[!-~]$/.test(point) || /[0-9+-]/.test(point) || reserved.includes(point)) return null;
  return (from) => code`numbers.decimal(input, at, output, ${from}, ${point.charCodeAt(0)})`;
}

/** Whether a group separator ends plain digits: grouped ones are left to the careful reading. */
function isNoDigit(group: string | null): boolean {
  return group === null || !/^[0-9+\- ]/.test(group);
}

function isComparing({ ruleType }: RulePlan): boolean {
  return ruleType === 'MIN_VALUE' || ruleType === 'MAX_VALUE' || ruleType === 'ALLOWED_VALUES';
}

/** Bounds and allowed values by value; null where one of them is too long for a double. */
function emitComparisons(rules: readonly RulePlan[], field: FieldPlan): Code[] | null {
  if (rules.length === 0) return [];
  const operands = rules.flatMap(operandsOf);
  if (operands.length > MOST_OPERANDS) return null;
  const decimals = Math.max(field.type === 'INTEGER' ? 0 : USUAL_DECIMALS, ...operands.map((text) => text.split('.')[1]?.length ?? 0));
  if (operands.some((text) => scaledBound(text, decimals) === null)) return null;
  const value = (text: string) => scaledBound(text, decimals) ?? 0;
  const broken = rules.map((rule) => {
    const values = operandsOf(rule);
    if (rule.ruleType === 'ALLOWED_VALUES') return code`if (${join(values.map((text) => code`value !== ${value(text)}`), ' && ')}) return -1;`;
    return code`if (value ${rule.ruleType === 'MIN_VALUE' ? code`<` : code`>`} ${value(values[0] ?? '')}) return -1; // ${commentText(values[0] ?? '')}`;
  });
  return [code`const value = numbers.scaled(${decimals});`, code`if (Number.isNaN(value)) ${callCarefully(field)}`, ...broken];
}

function operandsOf({ ruleType, operand }: RulePlan): readonly string[] {
  return ruleType === 'ALLOWED_VALUES' ? (operand as AllowedPlan).values : [(operand as { bound: string }).bound];
}

/** A bound of so many decimals as a whole number; null where a double does not hold it exactly. */
function scaledBound(text: string, decimals: number): number | null {
  const [whole = '', fraction = ''] = text.split('.');
  const value = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(value) ? value + 0 : null;
}
