import { dayOf, dayOfYearOf, monthOf, toEpochDay, weekdayOf, yearOf } from '../../../kernel/values/dates/calendar.ts';
import { toSerialDay } from '../../../kernel/values/dates/serial-days.ts';
import { readerOf } from '../locales/locales.ts';
import * as write from '../../../kernel/values/dates/write-parts.ts';
import * as offsets from '../../../kernel/values/dates/offsets.ts';
import {
  fieldOf,
  fieldsOf,
  type DateField,
  type DateLayout,
  type DatePart,
  type NumberField,
  type OffsetForm,
} from './layout.ts';

/**
 * Returns an example text of the layout for messages: Tuesday, 31 December 2024, 13:45:06.789, one hour east of UTC.
 */
export function exampleOf(layout: DateLayout): string {
  return textOfDay(layout, toEpochDay(2024, 12, 31));
}

/**
 * Returns the text of a day, in days since 1970-01-01, at 13:45:06.789, one hour east of UTC. It contains the optional
 * parts, but only the first of several for the same field.
 */
export function textOfDay({ parts }: DateLayout, epochDay: number): string {
  return textOfParts(parts, epochDay, new Set());
}

/** Formats the parts. Of several optional parts for the same field, such as `[XXX][X]`, only the first is written. */
function textOfParts(parts: readonly DatePart[], epochDay: number, written: Set<DateField>): string {
  let text = '';
  for (const part of parts) {
    const fields = part.kind === 'optional' ? fieldsOf(part.parts) : [];
    if (fields.some((field) => written.has(field))) continue;
    text += part.kind === 'optional' ? textOfParts(part.parts, epochDay, written) : textOfPart(part, epochDay);
    const field = fieldOf(part);
    if (field !== null) written.add(field);
  }
  return text;
}

const numbers: Readonly<Record<NumberField, (epochDay: number) => number>> = {
  month: monthOf,
  day: dayOf,
  dayOfYear: (day) => dayOfYearOf(yearOf(day), monthOf(day), dayOf(day)),
  hour: () => 13,
  clockHour: () => 1,
  minute: () => 45,
  second: () => 6,
};

const offsetTexts: Readonly<Record<OffsetForm, (seconds: number) => string>> = {
  X: offsets.formatOffsetHours,
  XX: offsets.formatOffsetMinutes,
  XXX: offsets.formatOffsetColonMinutes,
  XXXX: offsets.formatOffsetSeconds,
  XXXXX: offsets.formatOffsetColonSeconds,
  Z: offsets.formatPlainOffset,
};

function textOfPart(part: Exclude<DatePart, { kind: 'optional' }>, epochDay: number): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'year':
      return part.minDigits < 4
        ? write.formatPlainYear(yearOf(epochDay), part.minDigits)
        : write.formatYear(yearOf(epochDay), part.minDigits);
    case 'shortYear':
      return write.formatShortYear(yearOf(epochDay));
    case 'number':
      return write.padNumber(numbers[part.field](epochDay), part.minDigits);
    case 'monthName':
      if (part.locale !== undefined) return readerOf({ ...part, locale: part.locale }).write(monthOf(epochDay));
      return part.full ? write.formatMonthName(monthOf(epochDay)) : write.formatShortMonthName(monthOf(epochDay));
    case 'weekdayName':
      if (part.locale !== undefined) return readerOf({ ...part, locale: part.locale }).write(weekdayOf(epochDay));
      return part.full
        ? write.formatWeekdayName(weekdayOf(epochDay))
        : write.formatShortWeekdayName(weekdayOf(epochDay));
    case 'half':
      return 'PM';
    case 'fraction':
      return write.formatFraction(789_000_000, part.digits);
    case 'serial':
      return String(toSerialDay(epochDay));
    case 'offset':
      return offsetTexts[part.form](3600);
    default:
      return part satisfies never;
  }
}
