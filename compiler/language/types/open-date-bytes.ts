import { type DateLayout, type DatePart, fieldOf, type NumberPart } from '../../emitting/dates/plan/layout.ts';
import { type Code, code, name } from '../../emitting/code/literal.ts';
import type { ByteContext } from '../../emitting/bytes/byte-form.ts';
import { byteCode } from '../../emitting/bytes/characters.ts';
import type { DateCopy } from './date-copy.ts';
import type { FixedLayout } from './fixed-date-bytes.ts';

/** A place in the date: the offset of a variable plus a constant. */
interface Place {
  readonly base: Code;
  readonly plus: number;
}

/** The code that parses a date part by part, while it is being emitted. */
interface Scan {
  /** The place after the parts so far. */
  place: Place;
  readonly lines: Code[];
  readonly mismatches: Code[];
  /** The place of the year, its number of digits, and the first year that two digits mean, unless that is 2000. */
  year: { readonly place: Place; readonly digits: 2 | 4; readonly centuryStart: number | null };
}

/** The maximum number of digits of a month or day. The careful reader reads a number with more leading zeros. */
const MAX_DIGITS = 2;
const SHORT_NAME_WIDTH = 3;

/**
 * Returns the code that copies a date whose day or month may have one digit, whose month is a name, or whose year has
 * two digits. `target` is the layout to which COERCE_DATE converts the date. If it is null, the text of the date is
 * copied. Returns null if a part of the layout has no byte form.
 */
export function copyOpenDate(layout: DateLayout, target: FixedLayout | null, context: ByteContext): DateCopy | null {
  if (!isOpenLayout(layout)) return null;
  const literals = layout.parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('');
  if (target === null)
    return {
      literals,
      maxWidth: MAX_DATE_WIDTH + literals.length,
      width: code`end - length - 1`,
      end: code`end`,
      result: code`end + 1`,
      emit: () => {
        const { parse, mismatches } = emitScan(layout, true, context);
        return { parse, mismatches, write: emitCopy(), countCorrection: [] };
      },
    };
  const hasEnd = canBeEqual(literals, target);
  return {
    literals,
    maxWidth: target.width,
    width: code`${target.width}`,
    end: code`length + ${1 + target.width}`,
    result: code`length + ${2 + target.width}`,
    emit: () => {
      const { parse, mismatches, year } = emitScan(layout, hasEnd, context);
      const write = emitWrite(year, target, context);
      return { parse, mismatches, write, countCorrection: emitCorrected(hasEnd, target, context) };
    },
  };
}

/** The maximum number of characters of a year, a month (`September`) and a day. */
const MAX_DATE_WIDTH = 4 + 9 + 2;

/** Emits the statements that parse a date. They declare `dateEnd` if `hasEnd`. */
function emitScan(layout: DateLayout, hasEnd: boolean, context: ByteContext) {
  const start: Place = { base: code`from`, plus: 0 };
  const scan: Scan = { place: start, lines: [], mismatches: [], year: { place: start, digits: 4, centuryStart: null } };
  for (const part of layout.parts) scanPart(part, scan, context);
  const parse = [
    code`const from = cursor;`,
    ...scan.lines,
    code`byte = input[(cursor = ${codeOf(scan.place)})] as number;`,
    ...(hasEnd ? [code`const dateEnd = cursor;`] : []),
  ];
  return { ...scan, parse };
}

/** Emits statements that copy the text of the date. */
function emitCopy(): Code[] {
  return [
    code`output[length] = QUOTE;`,
    code`let end = length + 1;`,
    code`for (let i = from; i < dateEnd; i++) output[end++] = input[i] as number;`,
    code`output[end] = QUOTE;`,
  ];
}

/** Returns whether a layout consists of one year, month and day, and literals without digits. */
function isOpenLayout({ parts }: DateLayout): boolean {
  const fields = parts.map(fieldOf).filter((field) => field !== null);
  const [first, last] = [parts[0], parts.at(-1)];
  const isTight = [first, last].every((part) => part?.kind !== 'literal' || part.text.trim() === part.text);
  return (
    [...fields].sort().join(' ') === 'day month year' &&
    isTight &&
    parts.every((part, index) => isOpenPart(part, parts[index + 1]))
  );
}

