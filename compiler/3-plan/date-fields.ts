import { fieldOf, fieldsOf, type DateField, type DateLayout } from './date-layout.ts';

/** When a layout tells something: in every text, in some (optional parts), or in none. */
export type Presence = 'always' | 'sometimes' | 'never';

/** When a layout tells a field by a letter of its own. */
export function presenceOf({ parts }: DateLayout, field: DateField): Presence {
  if (parts.some(part => fieldOf(part) === field)) return 'always';
  return fieldsOf(parts).includes(field) ? 'sometimes' : 'never';
}

/** The parts of a time that a written date can need. */
export type TimeField = 'hour' | 'minute' | 'second' | 'nano' | 'offset';

/**
 * The parts of a time that every text of the layout gives. With an hour the smaller ones that it never tells are 0
 * (`HH:mm` gives seconds as well), unless it tells one smaller still, as Java has it.
 */
export function givenBy(layout: DateLayout): ReadonlySet<TimeField> {
  const when = (field: DateField) => presenceOf(layout, field);
  const given = new Set<TimeField>((['hour', 'minute', 'second', 'nano', 'offset'] as const).filter(field => when(field) === 'always'));
  if (when('clockHour') === 'always' && when('half') === 'always') given.add('hour');
  const hasGap = when('minute') !== 'always'
    ? when('second') === 'always' || when('nano') === 'always'
    : when('second') !== 'always' && when('nano') === 'always';
  if (given.has('hour') && !hasGap) for (const field of ['minute', 'second', 'nano'] as const) given.add(field);
  return given;
}

/** What texts of the target need and texts of the source do not always give, in words and each once: a COERCE_DATE between them cannot be. */
export function missingParts(source: DateLayout, target: DateLayout): string[] {
  const given = givenBy(source);
  const needed = target.parts.map(fieldOf).map(timeFieldOf).filter(field => field !== null);
  return [...new Set(needed)].filter(field => !given.has(field)).map(field => fieldNames[field]);
}

const fieldNames: Readonly<Record<TimeField, string>> = {
  hour: 'hour', minute: 'minute', second: 'second', nano: 'fraction of a second', offset: 'offset from UTC',
};

/** What a letter is written from; null where that is the date, which every layout gives. */
export function timeFieldOf(field: DateField | null): TimeField | null {
  switch (field) {
    case 'hour': case 'clockHour': case 'half': return 'hour';
    case 'minute': case 'second': case 'nano': case 'offset': return field;
    case null: case 'year': case 'month': case 'day': case 'dayOfYear': case 'weekday': return null;
    default: return field satisfies never;
  }
}
