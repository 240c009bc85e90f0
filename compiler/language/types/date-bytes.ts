import { type Code, code, join } from '../../emitting/code/literal.ts';
import type { ByteContext, ByteField, ByteForm, PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import { emitNull, hasDigits } from '../../emitting/bytes/emit-null.ts';
import { areStepsInOrder, hasStep } from '../../emitting/bytes/steps.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../../emitting/bytes/cell.ts';
import { combineForms, emitTextRules } from '../../emitting/bytes/text-rules.ts';
import type { DateCopy, DateStatements } from './date-copy.ts';
import { copyDateVariants, selectVariants } from './date-variants-bytes.ts';
import { copyFixedDate, fixedLayout } from './fixed-date-bytes.ts';
import { copySerialDate } from './serial-date-bytes.ts';
import { copyOpenDate } from './open-date-bytes.ts';

/**
 * Returns the code that reads a DATE in the fast reader. The parts of its pattern must be digits: a year of four or two
 * digits, the month and the day. Returns null if only the careful reader can read the field.
 */
export function emitDateBytes(own: PlannedPattern, field: ByteField, context: ByteContext): ByteForm | null {
  const { nullTexts, cell } = context;
  if (hasDigits(nullTexts)) return null;
  if (!areStepsInOrder(field.corrections, ['trim', 'date', 'default'])) return null;
  const copy = createCopy(own, field, context);
  if (copy === null || !isReadable(copy.literals, context)) return null;
  const texts = emitTextRules(
    field.rules.filter(({ date }) => date === undefined),
    { from: code`length + 1`, to: copy.end, length: copy.width },
  );
  if (texts === null) return null;
  const dates = combineForms(field.rules.flatMap(({ date }) => date?.() ?? []));
  context.reserveGrowth(copy.maxWidth);
  const { parse, mismatches, write, countCorrection } = copy.emit();
  // COERCE_DATE does not convert a text with blanks around it, so the fast reader must not ignore them.
  const blanks = hasStep(field.corrections, 'trim')
    ? 'REPORTED'
    : hasStep(field.corrections, 'date')
      ? 'KEPT'
      : 'DROPPED';
  const isSkipped = copy.isSkippable === true && texts.body.length === 0 && endsAsDate(field);
  return {
    declarations: [...dates.declarations, ...texts.declarations],
    body: [
      ...emitOpen(cell, blanks),
      ...parse,
      ...emitClose(cell, blanks),
      ...emitUnusual(mismatches, field, context),
      ...emitEnd(cell, code`cursor`),
      ...(dates.body.length === 0 ? [] : [code`const date = year * 10000 + month * 100 + day;`]),
      ...dates.body,
      ...(isSkipped ? [] : write),
      ...texts.body,
      ...emitTrimmed(blanks),
      ...countCorrection,
      ...emitDateEnd(field, copy.result, dates.body.length > 0),
    ],
  };
}

function endsAsDate({ ending }: ByteField): boolean {
  return ending !== null && ending.date(code`date`) !== null;
}

/** Emits the statements that end a date in the output. `isKnown`: the variable `date` exists. */
function emitDateEnd({ ending }: ByteField, result: Code, isKnown: boolean): Code[] {
  const own = ending?.date(isKnown ? code`date` : code`year * 10000 + month * 100 + day`) ?? null;
  if (ending === null || own !== null) return [code`return ${own ?? result};`];
  return [code`{`, code`  const end = ${result};`, code`  return ${ending.json};`, code`}`];
}

/** Returns whether a cell without quotes and escapes can contain the literals of a date. */
function isReadable(literals: string, { cell: { delimiter, quote } }: ByteContext): boolean {
  return ![...literals].some((character) => (delimiter + quote).includes(character));
}

/**
 * Returns the code that copies the date. If COERCE_DATE converts it, the code reads the first source pattern, and
 * further ones that exclude each other. The careful reader reads texts that fit only other source patterns. Returns null
 * if the target of the conversion is not the pattern of the field, or if a layout has no byte form.
 */
function createCopy(own: PlannedPattern, { corrections }: ByteField, context: ByteContext): DateCopy | null {
  const change = corrections.flatMap((correction) => ('change' in correction ? [correction.change] : []))[0];
  const target = fixedLayout(own.layout);
  if (change === undefined)
    return target === null ? copyOpenDate(own.layout, null, context) : copyFixedDate(target, target, false, context);
  const [source] = change.sources;
  if (source === undefined || change.target.pattern !== own.pattern || target === null) return null;
  const layouts = change.sources.map(({ layout }) => fixedLayout(layout));
  const variants = selectVariants(layouts, target, (literals) => isReadable(literals, context));
  if (variants.length > 1) return copyDateVariants(variants, target, context);
  const [fixed = null] = layouts;
  if (fixed !== null) return copyFixedDate(fixed, target, true, context);
  return copySerialDate(source.layout, target, context) ?? copyOpenDate(source.layout, target, context);
}

/** Emits statements for a cell that is empty or does not contain a valid date. */
function emitUnusual(mismatches: DateStatements['mismatches'], field: ByteField, { scope, cell }: ByteContext): Code[] {
  const isUnusual = join([code`!${scope.use('isValidDate')}(year, month, day)`, ...mismatches, isOpenStill], ' || ');
  if (!field.canBeNull) return [code`if (${isUnusual}) return -1;`];
  return [
    code`if (${isUnusual}) {`,
    code`  if (${isFilled}) return -1;`,
    ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
    code`  ${emitNull(field, scope)}`,
    code`}`,
  ];
}
