import { type NamePart, nameConstant } from '../locales/locales.ts';
import type { DatePart, NumberPart, OffsetForm, YearPart } from '../plan/layout.ts';
import { emitPosition, type TextPosition } from './text-position.ts';
import { code, join, literal, name, type Code } from '../../code/literal.ts';

/** A part that reads the value of a field, unlike literals and optional parts. */
export type ValuePart = Exclude<DatePart, { kind: 'literal' | 'optional' }>;

/** An expression, and the names of the kernel functions in it. */
export interface Reading {
  readonly code: Code;
  readonly imports: readonly string[];
}

/** Returns the expression for the value of a part. `from` and `to` are the positions of its text. */
export function emitValue(part: ValuePart, from: TextPosition, to: TextPosition): Reading {
  switch (part.kind) {
    case 'year':
      return yearValue(part, from, to);
    case 'shortYear':
      return part.centuryStart === undefined
        ? { code: code`2000 + parseTwoDigits(text, ${emitPosition(from)})`, imports: ['parseTwoDigits'] }
        : {
            code: code`toYearFrom(${part.centuryStart}, parseTwoDigits(text, ${emitPosition(from)}))`,
            imports: ['parseTwoDigits', 'toYearFrom'],
          };
    case 'number':
      return numberValue(part, from, to);
    case 'monthName':
      if (part.locale !== undefined) return localName('find', { ...part, locale: part.locale }, from);
      return call(part.full ? 'parseMonthName' : 'parseShortMonthName', [from]);
    case 'weekdayName':
      if (part.locale !== undefined) return localName('find', { ...part, locale: part.locale }, from);
      return call(part.full ? 'parseWeekdayName' : 'parseShortWeekdayName', [from]);
    case 'half':
      return call('parseAmPm', [from]);
    case 'fraction':
      return fractionValue(part.digits, from, to);
    case 'serial':
      return call('parseDigits', [from, to]);
    case 'offset':
      return call(offsetReaders[part.form], [from, to]);
    default:
      return part satisfies never;
  }
}

/**
 * Returns the expression for the end position of a part with variable width. `value` is the variable with the part's
 * value, from which the length of a month or weekday name follows.
 * @throws if the part is a two-digit year, AM or PM, or a fraction, whose width is always fixed
 */
export function emitEnd(part: ValuePart, from: TextPosition, value: Code): Reading {
  switch (part.kind) {
    case 'year':
      return call('findSignedDigitsEnd', [from], part.reserved);
    case 'number':
      return call('findDigitsEnd', [from], part.reserved);
    case 'monthName':
      if (part.locale !== undefined) return localName('end', { ...part, locale: part.locale }, from);
      return nameEnd('monthNameLength', from, value);
    case 'weekdayName':
      if (part.locale !== undefined) return localName('end', { ...part, locale: part.locale }, from);
      return nameEnd('weekdayNameLength', from, value);
    case 'serial':
      return call('findDigitsEnd', [from], 0);
    case 'offset':
      return call(offsetEnds[part.form], [from]);
    case 'shortYear':
    case 'half':
    case 'fraction':
      throw new Error(`${part.kind} has a fixed width`);
    default:
      return part satisfies never;
  }
}

/** Returns an expression that is true if the text at a position is not the literal. */
export function emitLiteralMismatch(text: string, from: TextPosition): Code {
  if (text.length === 1) return code`text[${emitPosition(from)}] !== ${literal(text)}`;
  return code`!text.startsWith(${literal(text)}, ${emitPosition(from)})`;
}

const offsetReaders: Readonly<Record<OffsetForm, string>> = {
  X: 'parseOffsetHours',
  XX: 'parseOffsetMinutes',
  XXX: 'parseOffsetColonMinutes',
  XXXX: 'parseOffsetSeconds',
  XXXXX: 'parseOffsetColonSeconds',
  Z: 'parsePlainOffset',
};

const offsetEnds: Readonly<Record<OffsetForm, string>> = {
  X: 'findOffsetHoursEnd',
  XX: 'findOffsetMinutesEnd',
  XXX: 'findOffsetColonMinutesEnd',
  XXXX: 'findOffsetSecondsEnd',
  XXXXX: 'findOffsetColonSecondsEnd',
  Z: 'findOffsetMinutesEnd',
};

function yearValue({ minDigits }: YearPart, from: TextPosition, to: TextPosition): Reading {
  if (minDigits === 4) return call('parseYear', [from, to]);
  const reader = minDigits > 4 ? 'parseWideYear' : 'parsePlainYear';
  return {
    code: code`${name(reader)}({ text, from: ${emitPosition(from)}, to: ${emitPosition(to)}, minDigits: ${minDigits} })`,
    imports: [reader],
  };
}

function numberValue({ minDigits, maxDigits }: NumberPart, from: TextPosition, to: TextPosition): Reading {
  if (minDigits === 2 && maxDigits === 2) return call('parseTwoDigits', [from]);
  return call(minDigits === 2 && maxDigits === 3 ? 'parseDayOfYear' : 'parseDigits', [from, to]);
}

function fractionValue(digits: number, from: TextPosition, to: TextPosition): Reading {
  const { code: number, imports } = call('parseDigits', [from, to]);
  return digits === 9 ? { code: number, imports } : { code: code`${number} * ${10 ** (9 - digits)}`, imports };
}

/** Returns the call that finds a name in a language, or its end. The class is imported with the declared names. */
function localName(verb: 'find' | 'end', part: NamePart, from: TextPosition): Reading {
  return { code: code`${nameConstant(part)}.${name(verb)}(text, ${emitPosition(from)})`, imports: [] };
}

function nameEnd(lengthOf: string, from: TextPosition, value: Code): Reading {
  const length = code`${name(lengthOf)}(${value})`;
  return {
    code: from.base === null && from.plus === 0 ? length : code`${emitPosition(from)} + ${length}`,
    imports: [lengthOf],
  };
}

function call(reader: string, positions: readonly TextPosition[], reserved?: number): Reading {
  const values = [code`text`, ...positions.map(emitPosition), ...(reserved === undefined ? [] : [code`${reserved}`])];
  return { code: code`${name(reader)}(${join(values, ', ')})`, imports: [reader] };
}
