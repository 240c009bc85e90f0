import { fieldOf, fieldsOf, type DateField, type DateLayout, type DatePart } from './layout.ts';

/** When a layout tells something: in every text, in some (optional parts), or in none. */
export type Presence = 'always' | 'sometimes' | 'never';

/** When a layout tells a field by a letter of its own. */
export function presenceOf({ parts }: DateLayout, field: DateField): Presence {
  if (parts.some((part) => fieldOf(part) === field)) return 'always';
  return fieldsOf(parts).includes(field) ? 'sometimes' : 'never';
}

/** The parts of a time that a written date can need. */
export type TimeField = 'hour' | 'minute' | 'second' | 'nano' | 'offset';

/**
 * The parts of a time that every text of the layout gives. With an hour the smaller ones that a text does not tell
 * are 0 (`HH:mm` gives seconds as well), unless it tells one smaller still, as Java has it.
 */
export function givenBy({ parts }: DateLayout): ReadonlySet<TimeField> {
  const given = [...tellingsOf(parts)].map(completed).reduce((common, told) => common & told);
  return new Set(timeFields.filter((field) => (given & bits[field]) !== 0));
}

const timeFields = ['hour', 'minute', 'second', 'nano', 'offset'] as const;
const bits: Readonly<Record<TimeField, number>> = { hour: 1, minute: 2, second: 4, nano: 8, offset: 16 };

/** Which parts of a time texts can tell, with and without each optional part: sets of bits. */
function tellingsOf(parts: readonly DatePart[]): ReadonlySet<number> {
  let tellings = new Set([0]);
  for (const part of parts) {
    // AM or PM says nothing without its hour, and stands wherever that is.
    const field = part.kind === 'half' ? null : timeFieldOf(fieldOf(part));
    const more = part.kind === 'optional' ? [0, ...tellingsOf(part.parts)] : [field === null ? 0 : bits[field]];
    tellings = new Set([...tellings].flatMap((told) => more.map((bit) => told | bit)));
  }
  return tellings;
}

function completed(told: number): number {
  const { hour, minute, second, nano } = bits;
  const has = (bit: number) => (told & bit) !== 0;
  const hasGap = has(minute) ? !has(second) && has(nano) : has(second) || has(nano);
  return has(hour) && !hasGap ? told | minute | second | nano : told;
}

/** What texts of the target need and texts of the source do not always give, in words and each once: a COERCE_DATE between them cannot be. */
export function missingParts(source: DateLayout, target: DateLayout): string[] {
  const given = givenBy(source);
  const needed = target.parts
    .map(fieldOf)
    .map(timeFieldOf)
    .filter((field) => field !== null);
  return [...new Set(needed)].filter((field) => !given.has(field)).map((field) => fieldNames[field]);
}

const fieldNames: Readonly<Record<TimeField, string>> = {
  hour: 'hour',
  minute: 'minute',
  second: 'second',
  nano: 'fraction of a second',
  offset: 'offset from UTC',
};

/** What a letter is written from; null where that is the date, which every layout gives. */
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
