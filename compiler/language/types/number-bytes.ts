import { MAX_EXACT_DIGITS } from '../../kernel/fast/numbers.ts';
import { type Code, code, join } from '../../emitting/code/literal.ts';
import type { ByteContext, ByteField, ByteForm, ByteRule } from '../../emitting/bytes/byte-form.ts';
import { emitNull, hasDigits } from '../../emitting/bytes/emit-null.ts';
import { areStepsInOrder, hasStep } from '../../emitting/bytes/steps.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../../emitting/bytes/cell.ts';
import { emitTextRules } from '../../emitting/bytes/text-rules.ts';
import { emitDigits, planSeparator } from './number-digits.ts';

/**
 * Number of decimals to which numbers with a decimal separator are scaled for comparisons, unless an operand has more
 * decimals.
 */
const USUAL_DECIMALS = 4;
/**
 * The maximum number of operands that the fast reader compares. The careful reader reads a field with more operands.
 */
const MAX_OPERANDS = 64;

/**
 * How digits appear in the file. `whole`: without decimals. `pointed`: with a decimal separator of one byte. `scaled`:
 * without a separator, and the last `scale` digits are decimals.
 */
export type NumberForm =
  | { readonly kind: 'whole' }
  | { readonly kind: 'pointed'; readonly point: string }
  | { readonly kind: 'scaled'; readonly scale: number };

/**
 * The rules that compare numbers, as tests in the fast reader. The compared numbers are multiplied by 10 to the power
 * of `decimals`, so that they are integers.
 */
interface Comparison {
  readonly decimals: number;
  readonly tests: readonly Code[];
}

/**
 * Returns the code that reads an INTEGER or DECIMAL in the fast reader. It copies the digits, and compares the number
 * if a double represents it exactly. Returns null if only the careful reader can read the field.
 */
export function emitNumberBytes(
  { form, group }: { readonly form: NumberForm; readonly group: string | null },
  field: ByteField,
  context: ByteContext,
): ByteForm | null {
  const { nullTexts, numbersAs, scope, cell } = context;
  const point = form.kind === 'pointed' ? planSeparator('point', form.point, cell) : null;
  if (form.kind === 'pointed' && point === null) return null;
  // Such a group separator looks like a digit, a sign or a blank around the number.
  if ((group !== null && /^[0-9+\- ]/.test(group)) || hasDigits(nullTexts)) return null;
  if (!areStepsInOrder(field.corrections, ['trim', 'default'])) return null;
  const comparison = compareNumbers(field.rules, form);
  const isText = numbersAs === 'STRING';
  const from = isText ? code`length + 1` : code`length`;
  const length = isText ? code`end - length - 1` : code`end - length`;
  const texts = emitTextRules(
    field.rules.filter(({ number }) => number === undefined),
    { from, to: code`end`, length },
  );
  if (comparison === null || texts === null) return null;
  const keeps = keepsUnits(form, comparison, field);
  const compares = comparison.tests.length > 0 || keeps !== null;
  const blanks = hasStep(field.corrections, 'trim') ? 'REPORTED' : 'DROPPED';
  return {
    declarations: texts.declarations,
    body: [
      ...emitOpen(cell, blanks),
      ...emitDigits(
        { point, groupSeparator: group === null ? null : planSeparator('groupSeparator', group, cell) },
        { from, compares },
        context,
      ),
      ...emitClose(cell, blanks),
      ...emitUnusual(form, { ...comparison, compares }, field, context),
      ...emitEnd(cell, code`cursor`),
      ...(compares ? [...emitValue(form, comparison.decimals, context), ...comparison.tests] : []),
      ...(keeps ?? []),
      ...(form.kind === 'scaled'
        ? [code`end = ${scope.use('insertDecimalPoint')}(output, end - digits, end, ${form.scale});`]
        : []),
      ...texts.body,
      ...emitTrimmed(blanks),
      ...emitNumberEnd(field, { isText, isExact: compares && form.kind === 'whole' && comparison.decimals === 0 }),
    ],
  };
}

