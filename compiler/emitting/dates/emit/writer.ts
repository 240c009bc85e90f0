import { nameConstant } from '../locales/locales.ts';
import { exampleOf } from '../plan/example.ts';
import { timeFieldOf } from '../plan/fields.ts';
import {
  fieldOf,
  fieldsOf,
  type DateField,
  type DateLayout,
  type DatePart,
  type OffsetForm,
  type YearPart,
} from '../plan/layout.ts';
import type { EmittedDate } from './reader.ts';
import { code, commentText, join, literal, name, type Code } from '../../code/literal.ts';

/**
 * Emits a function `(parts: DateParts): string` that formats a date as Java's DateTimeFormatter does. All parts outside
 * of brackets must be defined (see `missingParts`). A part in brackets is omitted if one of its fields is not defined.
 */
export function emitDateWriter(functionName: string, pattern: string, layout: DateLayout): EmittedDate {
  const imports = new Set<string>();
  const lines: Code[] = [];
  const fields = fieldsOf(layout.parts);
  if (fields.includes('weekday')) {
    imports.add('weekdayOf').add('toEpochDay');
    lines.push(code`  const weekday = weekdayOf(toEpochDay(parts.year, parts.month, parts.day));`);
  }
  lines.push(code`  return ${join(emitPieces(layout.parts, imports), ' + ')};`);
  const source = code`/** Formats a date as ${commentText(pattern)}, for example ${commentText(exampleOf(layout))}. */
function ${name(functionName)}(parts: DateParts): string {
${lines}
}`;
  return { code: source, imports: [...imports].sort(), types: ['DateParts'] };
}

function emitPieces(parts: readonly DatePart[], imports: Set<string>): Code[] {
  const pieces = parts
    .filter((part) => part.kind !== 'optional' || part.parts.length > 0)
    .map((part) => emitPart(part, imports));
  return pieces.length === 0 ? [literal('')] : pieces;
}

function emitPart(part: DatePart, imports: Set<string>): Code {
  switch (part.kind) {
    case 'literal':
      return literal(part.text);
    case 'year':
      return emitYear(part, imports);
    case 'shortYear':
      return call('formatShortYear', [code`parts.year`], imports);
    case 'number':
      return call('padNumber', [emitNumber(part.field, imports), code`${part.minDigits}`], imports);
    case 'monthName':
      if (part.locale !== undefined) return code`${nameConstant({ ...part, locale: part.locale })}.write(parts.month)`;
      return call(part.full ? 'formatMonthName' : 'formatShortMonthName', [code`parts.month`], imports);
    case 'weekdayName':
      if (part.locale !== undefined) return code`${nameConstant({ ...part, locale: part.locale })}.write(weekday)`;
      return call(part.full ? 'formatWeekdayName' : 'formatShortWeekdayName', [code`weekday`], imports);
    case 'half':
      return call('formatAmPm', [code`parts.hour`], imports);
    case 'fraction':
      return call('formatFraction', [code`parts.nano`, code`${part.digits}`], imports);
    case 'offset':
      return call(offsetWriters[part.form], [code`parts.offset`], imports);
    case 'serial':
      throw new Error('SERIAL is never written');
    case 'optional':
      return emitOptional(part.parts, imports);
    default:
      return part satisfies never;
  }
}

const offsetWriters: Readonly<Record<OffsetForm, string>> = {
  X: 'formatOffsetHours',
  XX: 'formatOffsetMinutes',
  XXX: 'formatOffsetColonMinutes',
  XXXX: 'formatOffsetSeconds',
  XXXXX: 'formatOffsetColonSeconds',
  Z: 'formatPlainOffset',
};

function emitYear({ minDigits }: YearPart, imports: Set<string>): Code {
  return call(minDigits < 4 ? 'formatPlainYear' : 'formatYear', [code`parts.year`, code`${minDigits}`], imports);
}

function emitNumber(field: DateField, imports: Set<string>): Code {
  if (field === 'clockHour') return call('toClockHour', [code`parts.hour`], imports);
  if (field === 'dayOfYear')
    return call('dayOfYearOf', [code`parts.year`, code`parts.month`, code`parts.day`], imports);
  return code`parts.${name(field)}`;
}

function emitOptional(parts: readonly DatePart[], imports: Set<string>): Code {
  const text = join(emitPieces(parts, imports), ' + ');
  const needed = new Set(parts.map((part) => timeFieldOf(fieldOf(part))).filter((field) => field !== null));
  if (needed.size === 0) return parts.length === 1 ? text : code`(${text})`;
  const sum = join(
    [...needed].map((field) => code`parts.${name(field)}`),
    ' + ',
  );
  return code`(Number.isNaN(${sum}) ? '' : ${text})`;
}

function call(writer: string, values: readonly Code[], imports: Set<string>): Code {
  imports.add(writer);
  return code`${name(writer)}(${join(values, ', ')})`;
}
