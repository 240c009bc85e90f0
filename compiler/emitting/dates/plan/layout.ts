import type { NamePart } from '../locales/locales.ts';

/** A date pattern as plain JSON: its parts in the order of the text. */
export interface DateLayout {
  readonly parts: readonly DatePart[];
}

/** A part of a date pattern. */
export type DatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | YearPart
  /** `yy`: two digits for the hundred years from `centuryStart`. Default: 2000 to 2099. */
  | { readonly kind: 'shortYear'; readonly centuryStart?: number }
  | NumberPart
  /** `MMM` (`Jun`), or in full `MMMM` (`June`). Without a locale, in English. */
  | { readonly kind: 'monthName'; readonly full: boolean; readonly locale?: string; readonly isBare?: boolean }
  /** `E` (`Wed`), or in full `EEEE` (`Wednesday`). Without a locale, in English. */
  | { readonly kind: 'weekdayName'; readonly full: boolean; readonly locale?: string; readonly isBare?: boolean }
  /** `a`: AM or PM. */
  | { readonly kind: 'half' }
  /** `S`: decimals of a second, with exactly this number of digits. */
  | { readonly kind: 'fraction'; readonly digits: number }
  | { readonly kind: 'offset'; readonly form: OffsetForm }
  /** `SERIAL`: the number of a day in Excel, which is the whole text. */
  | { readonly kind: 'serial' }
  /** `[…]`: an optional part. `pattern` is its text without the brackets. */
  | { readonly kind: 'optional'; readonly pattern: string; readonly parts: readonly DatePart[] };

/**
 * A year with an optional sign. `y` and `yyy` allow only `-`. `yyyy` and longer also require `+` if the year has more
 * digits than letters.
 */
export interface YearPart {
  readonly kind: 'year';
  /** Minimum number of digits: the number of letters. */
  readonly minDigits: number;
  /**
   * Number of digits that belong to the parts directly after the year: 4 in `yyyyMMdd`. The year takes the digits
   * before them.
   */
  readonly reserved: number;
}

/** ASCII digits without a sign. */
export interface NumberPart {
  readonly kind: 'number';
  readonly field: NumberField;
  readonly minDigits: number;
  readonly maxDigits: number;
  /** Number of digits that belong to the parts directly after the number, or 0 if the number of digits is fixed. */
  readonly reserved: number;
}

/** A field that is written in digits. */
export type NumberField = 'month' | 'day' | 'dayOfYear' | 'hour' | 'clockHour' | 'minute' | 'second';

/**
 * A field that a part defines. `clockHour` is 1 to 12, `half` is AM or PM, and `nano` is the fraction of a second in
 * nanoseconds.
 */
export type DateField = NumberField | 'year' | 'weekday' | 'half' | 'nano' | 'offset' | 'serial';

/** The letters of an offset from UTC. `ZZ` and `ZZZ` count as `Z`, and `ZZZZZ` as `XXXXX`. */
export type OffsetForm = 'X' | 'XX' | 'XXX' | 'XXXX' | 'XXXXX' | 'Z';

/** Returns whether a layout is `yyyy-MM-dd`, so that its texts are ISO 8601 dates. */
export function isIso({ parts }: DateLayout): boolean {
  const [year, hyphen, month, secondHyphen, day] = parts;
  return (
    parts.length === 5 &&
    year?.kind === 'year' &&
    year.minDigits === 4 &&
    isHyphen(hyphen) &&
    isHyphen(secondHyphen) &&
    month?.kind === 'number' &&
    month.field === 'month' &&
    month.minDigits === 2 &&
    day?.kind === 'number' &&
    day.field === 'day' &&
    day.minDigits === 2
  );
}

/**
 * Returns whether each day that is formatted in this layout is parsed as the same day, and the formatted text has no
 * blanks at either end. Returns false for layouts with two-digit years, times or optional parts.
 */
export function keepsDay({ parts }: DateLayout): boolean {
  const dayFields: readonly (DateField | null)[] = ['year', 'month', 'day', 'dayOfYear', 'weekday', null];
  const isPlain = ({ kind }: DatePart) => kind !== 'optional' && kind !== 'shortYear';
  const hasBlank = (part: DatePart | undefined) => part?.kind === 'literal' && part.text.trim() !== part.text;
  return (
    parts.every((part) => isPlain(part) && dayFields.includes(fieldOf(part))) &&
    !hasBlank(parts[0]) &&
    !hasBlank(parts.at(-1))
  );
}