function isOpenPart(part: DatePart, following: DatePart | undefined): boolean {
  switch (part.kind) {
    case 'literal':
      return /^[ !#-/:-\[\]-~]*$/.test(part.text);
    case 'year':
      return part.minDigits === 4;
    case 'number':
      // Without a separator, the end of a number of one or two digits depends on the digits that follow it.
      return part.minDigits === MAX_DIGITS || following === undefined || /^(?:literal|monthName)$/.test(following.kind);
    default:
      return part.kind === 'shortYear' || (part.kind === 'monthName' && part.locale === undefined);
  }
}

function scanPart(part: DatePart, scan: Scan, context: ByteContext): void {
  if (part.kind === 'literal') scanLiteral(part.text, scan);
  else if (part.kind === 'number') scanNumber(part, scan, context);
  else if (part.kind === 'monthName') scanMonthName(part.full, scan, context);
  else scanYear(part, scan, context);
}

function scanLiteral(text: string, scan: Scan): void {
  for (const character of text) {
    scan.mismatches.push(code`input[${codeOf(scan.place)}] !== ${byteCode(character.charCodeAt(0))}`);
    advance(scan, 1);
  }
}

function scanNumber({ field, minDigits }: NumberPart, scan: Scan, { scope }: ByteContext): void {
  const { place, lines } = scan;
  if (minDigits === MAX_DIGITS) {
    lines.push(code`const ${name(field)} = ${scope.use('parseTwoDigitBytes')}(input, ${codeOf(place)});`);
    advance(scan, MAX_DIGITS);
    return;
  }
  const end = name(`${field}End`);
  lines.push(
    code`const ${end} = ${scope.use('findShortNumberEnd')}(input, ${codeOf(place)});`,
    code`const ${name(field)} = ${scope.use('parseShortNumberBytes')}(input, ${codeOf(place)}, ${end});`,
  );
  scan.place = { base: end, plus: 0 };
}

function scanMonthName(isFull: boolean, scan: Scan, { scope }: ByteContext): void {
  const parse = scope.use(isFull ? 'parseMonthNameBytes' : 'parseShortMonthNameBytes');
  const from = codeOf(scan.place);
  scan.lines.push(code`const month = ${parse}(input, ${from});`);
  if (!isFull) return advance(scan, SHORT_NAME_WIDTH);
  scan.lines.push(code`const monthEnd = ${from} + ${scope.use('monthNameLength')}(month);`);
  scan.place = { base: code`monthEnd`, plus: 0 };
}

function scanYear(part: DatePart, scan: Scan, { scope }: ByteContext): void {
  const at = codeOf(scan.place);
  const centuryStart = part.kind === 'shortYear' ? (part.centuryStart ?? null) : null;
  const digits = part.kind === 'shortYear' ? 2 : 4;
  const year =
    centuryStart === null
      ? code`${scope.use(digits === 2 ? 'parseShortYearBytes' : 'parseFourDigitBytes')}(input, ${at})`
      : code`${scope.use('parseShortYearBytesFrom')}(input, ${at}, ${centuryStart})`;
  scan.lines.push(code`const year = ${year};`);
  scan.year = { place: scan.place, digits, centuryStart };
  advance(scan, digits);
}

function advance(scan: Scan, bytes: number): void {
  scan.place = { base: scan.place.base, plus: scan.place.plus + bytes };
}

function codeOf({ base, plus }: Place): Code {
  return plus === 0 ? base : code`${base} + ${plus}`;
}

/** Emits statements that write the date in the target layout, in quotes. */
function emitWrite({ place, digits, centuryStart }: Scan['year'], target: FixedLayout, { scope }: ByteContext): Code[] {
  const write = scope.use('writeTwoDigits');
  const yearByte = (digit: number): Code => {
    const skipped = 4 - digits;
    if (digit < skipped) return digit === 0 ? code`50` : byteCode(ZERO);
    return code`input[${codeOf({ base: place.base, plus: place.plus + digit - skipped })}] as number`;
  };
  const yearBytes =
    centuryStart === null ? [0, 1, 2, 3].map((digit) => ({ at: target.year + digit, byte: yearByte(digit) })) : [];
  const bytes = [...yearBytes, ...target.literals.map(({ at, byte }) => ({ at, byte: byteCode(byte) }))].map(
    ({ at, byte }) => ({ at, line: code`output[length + ${1 + at}] = ${byte};` }),
  );
  const numbers = (['month', 'day'] as const).map((field) => ({
    at: target[field],
    line: code`${write}(output, length + ${1 + target[field]}, ${name(field)});`,
  }));
  const century = (at: number, part: Code) => ({ at, line: code`${write}(output, length + ${1 + at}, ${part});` });
  const years =
    centuryStart === null
      ? []
      : [century(target.year, code`(year / 100) | 0`), century(target.year + 2, code`year % 100`)];
  return [
    code`output[length] = QUOTE;`,
    ...[...bytes, ...years, ...numbers].sort((a, b) => a.at - b.at).map(({ line }) => line),
    code`output[length + ${1 + target.width}] = QUOTE;`,
  ];
}

const ZERO = 0x30;

/** Emits the statement that counts a correction if the conversion changed the text. */
function emitCorrected(canEqual: boolean, target: FixedLayout, { scope }: ByteContext): Code[] {
  if (!canEqual) return [code`report.corrected = true;`];
  const isSame = code`${scope.use('hasSameBytes')}(input, { from, to: dateEnd }, output, length + 1)`;
  return [code`if (dateEnd - from !== ${target.width} || !${isSame}) report.corrected = true;`];
}

/**
 * Returns whether some date may have the same text in both layouts. Without digits in the literals, this requires that
 * the literals are equal.
 */
function canBeEqual(literals: string, target: FixedLayout): boolean {
  const written = [...target.literals].sort((a, b) => a.at - b.at).map(({ byte }) => String.fromCharCode(byte));
  return written.join('') === literals || /[0-9]/.test(written.join(''));
}
