import type { DateLayout, DatePart } from '../dates/plan/layout.ts';
import type { DateBound, DateRange } from '../dates/plan/range.ts';
import type { FieldPlan, RulePlan } from '../plan/plan.ts';
import type { CoercePlan } from '../corrections/coerce-date.ts';
import type { DatePlan } from './date.ts';
import { dayOf, monthOf, yearOf } from '../kernel/dates/calendar.ts';
import { emitDateBound } from '../dates/emit/bound.ts';
import { type Code, code, commentText, join, name } from '../code/literal.ts';
import { type ByteForm, emitNull, type FastContext, hasDigits, isEverNull } from '../bytes/byte-form.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../bytes/cell.ts';
import { emitTextRules } from '../bytes/text-rules.ts';

/** A layout of year, month, day and ASCII between them: where each stands. */
interface FixedLayout {
  width: number;
  year: number;
  month: number;
  day: number;
  /** Bytes at their places. */
  literals: readonly { at: number; byte: number }[];
}

/** DATE of a layout without variable parts, perhaps turned round: digits at their places. */
export function emitFastDate(field: FieldPlan, context: FastContext): ByteForm | null {
  const { plan, cell } = context;
  const target = fixedLayout((field.operand as DatePlan).layout);
  const match = /^(TRIM )?(COERCE_DATE )?(DEFAULT_IF_NULL )?$/.exec(
    field.corrections.map(({ correctionType }) => `${correctionType} `).join(''),
  );
  if (target === null || match === null || hasDigits(plan.nullTexts)) return null;
  const coerce = field.corrections.find(({ correctionType }) => correctionType === 'COERCE_DATE');
  const source = coerce === undefined ? target : coercedFrom(coerce.operand as CoercePlan, field);
  if (
    source === null ||
    source.literals.some(({ byte }) => (cell.delimiter + cell.quote).includes(String.fromCharCode(byte)))
  )
    return null;
  const ranges = field.rules
    .filter(({ ruleType }) => ruleType === 'DATE_RANGE')
    .map((rule) => emitRange(rule, context));
  const text = {
    from: code`length + 1`,
    to: code`length + ${1 + target.width}`,
    length: code`${target.width}`,
    followed: null,
  };
  const texts = emitTextRules(
    field.rules.filter(({ ruleType }) => ruleType !== 'DATE_RANGE'),
    text,
    context,
  );
  if (texts === null) return null;
  context.note(target.width);
  // A blank around a date that is turned round keeps it from being one.
  const blanks = match[1] !== undefined ? 'TOLD' : coerce !== undefined ? 'KEPT' : 'DROPPED';
  return {
    declares: [...ranges.flatMap(({ declares }) => declares), ...texts.declares],
    body: [
      ...emitOpen(cell, blanks),
      ...emitParse(source, context),
      ...emitClose(cell, blanks),
      ...emitOdd(source, field, context),
      ...emitEnd(cell, code`place`),
      ...(ranges.length === 0 ? [] : [code`const date = year * 10000 + month * 100 + day;`]),
      ...ranges.flatMap(({ body }) => body),
      ...emitWrite(source, target),
      ...texts.body,
      ...emitTrimmed(blanks),
      ...(coerce === undefined ? [] : emitCorrected(source, target)),
      code`return length + ${2 + target.width};`,
    ],
  };
}

function coercedFrom({ source, target }: CoercePlan, field: FieldPlan): FixedLayout | null {
  return target.pattern === (field.operand as DatePlan).pattern ? fixedLayout(source.layout) : null;
}

function fixedLayout({ parts }: DateLayout): FixedLayout | null {
  const layout = { width: 0, year: -1, month: -1, day: -1, literals: [] as { at: number; byte: number }[] };
  for (const part of parts) {
    if (!addPart(part, layout)) return null;
  }
  return layout.year < 0 || layout.month < 0 || layout.day < 0 ? null : layout;
}

