import type { FieldPlan, RulePlan } from '../plan/plan.ts';
import { MAX_EXACT_DIGITS } from '../kernel/fast/numbers.ts';
import type { AllowedPlan } from '../rules/allowed-values.ts';
import type { DecimalPlan } from './decimal.ts';
import type { IntegerPlan } from './integer.ts';
import { type Code, code, commentText, join, nothing } from '../code/literal.ts';
import { type ByteForm, emitNull, type FastContext, hasDigits, isEverNull } from '../bytes/byte-form.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../bytes/cell.ts';
import { emitTextRules } from '../bytes/text-rules.ts';

/** Decimals to which numbers are brought for comparing, where no bound has more. */
const USUAL_DECIMALS = 4;
/** More allowed values are left to the careful reading. */
const MOST_OPERANDS = 64;

/** How digits stand in the file: whole, with a point of one byte, or with so many of them decimals. */
type NumberForm = { kind: 'whole' } | { kind: 'pointed'; point: number } | { kind: 'scaled'; scale: number };

/** How numbers are compared: brought to so many decimals, as one number that a double holds exactly. */
interface Comparison {
  decimals: number;
  tests: readonly Code[];
}

/** INTEGER and DECIMAL: digits become digits, and are compared as one number where a double holds it exactly. */
export function emitFastNumber(field: FieldPlan, context: FastContext): ByteForm | null {
  const { plan, scope, cell } = context;
  const form = numberForm(field, context);
  const steps = field.corrections.map(({ correctionType }) => `${correctionType} `).join('');
  if (form === null || !/^(TRIM )?(DEFAULT_IF_NULL )?$/.test(steps) || hasDigits(plan.nullTexts)) return null;
  const comparison = comparisonOf(field.rules.filter(isComparing), field);
  const isText = plan.numbersAs === 'STRING';
  const from = isText ? code`length + 1` : code`length`;
  const length = isText ? code`end - length - 1` : code`end - length`;
  const texts = emitTextRules(
    field.rules.filter((rule) => !isComparing(rule)),
    { from, to: code`end`, length, followed: null },
    context,
  );
  if (comparison === null || texts === null) return null;
  const compares = comparison.tests.length > 0;
  const blanks = steps.includes('TRIM') ? 'TOLD' : 'DROPPED';
  return {
    declares: texts.declares,
    body: [
      ...emitOpen(cell, blanks),
      ...emitDigits(form, from, compares, context),
      ...emitClose(cell, blanks),
      ...emitOdd(form, comparison, field, context),
      ...emitEnd(cell, code`place`),
      ...(compares ? [emitValue(form, comparison.decimals, context), ...comparison.tests] : []),
      ...(form.kind === 'scaled'
        ? [code`end = ${scope.use('insertDecimalPoint')}(output, end - digits, end, ${form.scale});`]
        : []),
      ...texts.body,
      ...emitTrimmed(blanks),
      ...(isText ? [code`output[length] = 34;`, code`output[end] = 34;`, code`return end + 1;`] : [code`return end;`]),
    ],
  };
}

/** How the field's digits stand; null where they are not that plain. */
function numberForm(field: FieldPlan, { cell }: FastContext): NumberForm | null {
  if (field.type === 'INTEGER') return isNoDigit((field.operand as IntegerPlan).group) ? { kind: 'whole' } : null;
  const decimal = field.operand as DecimalPlan;
  if (decimal.kind === 'scaled')
    return decimal.scale === 0 ? { kind: 'whole' } : { kind: 'scaled', scale: decimal.scale };
  const { point, group } = decimal;
  if (
    !isNoDigit(group) ||
    !/^[!-~]$/.test(point) ||
    /[0-9+-]/.test(point) ||
    (cell.delimiter + cell.quote).includes(point)
  )
    return null;
  return { kind: 'pointed', point: point.charCodeAt(0) };
}

/** Whether a group separator ends plain digits: grouped ones are left to the careful reading. */
function isNoDigit(group: string | null): boolean {
  return group === null || !/^[0-9+\- ]/.test(group);
}

