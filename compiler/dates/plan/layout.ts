/** A date pattern as data: what stands one behind the other in a text. Plain JSON. */
export interface DateLayout {
  readonly parts: readonly DatePart[];
}

export type DatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | YearPart
  /** `yy`: 2000 to 2099. */
  | { readonly kind: 'shortYear' }
  | NumberPart
  /** `MMM` (`Jun`) and, in full, `MMMM` (`June`). */
  | { readonly kind: 'monthName'; readonly full: boolean }
  /** `E` (`Wed`) and, in full, `EEEE` (`Wednesday`). */
  | { readonly kind: 'weekdayName'; readonly full: boolean }
  /** `a`: AM or PM. */
  | { readonly kind: 'half' }
  /** `S`: so many decimals of a second. */
  | { readonly kind: 'fraction'; readonly digits: number }
  | { readonly kind: 'offset'; readonly form: OffsetForm }
  /** `[…]`: a part that need not be there; `pattern` is its text without the brackets. */
  | { readonly kind: 'optional'; readonly pattern: string; readonly parts: readonly DatePart[] };

/** A year that may have a sign: `y`, `yyy` (only `-`), `yyyy` and longer (`+` where it has more digits than letters). */
export interface YearPart {
  readonly kind: 'year';
  /** Fewest digits: as many as letters. */
  readonly least: number;
  /** Digits of the parts directly behind, which a long run of digits leaves to them (`yyyyMMdd`: 4). */
  readonly reserved: number;
}

/** ASCII digits without a sign. */
export interface NumberPart {
  readonly kind: 'number';
  readonly field: NumberField;
  readonly least: number;
  readonly most: number;
  /** As in a year; 0 where `least` is `most`. */
  readonly reserved: number;
}

export type NumberField = 'month' | 'day' | 'dayOfYear' | 'hour' | 'clockHour' | 'minute' | 'second';

/** Everything that a part can tell. `clockHour` is 1 to 12, `half` says which twelve hours, `nano` is a second's fraction. */
export type DateField = NumberField | 'year' | 'weekday' | 'half' | 'nano' | 'offset';

/** The letters themselves; `ZZ` and `ZZZ` are `Z`, `ZZZZZ` is `XXXXX`. */
export type OffsetForm = 'X' | 'XX' | 'XXX' | 'XXXX' | 'XXXXX' | 'Z';

/** Whether a layout is that of `yyyy-MM-dd`, and its texts so ISO 8601 dates. */
export function isIso({ parts }: DateLayout): boolean {
  const [year, hyphen, month, secondHyphen, day] = parts;
  return (
    parts.length === 5 &&
    year?.kind === 'year' &&
    year.least === 4 &&
    isHyphen(hyphen) &&
    isHyphen(secondHyphen) &&
    month?.kind === 'number' &&
    month.field === 'month' &&
    month.least === 2 &&
    day?.kind === 'number' &&
    day.field === 'day' &&
    day.least === 2
  );
}

/** What a part tells; null for literals and optional parts. */
export function fieldOf(part: DatePart): DateField | null {
  switch (part.kind) {
    case 'literal':
    case 'optional':
      return null;
    case 'year':
    case 'shortYear':
      return 'year';
    case 'number':
      return part.field;
    case 'monthName':
      return 'month';
    case 'weekdayName':
      return 'weekday';
    case 'half':
      return 'half';
    case 'fraction':
      return 'nano';
    case 'offset':
      return 'offset';
    default:
      return part satisfies never;
  }
}

/** Everything that the parts tell, in optional parts as well, in their order; what stands twice is there twice. */
export function fieldsOf(parts: readonly DatePart[]): DateField[] {
  return parts.flatMap((part) => {
    if (part.kind === 'optional') return fieldsOf(part.parts);
    const field = fieldOf(part);
    return field === null ? [] : [field];
  });
}

/** How many characters a part has, where that is always the same; else null. */
export function widthOf(part: DatePart): number | null {
  switch (part.kind) {
    case 'literal':
      return part.text.length;
    case 'year':
    case 'optional':
      return null;
    case 'shortYear':
    case 'half':
      return 2;
    case 'number':
      return part.least === part.most ? part.most : null;
    case 'monthName':
    case 'weekdayName':
      return part.full ? null : 3;
    case 'fraction':
      return part.digits;
    case 'offset':
      return part.form === 'Z' ? 5 : null;
    default:
      return part satisfies never;
  }
}

function isHyphen(part: DatePart | undefined): boolean {
  return part?.kind === 'literal' && part.text === '-';
}
