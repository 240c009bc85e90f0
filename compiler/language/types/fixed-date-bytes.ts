import type { DateLayout, DatePart } from '../../emitting/dates/plan/layout.ts';
import { type Code, code, join } from '../../emitting/code/literal.ts';
import type { ByteContext } from '../../emitting/bytes/byte-form.ts';
import { byteCode } from '../../emitting/bytes/characters.ts';
import type { DateCopy } from './date-copy.ts';

/** The layout of a date with a fixed width: its width in bytes, and the offsets of year, month and day. */
export interface FixedLayout {
  width: number;
  year: number;
  month: number;
  day: number;
  /** The literal bytes of the date, with their offsets. */
  literals: readonly { at: number; byte: number }[];
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

/**
 * Returns the code that copies a date from one fixed layout to another. `isConverted` is false if both are the same.
 */
export function copyFixedDate(
  source: FixedLayout,
  target: FixedLayout,
  isConverted: boolean,
  context: ByteContext,
): DateCopy {
  return {
    literals: literalsOf(source),
    maxWidth: target.width,
    width: code`${target.width}`,
    end: code`length + ${1 + target.width}`,
    result: code`length + ${2 + target.width}`,
    isSkippable: true,
    emit: () => ({
      parse: emitParse(source, context),
      mismatches: source.literals.map(({ at, byte }) => code`input[${fromPlus(at)}] !== ${byteCode(byte)}`),
      write: emitWrite(source, target),
      countCorrection: isConverted ? emitCorrected(source, target) : [],
    }),
  };
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

/** Returns the expression for an offset in the date. */
export function fromPlus(offset: number): Code {
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
  if (neverEquals(source, target)) return [code`report.corrected = true;`];
  const places = Array.from({ length: target.width }, (_, i) => i);
  const moved = places.filter((i) => literalOf(target, i) === undefined && sourceOf(i, source, target) !== i);
  if (moved.length === 0) return [];
  const isMoved = moved.map((i) => code`input[${fromPlus(i)}] !== input[${fromPlus(sourceOf(i, source, target))}]`);
  return [code`if (${join(isMoved, ' || ')}) report.corrected = true;`];
}

/** Returns whether no text is a date in both layouts, because their widths or literals differ. */
export function neverEquals(source: FixedLayout, target: FixedLayout): boolean {
  const places = Array.from({ length: target.width }, (_, i) => i);
  return source.width !== target.width || places.some((i) => literalOf(source, i) !== literalOf(target, i));
}

/** Returns the literals of a layout as one text. */
export function literalsOf({ literals }: FixedLayout): string {
  return literals.map(({ byte }) => String.fromCharCode(byte)).join('');
}

function literalOf({ literals }: FixedLayout, place: number): number | undefined {
  return literals.find(({ at }) => at === place)?.byte;
}