/** The statements that copy sign and digits: `digits` before the point, `decimals` behind it, all of them as one number in `value`. */
function emitDigits(form: NumberForm, from: Code, compares: boolean, { scope }: FastContext): Code[] {
  const copy = (indent: Code) => [
    code`${indent}while ((byte ^ 48) <= 9) {`,
    code`${indent}  output[end++] = byte;`,
    ...(compares ? [code`${indent}  value = value * 10 + (byte ^ 48);`] : []),
    code`${indent}  byte = input[++place] as number;`,
    code`${indent}}`,
  ];
  return [
    code`let end = ${from};`,
    code`const isNegative = byte === 45;`,
    code`if (isNegative) {`,
    code`  output[end++] = 45;`,
    code`  byte = input[++place] as number;`,
    code`}`,
    code`if (byte === 48) byte = input[(place = ${scope.use('skipLeadingZeros')}(input, place))] as number;`,
    code`const first = place;`,
    ...(compares ? [code`let value = 0;`] : []),
    ...copy(nothing),
    code`const digits = place - first;`,
    ...(form.kind !== 'pointed'
      ? []
      : [
          ...(compares ? [code`let decimals = 0;`] : []),
          code`if (byte === ${form.point}) {`,
          code`  output[end++] = 46;`,
          code`  byte = input[++place] as number;`,
          code`  const fraction = place;`,
          ...copy(code`  `),
          ...(compares
            ? [code`  decimals = place - fraction;`, code`  if (decimals === 0) return -1;`]
            : [code`  if (place === fraction) return -1;`]),
          code`}`,
        ]),
  ];
}

/** The statements for cells that hold something else than plain digits, or nothing. */
function emitOdd(
  form: NumberForm,
  { decimals, tests }: Comparison,
  field: FieldPlan,
  { cell, scope }: FastContext,
): Code[] {
  const tooLong =
    tests.length === 0
      ? []
      : form.kind === 'pointed'
        ? [code`digits > ${MAX_EXACT_DIGITS - decimals}`, code`decimals > ${decimals}`]
        : [code`digits > ${MAX_EXACT_DIGITS - decimals + scaleOf(form)}`];
  const isOdd = join([code`digits === 0`, ...tooLong, isOpenStill], ' || ');
  if (!isEverNull(field)) return [code`if (${isOdd}) return -1;`];
  return [
    code`if (${isOdd}) {`,
    code`  if (${isFilled}) return -1;`,
    ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
    code`  ${emitNull(field, scope)}`,
    code`}`,
  ];
}

/** The statement that brings the value to the decimals in which it is compared. */
function emitValue(form: NumberForm, decimals: number, { scope }: FastContext): Code {
  if (form.kind === 'pointed')
    return code`value *= (isNegative ? -1 : 1) * (${scope.use('POWERS_OF_TEN')}[${decimals} - decimals] as number);`;
  const power = 10 ** (decimals - scaleOf(form));
  return power === 1 ? code`if (isNegative) value = -value;` : code`value *= isNegative ? -${power} : ${power};`;
}

function scaleOf(form: NumberForm): number {
  return form.kind === 'scaled' ? form.scale : 0;
}

function isComparing({ ruleType }: RulePlan): boolean {
  return ruleType === 'MIN_VALUE' || ruleType === 'MAX_VALUE' || ruleType === 'ALLOWED_VALUES';
}

/** Bounds and allowed values by value; null where one of them is too long for a double. */
function comparisonOf(rules: readonly RulePlan[], field: FieldPlan): Comparison | null {
  const operands = rules.flatMap(operandsOf);
  const scale =
    field.type === 'DECIMAL' && (field.operand as DecimalPlan).kind === 'scaled'
      ? (field.operand as { scale: number }).scale
      : USUAL_DECIMALS;
  const decimals = Math.max(
    field.type === 'INTEGER' ? 0 : scale,
    ...operands.map((text) => text.split('.')[1]?.length ?? 0),
  );
  if (
    operands.length > MOST_OPERANDS ||
    decimals >= MAX_EXACT_DIGITS ||
    operands.some((text) => scaledBound(text, decimals) === null)
  )
    return null;
  const value = (text: string) => scaledBound(text, decimals) ?? 0;
  const tests = rules.map((rule) => {
    const values = operandsOf(rule);
    if (rule.ruleType === 'ALLOWED_VALUES')
      return code`if (${join(
        values.map((text) => code`value !== ${value(text)}`),
        ' && ',
      )}) return -1;`;
    return code`if (value ${rule.ruleType === 'MIN_VALUE' ? code`<` : code`>`} ${value(values[0] ?? '')}) return -1; // ${commentText(values[0] ?? '')}`;
  });
  return { decimals, tests };
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