/** Returns the field that a part defines, or null for literals and optional parts. */
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
    case 'serial':
      return 'serial';
    default:
      return part satisfies never;
  }
}

/** Returns the fields that all parts define, also inside optional parts, in order and with duplicates. */
export function fieldsOf(parts: readonly DatePart[]): DateField[] {
  return parts.flatMap((part) => {
    if (part.kind === 'optional') return fieldsOf(part.parts);
    const field = fieldOf(part);
    return field === null ? [] : [field];
  });
}

/** Returns the numbers of decimals that a second may have in a layout, ascending. */
export function digitsOf({ parts }: DateLayout): number[] {
  const found = (all: readonly DatePart[]): number[] =>
    all.flatMap((part) =>
      part.kind === 'fraction' ? [part.digits] : part.kind === 'optional' ? found(part.parts) : [],
    );
  return [...new Set(found(parts))].sort((a, b) => a - b);
}

/** Returns the greatest number of decimals that a second may have in a layout. */
export function maxDigitsOf(layout: DateLayout): number {
  return Math.max(0, ...digitsOf(layout));
}

/** Returns the number of characters of a part, or null if it varies. */
export function widthOf(part: DatePart): number | null {
  switch (part.kind) {
    case 'literal':
      return part.text.length;
    case 'year':
    case 'optional':
    case 'serial':
      return null;
    case 'shortYear':
    case 'half':
      return 2;
    case 'number':
      return part.minDigits === part.maxDigits ? part.maxDigits : null;
    case 'monthName':
    case 'weekdayName':
      return part.full || part.locale !== undefined ? null : 3;
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

/** Returns the parts with the first of the hundred years that `yy` means. */
export function setCenturyStart(parts: readonly DatePart[], centuryStart: number): DatePart[] {
  return parts.map((part) => {
    if (part.kind === 'optional') return { ...part, parts: setCenturyStart(part.parts, centuryStart) };
    return part.kind === 'shortYear' ? { ...part, centuryStart } : part;
  });
}

/** Returns whether a layout has a year of two digits. */
export function hasShortYear({ parts }: Pick<DateLayout, 'parts'>): boolean {
  return parts.some((part) => part.kind === 'shortYear' || (part.kind === 'optional' && hasShortYear(part)));
}

/** Returns the first of the hundred years that `yy` means in a layout, or null if it is 2000 or the layout has no `yy`. */
export function centuryStartOf({ parts }: Pick<DateLayout, 'parts'>): number | null {
  for (const part of parts) {
    const found =
      part.kind === 'optional' ? centuryStartOf(part) : part.kind === 'shortYear' ? (part.centuryStart ?? null) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Returns the parts with names in a language. A name before a dot has none at its end. */
export function setLocale(parts: readonly DatePart[], locale: string): DatePart[] {
  return parts.map((part, index) => {
    if (part.kind === 'optional') return { ...part, parts: setLocale(part.parts, locale) };
    if (part.kind !== 'monthName' && part.kind !== 'weekdayName') return part;
    const next = parts[index + 1];
    const isBare = next?.kind === 'literal' && next.text.startsWith('.');
    return { ...part, locale, ...(isBare && { isBare }) };
  });
}

/** Returns the parts with names in a language other than by default, also inside optional parts. */
export function localNamesOf(parts: readonly DatePart[]): NamePart[] {
  return parts.flatMap((part): NamePart[] => {
    if (part.kind === 'optional') return localNamesOf(part.parts);
    const isName = part.kind === 'monthName' || part.kind === 'weekdayName';
    return isName && part.locale !== undefined ? [{ ...part, locale: part.locale }] : [];
  });
}

/** Returns whether a layout has names of months or weekdays. */
export function hasNames({ parts }: Pick<DateLayout, 'parts'>): boolean {
  return parts.some((part) =>
    part.kind === 'optional' ? hasNames(part) : part.kind === 'monthName' || part.kind === 'weekdayName',
  );
}
