import type { DateLayout, DatePart } from '../../3-plan/date-layout.ts';
import type { DateBound, DateRange } from '../../3-plan/date-range.ts';
import type { FieldPlan, RulePlan } from '../../3-plan/plan.ts';
import type { CoercePlan } from '../../corrections/coerce-date.ts';
import type { DatePlan } from '../../types/date.ts';
import { dayOf, monthOf, yearOf } from '../../kernel/dates/date.ts';
import { emitDateBound } from '../date-bound.ts';
import { type Code, code, commentText, join, name } from '../literal.ts';
import { type ByteForm, callCarefully, emitNull, type FastContext, hasDigits } from './fast-field.ts';
import { emitTextRules } from './fast-rules.ts';

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
  const { plan, scope, reserved } = context;
  const target = fixedLayout((field.operand as DatePlan).layout);
  const match = /^(TRIM )?(COERCE_DATE )?(DEFAULT_IF_NULL )?$/.exec(field.corrections.map(({ correctionType }) => `${correctionType} `).join(''));
  if (target === null || match === null || hasDigits(plan.nullTexts)) return null;
  const coerce = field.corrections.find(({ correctionType }) => correctionType === 'COERCE_DATE');
  const source = coerce === undefined ? target : coercedFrom(coerce.operand as CoercePlan, field);
  if (source === null || source.literals.some(({ byte }) => reserved.includes(String.fromCharCode(byte)))) return null;
  const ranges = field.rules.filter(({ ruleType }) => ruleType === 'DATE_RANGE').map((rule) => emitRange(rule, context));
  const texts = emitTextRules({ ...field, rules: field.rules.filter(({ ruleType }) => ruleType !== 'DATE_RANGE') }, { from: code`length + 1`, to: code`length + ${1 + target.width}`, hasJson: false }, context);
  if (texts === null) return null;
  context.note(target.width);
  const onNull = match[3] === undefined ? emitNull(field, scope) : callCarefully(field);
  // A blank around a date that is turned round keeps it from being one.
  const isLoose = coerce === undefined || match[1] !== undefined;
  return {
    declares: [...ranges.flatMap(({ declares }) => declares), ...texts.declares],
    body: [
      code`if (cells.isEmpty(input, at)) ${onNull}`,
      code`const from = cells.openBare(input, at);`,
      ...emitParse(source, field, scope.use('digits2'), scope.use('digits4'), scope.use('dateNumber')),
      ...(isLoose ? [] : [code`if (cells.isTrimmed) ${callCarefully(field)}`]),
      ...ranges.flatMap(({ body }) => body),
      ...emitWrite(source, target),
      ...texts.body,
      ...(match[1] === undefined ? [] : [code`if (cells.isTrimmed) report.corrected = true;`]),
      ...(coerce === undefined ? [] : [emitCorrected(source, target)]),
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
  const field = part.kind === 'year' && part.least === 4 ? 'year' : part.kind === 'number' && part.least === 2 && part.most === 2 ? part.field : null;
  if ((field !== 'year' && field !== 'month' && field !== 'day') || layout[field] >= 0) return false;
  layout[field] = at;
  layout.width += field === 'year' ? 4 : 2;
  return true;
}

function emitParse({ width, year, month, day, literals }: FixedLayout, field: FieldPlan, digits2: Code, digits4: Code, dateNumber: Code): Code[] {
  const isOther = [code`Number.isNaN(date)`, ...literals.map(({ at, byte }) => code`input[from + ${at}] !== ${byte}`), code`!cells.closesBare(input, from + ${width})`];
  return [
    code`const date = ${dateNumber}(${digits4}(input, from + ${year}), ${digits2}(input, from + ${month}), ${digits2}(input, from + ${day}));`,
    code`if (${join(isOther, ' || ')}) ${callCarefully(field)}`,
  ];
}

/** The text in its quotes, byte by byte. */
function emitWrite(source: FixedLayout, target: FixedLayout): Code[] {
  const lines = [code`output[length] = 0x22;`];
  for (let i = 0; i < target.width; i++) {
    const literal = target.literals.find(({ at }) => at === i);
    lines.push(code`output[length + ${1 + i}] = ${literal === undefined ? code`input[from + ${sourceOf(i, source, target)}] as number` : code`${literal.byte}`};`);
  }
  return [...lines, code`output[length + ${1 + target.width}] = 0x22;`];
}

function sourceOf(place: number, source: FixedLayout, target: FixedLayout): number {
  if (place >= target.year && place < target.year + 4) return source.year + place - target.year;
  return place >= target.month && place < target.month + 2 ? source.month + place - target.month : source.day + place - target.day;
}

/** Whether the text changed: of some dates both ways of writing are the same. */
function emitCorrected(source: FixedLayout, target: FixedLayout): Code {
  if (source.width !== target.width) return code`report.corrected = true;`;
  const places = Array.from({ length: target.width }, (_, i) => code`output[length + ${1 + i}] !== input[from + ${i}]`);
  return code`if (${join(places, ' || ')}) report.corrected = true;`;
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
  onDay.push(code`${own} = ${scope.use('dateNumberOf')}(${scope.include(emitDateBound(bound, code`day`))});`);
  return code`/** ${commentText(bound.text)}, as a number that orders like days. */\nlet ${own} = NaN;`;
}

function numberOf(epochDay: number): number {
  return yearOf(epochDay) * 10_000 + monthOf(epochDay) * 100 + dayOf(epochDay);
}