/** Emits the statements that end a number in the output. `isExact`: the variable `value` is the number. */
function emitNumberEnd({ ending }: ByteField, { isText, isExact }: { isText: boolean; isExact: boolean }): Code[] {
  if (isExact && ending !== null && ending.integer !== null) return [code`return ${ending.integer};`];
  if (!isText) return [code`return ${ending === null ? code`end` : (ending.digits ?? ending.json)};`];
  return ending === null
    ? [code`output[length] = QUOTE;`, code`output[end] = QUOTE;`, code`return end + 1;`]
    : [code`output[length] = QUOTE;`, code`output[end++] = QUOTE;`, code`return ${ending.json};`];
}

/** Emits statements for a cell that is empty, contains anything but digits, or has too many digits to compare. */
function emitUnusual(
  form: NumberForm,
  { decimals, compares }: Pick<Comparison, 'decimals'> & { compares: boolean },
  field: ByteField,
  { cell, scope }: ByteContext,
): Code[] {
  const note = !compares ? [] : [code`// A double holds at most ${MAX_EXACT_DIGITS} digits exactly.`];
  const tooLong = !compares
    ? []
    : form.kind === 'pointed'
      ? [code`digits > ${MAX_EXACT_DIGITS - decimals}`, code`decimals > ${decimals}`]
      : [code`digits > ${MAX_EXACT_DIGITS - decimals + scaleOf(form)}`];
  const isUnusual = join([code`digits === 0`, ...tooLong, isOpenStill], ' || ');
  if (!field.canBeNull) return [...note, code`if (${isUnusual}) return -1;`];
  return [
    ...note,
    code`if (${isUnusual}) {`,
    code`  if (${isFilled}) return -1;`,
    ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
    code`  ${emitNull(field, scope)}`,
    code`}`,
  ];
}

/** Emits the statement that multiplies the value by a power of ten, so that it can be compared as an integer. */
function emitValue(form: NumberForm, decimals: number, { scope }: ByteContext): Code[] {
  const note = decimals === 0 ? [] : [code`// Numbers are compared in units of 10^-${decimals}.`];
  if (form.kind === 'pointed')
    return [
      ...note,
      code`value *= (isNegative ? -1 : 1) * (${scope.use('POWERS_OF_TEN')}[${decimals} - decimals] as number);`,
    ];
  const power = 10 ** (decimals - scaleOf(form));
  const scaled =
    power === 1 ? code`if (isNegative) value = -value;` : code`value *= isNegative ? -${power} : ${power};`;
  return [...note, scaled];
}

/** Returns the statements that keep the number for rules of the file. Null if its bytes must be read instead. */
function keepsUnits(form: NumberForm, comparison: Comparison | null, { place }: ByteField): Code[] | null {
  // The sum has the decimals of the text, so the number must not have more.
  if (place === null || form.kind === 'pointed' || comparison?.decimals !== scaleOf(form)) return null;
  return [code`${place}.units = value;`, code`${place}.scale = ${scaleOf(form)};`];
}

function scaleOf(form: NumberForm): number {
  return form.kind === 'scaled' ? form.scale : 0;
}

/**
 * Returns the tests of all rules that compare numbers. Returns null if a double cannot represent an operand exactly, or
 * if there are too many operands.
 */
function compareNumbers(rules: readonly ByteRule[], form: NumberForm): Comparison | null {
  const numbers = rules.flatMap(({ number }) => number ?? []);
  const operands = numbers.flatMap((number) => number.operands);
  const decimals = Math.max(minDecimals(form), ...operands.map((text) => text.split('.')[1]?.length ?? 0));
  if (
    operands.length > MAX_OPERANDS ||
    decimals >= MAX_EXACT_DIGITS ||
    operands.some((text) => scaledOperand(text, decimals) === null)
  )
    return null;
  const scaled = (text: string) => scaledOperand(text, decimals) ?? 0;
  return { decimals, tests: numbers.map(({ emit }) => emit(scaled)) };
}

function minDecimals(form: NumberForm): number {
  return form.kind === 'pointed' ? USUAL_DECIMALS : scaleOf(form);
}

/** Returns an operand times 10 to the power of `decimals`, or null if the result is not a safe integer. */
function scaledOperand(text: string, decimals: number): number | null {
  const [whole = '', fraction = ''] = text.split('.');
  const value = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(value) ? value + 0 : null;
}
