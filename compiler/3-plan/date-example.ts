import { ordinalToEpochDay, weekdayOf } from '../kernel/date.ts';
import * as write from '../kernel/date-write.ts';
import * as offsets from '../kernel/date-offset.ts';
import { fieldOf, fieldsOf, type DateField, type DateLayout, type DatePart, type NumberField, type OffsetForm } from './date-layout.ts';

/** A text of the layout, for messages: 31 December 2024, a Tuesday, at 13:45:06.789 an hour east of UTC. */
export function exampleOf({ parts }: DateLayout): string {
  return exampleOfParts(parts, new Set());
}

/** Of optional parts that tell the same (`[XXX][X]`) the first is there. */
function exampleOfParts(parts: readonly DatePart[], told: Set<DateField>): string {
  let text = '';
  for (const part of parts) {
    const fields = part.kind === 'optional' ? fieldsOf(part.parts) : [];
    if (fields.some(field => told.has(field))) continue;
    text += part.kind === 'optional' ? exampleOfParts(part.parts, told) : exampleOfPart(part);
    const field = fieldOf(part);
    if (field !== null) told.add(field);
  }
  return text;
}

const year = 2024;
const dayOfYear = 366;
const numbers: Readonly<Record<NumberField, number>> = { month: 12, day: 31, dayOfYear, hour: 13, clockHour: 1, minute: 45, second: 6 };

const offsetTexts: Readonly<Record<OffsetForm, (seconds: number) => string>> = {
  X: offsets.offsetHoursText,
  XX: offsets.offsetMinutesText,
  XXX: offsets.offsetColonMinutesText,
  XXXX: offsets.offsetSecondsText,
  XXXXX: offsets.offsetColonSecondsText,
  Z: offsets.plainOffsetText,
};

function exampleOfPart(part: Exclude<DatePart, { kind: 'optional' }>): string {
  const weekday = weekdayOf(ordinalToEpochDay(year, dayOfYear));
  switch (part.kind) {
    case 'literal': return part.text;
    case 'year': return write.yearText(year, part.least);
    case 'shortYear': return write.shortYearText(year);
    case 'number': return write.padded(numbers[part.field], part.least);
    case 'monthName': return part.full ? write.monthText(12) : write.shortMonthText(12);
    case 'weekdayName': return part.full ? write.weekdayText(weekday) : write.shortWeekdayText(weekday);
    case 'half': return 'PM';
    case 'fraction': return write.fractionText(789_000_000, part.digits);
    case 'offset': return offsetTexts[part.form](3600);
    default: return part satisfies never;
  }
}