function addPart(part: DatePart, layout: FixedLayout & { literals: { at: number; byte: number }[] }): boolean {
  const at = layout.width;
  if (part.kind === 'literal') {
    if (!/^[!#-\[\]-~]*$/.test(part.text)) return false;
    for (let i = 0; i < part.text.length; i++) layout.literals.push({ at: at + i, byte: part.text.charCodeAt(i) });
    layout.width += part.text.length;
    return true;
  }
  const field =
    part.kind === 'year' && part.least === 4
      ? 'year'
      : part.kind === 'number' && part.least === 2 && part.most === 2
        ? part.field
        : null;
  if ((field !== 'year' && field !== 'month' && field !== 'day') || layout[field] >= 0) return false;
  layout[field] = at;
  layout.width += field === 'year' ? 4 : 2;
  return true;
}

function emitParse({ width, year, month, day }: FixedLayout, { scope }: FastContext): Code[] {
  const two = scope.use('parseTwoDigitBytes');
  return [
    code`const from = place;`,
    code`const year = ${scope.use('parseFourDigitBytes')}(input, ${fromPlus(year)});`,
    code`const month = ${two}(input, ${fromPlus(month)});`,
    code`const day = ${two}(input, ${fromPlus(day)});`,
    code`byte = input[(place += ${width})] as number;`,
  ];
}

/** The statements for cells that hold something else than such a date, or nothing. */
function emitOdd({ literals }: FixedLayout, field: FieldPlan, { scope, cell }: FastContext): Code[] {
  const others = literals.map(({ at, byte }) => code`input[${fromPlus(at)}] !== ${byte}`);
  const isOdd = join([code`!${scope.use('isValidDate')}(year, month, day)`, ...others, isOpenStill], ' || ');
  if (!isEverNull(field)) return [code`if (${isOdd}) return -1;`];
  return [
    code`if (${isOdd}) {`,
    code`  if (${isFilled}) return -1;`,
    ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
    code`  ${emitNull(field, scope)}`,
    code`}`,
  ];
}

function fromPlus(offset: number): Code {
  return offset === 0 ? code`from` : code`from + ${offset}`;
}

/** The text in its quotes, byte by byte. */
function emitWrite(source: FixedLayout, target: FixedLayout): Code[] {
  const lines = [code`output[length] = 34;`];
  for (let i = 0; i < target.width; i++) {
    const literal = target.literals.find(({ at }) => at === i);
    lines.push(
      code`output[length + ${1 + i}] = ${literal === undefined ? code`input[${fromPlus(sourceOf(i, source, target))}] as number` : code`${literal.byte}`};`,
    );
  }
  return [...lines, code`output[length + ${1 + target.width}] = 34;`];
}

function sourceOf(place: number, source: FixedLayout, target: FixedLayout): number {
  if (place >= target.year && place < target.year + 4) return source.year + place - target.year;
  return place >= target.month && place < target.month + 2
    ? source.month + place - target.month
    : source.day + place - target.day;
}

/** Whether the text changed: of some dates both ways of writing are the same. */
function emitCorrected(source: FixedLayout, target: FixedLayout): Code[] {
  const literalOf = ({ literals }: FixedLayout, place: number) => literals.find(({ at }) => at === place)?.byte;
  const places = Array.from({ length: target.width }, (_, i) => i);
  const differs = source.width !== target.width || places.some((i) => literalOf(source, i) !== literalOf(target, i));
  if (differs) return [code`report.corrected = true;`];
  const moved = places.filter((i) => literalOf(target, i) === undefined && sourceOf(i, source, target) !== i);
  if (moved.length === 0) return [];
  const isMoved = moved.map((i) => code`input[${fromPlus(i)}] !== input[${fromPlus(sourceOf(i, source, target))}]`);
  return [code`if (${join(isMoved, ' || ')}) report.corrected = true;`];
}

function emitRange({ operand, declares }: RulePlan, context: FastContext): ByteForm {
  const { from, to } = operand as DateRange;
  const sides: Code[] = [];
  const declared: Code[] = [];
  const add = (bound: DateBound, comparison: Code, suffix: string) => {
    const own = name(`${declares}${suffix}`);
    if (bound.kind === 'today') declared.push(emitMovingBound(bound, own, context));
    sides.push(code`${comparison} ${bound.kind === 'today' ? own : code`${numberOf(bound.epochDay)}`}`);
  };
  if (from !== null) add(from, code`date <`, 'From');
  if (to !== null) add(to, code`date >`, 'To');
  return { declares: declared, body: [code`if (${join(sides, ' || ')}) return -1;`] };
}

/** A bound that moves with the day of the run. */
function emitMovingBound(bound: DateBound, own: Code, { scope, onDay }: FastContext): Code {
  onDay.push(code`${own} = ${scope.use('toDateNumber')}(${scope.include(emitDateBound(bound, code`day`))});`);
  return code`/** ${commentText(bound.text)}, as a number that orders like days. */\nlet ${own} = NaN;`;
}

function numberOf(epochDay: number): number {
  return yearOf(epochDay) * 10_000 + monthOf(epochDay) * 100 + dayOf(epochDay);
}
