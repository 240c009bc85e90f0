import { fieldOf, fieldsOf, type DateField, type DateLayout, type DatePart } from './layout.ts';

/** Whether the texts of a layout contain a field: all of them, some (in an optional part), or none. */
export type Presence = 'always' | 'sometimes' | 'never';

/** Returns whether the texts of a layout contain a field by a letter of its own. */
export function presenceOf({ parts }: DateLayout, field: DateField): Presence {
  if (parts.some((part) => fieldOf(part) === field)) return 'always';
  return fieldsOf(parts).includes(field) ? 'sometimes' : 'never';
}

/** Fields of the time that a written date may contain. */
export type TimeField = 'hour' | 'minute' | 'second' | 'nano' | 'offset';

/**
 * Returns the time fields that every text of the layout defines. As in Java, fields smaller than the ones in a text are
 * 0: `HH:mm` also defines the seconds. A gap is not filled: `HH:SSS` defines neither minutes nor seconds.
 */
export function findDefinedFields({ parts }: DateLayout): ReadonlySet<TimeField> {
  const defined = [...findFieldSets(parts)].map(completed).reduce((common, fields) => common & fields);
  return new Set(timeFields.filter((field) => (defined & bits[field]) !== 0));
}

const timeFields = ['hour', 'minute', 'second', 'nano', 'offset'] as const;
const bits: Readonly<Record<TimeField, number>> = { hour: 1, minute: 2, second: 4, nano: 8, offset: 16 };

/** Returns the possible sets of time fields that a text contains, as bit sets, with and without each optional part. */
function findFieldSets(parts: readonly DatePart[]): ReadonlySet<number> {
  let sets = new Set([0]);
  for (const part of parts) {
    // AM or PM defines nothing without its hour, and every hour from 1 to 12 has one.
    const field = part.kind === 'half' ? null : timeFieldOf(fieldOf(part));
    const more = part.kind === 'optional' ? [0, ...findFieldSets(part.parts)] : [field === null ? 0 : bits[field]];
    sets = new Set([...sets].flatMap((fields) => more.map((bit) => fields | bit)));
  }
  return sets;
}

function completed(fields: number): number {
  const { hour, minute, second, nano } = bits;
  const has = (bit: number) => (fields & bit) !== 0;
  const hasGap = has(minute) ? !has(second) && has(nano) : has(second) || has(nano);
  return has(hour) && !hasGap ? fields | minute | second | nano : fields;
}

/**
 * Returns the names of the time fields that the target writes but not every text of the source defines. If there is
 * one, COERCE_DATE between the two is impossible.
 */
export function missingParts(source: DateLayout, target: DateLayout): string[] {
  const defined = findDefinedFields(source);
  const needed = target.parts
    .map(fieldOf)
    .map(timeFieldOf)
    .filter((field) => field !== null);
  return [...new Set(needed)].filter((field) => !defined.has(field)).map((field) => fieldNames[field]);
}

const fieldNames: Readonly<Record<TimeField, string>> = {
  hour: 'hour',
  minute: 'minute',
  second: 'second',
  nano: 'fraction of a second',
  offset: 'offset from UTC',
};

/** Returns the time field that a letter is written from, or null for the date itself, which every layout defines. */
export function timeFieldOf(field: DateField | null): TimeField | null {
  switch (field) {
    case 'hour':
    case 'clockHour':
    case 'half':
      return 'hour';
    case 'minute':
    case 'second':
    case 'nano':
    case 'offset':
      return field;
    case null:
    case 'year':
    case 'month':
    case 'day':
    case 'dayOfYear':
    case 'weekday':
      return null;
    default:
      return field satisfies never;
  }
}
