import { fieldOf, fieldsOf, type DateField, type DateLayout, type DatePart } from './layout.ts';

/** Whether the texts of a layout contain a field: always, sometimes (in an optional part) or never. */
export type Presence = 'always' | 'sometimes' | 'never';

/**
 * Returns whether the texts of a layout contain a field. Only fields with a letter in the pattern count: `h a` contains
 * `clockHour` and `half`, but not `hour`.
 */
export function presenceOf({ parts }: DateLayout, field: DateField): Presence {
  if (parts.some((part) => fieldOf(part) === field)) return 'always';
  return fieldsOf(parts).includes(field) ? 'sometimes' : 'never';
}

/** The time fields that a date text may contain. */
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

/**
 * Returns the sets of time fields that a text of these parts can contain, as bit sets. Each optional part may be
 * present or missing.
 */
function findFieldSets(parts: readonly DatePart[]): ReadonlySet<number> {
  let sets = new Set([0]);
  for (const part of parts) {
    // AM or PM defines nothing without its hour, and every hour from 1 to 12 has AM or PM.
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
 * Returns the names of time fields that the target always writes, but that some text of the source does not define. If
 * the list is not empty, COERCE_DATE cannot convert from source to target.
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

/**
 * Returns the time field from which a field of the layout is formatted: `hour` for `clockHour` and `half`. Returns null
 * for a field of the date, and for null.
 */
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
    case 'serial':
      return null;
    default:
      return field satisfies never;
  }
}
