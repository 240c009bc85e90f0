import type { DateLayout, DatePart } from '../dates/plan/layout.ts';
import { type Code, code, join } from '../code/literal.ts';
import type { ByteContext, ByteField, ByteForm, DateChange, PlannedPattern } from '../bytes/byte-form.ts';
import { emitNull, hasDigits } from '../bytes/emit-null.ts';
import { areStepsInOrder, hasStep } from '../bytes/steps.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../bytes/cell.ts';
import { byteCode } from '../bytes/characters.ts';
import { combineForms, emitTextRules } from '../bytes/text-rules.ts';

/** The layout of a date with a fixed width: its width in bytes, and the offsets of year, month and day. */
interface FixedLayout {
  width: number;
  year: number;
  month: number;
  day: number;
  /** The literal bytes of the date, with their offsets. */
  literals: readonly { at: number; byte: number }[];
}

/**
 * Returns the code that reads a DATE in the fast reader. All parts of its pattern must have a fixed width. Returns null
 * if only the careful reader can read the field.
 */
export function emitDateBytes(own: PlannedPattern, field: ByteField, context: ByteContext): ByteForm | null {
  const { nullTexts, cell } = context;
  const target = fixedLayout(own.layout);
  if (target === null || hasDigits(nullTexts)) return null;
  if (!areStepsInOrder(field.corrections, ['trim', 'date', 'default'])) return null;
  const change = field.corrections.flatMap((correction) => ('change' in correction ? [correction.change] : []))[0];
  const source = change === undefined ? target : coercedFrom(change, own);
  if (
    source === null ||
    source.literals.some(({ byte }) => (cell.delimiter + cell.quote).includes(String.fromCharCode(byte)))
  )
    return null;
  const texts = emitTextRules(
    field.rules.filter(({ date }) => date === undefined),
    { from: code`length + 1`, to: code`length + ${1 + target.width}`, length: code`${target.width}` },
  );
  if (texts === null) return null;
  const dates = combineForms(field.rules.flatMap(({ date }) => date?.() ?? []));
  context.reserveGrowth(target.width);
  // COERCE_DATE does not convert a text with blanks around it, so the fast reader must not ignore them.
  const blanks = hasStep(field.corrections, 'trim') ? 'REPORTED' : change !== undefined ? 'KEPT' : 'DROPPED';
  return {
    declarations: [...dates.declarations, ...texts.declarations],
    body: [
      ...emitOpen(cell, blanks),
      ...emitParse(source, context),
      ...emitClose(cell, blanks),
      ...emitUnusual(source, field, context),
      ...emitEnd(cell, code`cursor`),
      ...(dates.body.length === 0 ? [] : [code`const date = year * 10000 + month * 100 + day;`]),
      ...dates.body,
      ...emitWrite(source, target),
      ...texts.body,
      ...emitTrimmed(blanks),
      ...(change === undefined ? [] : emitCorrected(source, target)),
      code`return length + ${2 + target.width};`,
    ],
  };
}

/**
 * Returns the layout of the first source pattern. Returns null if that pattern has no fixed width, or if the target is
 * not the pattern of the field. The careful reader reads texts that fit only other source patterns.
 */
function coercedFrom({ sources: [source], target }: DateChange, { pattern }: PlannedPattern): FixedLayout | null {
  return target.pattern === pattern && source !== undefined ? fixedLayout(source.layout) : null;
}

/**
 * Returns where the parts of a date are if all of them have a fixed width. Returns null for any other layout, or if it
 * lacks the year, the month or the day.
 */
export function fixedLayout({ parts }: DateLayout): FixedLayout | null {
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
    part.kind === 'year' && part.minDigits === 4
      ? 'year'
      : part.kind === 'number' && part.minDigits === 2 && part.maxDigits === 2
        ? part.field
        : null;
  if ((field !== 'year' && field !== 'month' && field !== 'day') || layout[field] >= 0) return false;
  layout[field] = at;
  layout.width += field === 'year' ? 4 : 2;
  return true;
}

function emitParse({ width, year, month, day }: FixedLayout, { scope }: ByteContext): Code[] {
  const two = scope.use('parseTwoDigitBytes');
  return [
    code`const from = cursor;`,
    code`const year = ${scope.use('parseFourDigitBytes')}(input, ${fromPlus(year)});`,
    code`const month = ${two}(input, ${fromPlus(month)});`,
    code`const day = ${two}(input, ${fromPlus(day)});`,
    code`byte = input[(cursor += ${width})] as number;`,
  ];
}

/** Emits statements for a cell that is empty or does not contain a valid date. */
function emitUnusual({ literals }: FixedLayout, field: ByteField, { scope, cell }: ByteContext): Code[] {
  const others = literals.map(({ at, byte }) => code`input[${fromPlus(at)}] !== ${byteCode(byte)}`);
  const isUnusual = join([code`!${scope.use('isValidDate')}(year, month, day)`, ...others, isOpenStill], ' || ');
  if (!field.canBeNull) return [code`if (${isUnusual}) return -1;`];
  return [
    code`if (${isUnusual}) {`,
    code`  if (${isFilled}) return -1;`,
    ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
    code`  ${emitNull(field, scope)}`,
    code`}`,
  ];
}

function fromPlus(offset: number): Code {
  return offset === 0 ? code`from` : code`from + ${offset}`;
}

/** Emits statements that write the date to the output in quotes, byte by byte. */
function emitWrite(source: FixedLayout, target: FixedLayout): Code[] {
  const lines = [code`output[length] = QUOTE;`];
  for (let i = 0; i < target.width; i++) {
    const literal = target.literals.find(({ at }) => at === i);
    lines.push(
      code`output[length + ${1 + i}] = ${literal === undefined ? code`input[${fromPlus(sourceOf(i, source, target))}] as number` : byteCode(literal.byte)};`,
    );
  }
  return [...lines, code`output[length + ${1 + target.width}] = QUOTE;`];
}

function sourceOf(place: number, source: FixedLayout, target: FixedLayout): number {
  if (place >= target.year && place < target.year + 4) return source.year + place - target.year;
  return place >= target.month && place < target.month + 2
    ? source.month + place - target.month
    : source.day + place - target.day;
}

/**
 * Emits the statement that counts a correction if the conversion changed the text. Some dates are equal in both
 * patterns.
 */
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
