import { dayOf, dayOfYearOf, monthOf, toEpochDay, weekdayOf, yearOf } from '../kernel/dates/calendar.ts';
import * as write from '../kernel/dates/write-parts.ts';
import * as offsets from '../kernel/dates/offsets.ts';
import {
  fieldOf,
  fieldsOf,
  type DateField,
  type DateLayout,
  type DatePart,
  type NumberField,
  type OffsetForm,
} from './date-layout.ts';

/** A text of the layout, for messages: 31 December 2024, a Tuesday, at 13:45:06.789 an hour east of UTC. */
export function exampleOf(layout: DateLayout): string {
  return textOfDay(layout, toEpochDay(2024, 12, 31));
}

/** A text of the layout for an epoch day, at 13:45:06.789 an hour east of UTC; all optional parts are there. */
export function textOfDay({ parts }: DateLayout, epochDay: number): string {
  return textOfParts(parts, epochDay, new Set());
}

/** Of optional parts that tell the same (`[XXX][X]`) the first is there. */
function textOfParts(parts: readonly DatePart[], epochDay: number, told: Set<DateField>): string {
  let text = '';
  for (const part of parts) {
    const fields = part.kind === 'optional' ? fieldsOf(part.parts) : [];
    if (fields.some((field) => told.has(field))) continue;
    text += part.kind === 'optional' ? textOfParts(part.parts, epochDay, told) : textOfPart(part, epochDay);
    const field = fieldOf(part);
    if (field !== null) told.add(field);
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
  X: offsets.offsetHoursText,
  XX: offsets.offsetMinutesText,
  XXX: offsets.offsetColonMinutesText,
  XXXX: offsets.offsetSecondsText,
  XXXXX: offsets.offsetColonSecondsText,
  Z: offsets.plainOffsetText,
};

function textOfPart(part: Exclude<DatePart, { kind: 'optional' }>, epochDay: number): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'year':
      return part.least < 4
        ? write.plainYearText(yearOf(epochDay), part.least)
        : write.yearText(yearOf(epochDay), part.least);
    case 'shortYear':
      return write.shortYearText(yearOf(epochDay));
    case 'number':
      return write.padded(numbers[part.field](epochDay), part.least);
    case 'monthName':
      return part.full ? write.monthText(monthOf(epochDay)) : write.shortMonthText(monthOf(epochDay));
    case 'weekdayName':
      return part.full ? write.weekdayText(weekdayOf(epochDay)) : write.shortWeekdayText(weekdayOf(epochDay));
    case 'half':
      return 'PM';
    case 'fraction':
      return write.fractionText(789_000_000, part.digits);
    case 'offset':
      return offsetTexts[part.form](3600);
    default:
      return part satisfies never;
  }
}
