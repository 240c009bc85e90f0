import { LocaleNames } from '../../../kernel/values/dates/locale-names.ts';
import { type Code, code, commentText, literal, name } from '../../code/literal.ts';
import { toPascalCase } from '../../code/names.ts';
import { CLDR_NAMES } from './cldr-names.ts';

/** The name of a month or a weekday in a language, as a part of a date pattern. */
export interface NamePart {
  readonly kind: 'monthName' | 'weekdayName';
  readonly full: boolean;
  readonly locale: string;
  /** Whether a dot follows the name in the pattern, so that no form of the name has one. */
  readonly isBare?: boolean;
}

/** Languages whose capital letters are others than those of Unicode's full mapping. */
const CAPITALS: Readonly<Record<string, (form: string) => string>> = {
  // I and İ, ı and i are pairs.
  az: (form) => form.replaceAll('i', 'İ').replaceAll('ı', 'I').toUpperCase(),
  tr: (form) => form.replaceAll('i', 'İ').replaceAll('ı', 'I').toUpperCase(),
  // Capital letters have no acute accents.
  el: (form) => form.normalize('NFD').replaceAll('\u0301', '').normalize('NFC').toUpperCase(),
};

/** Returns whether there are names of months and weekdays in a language. */
export function isLocale(locale: string): boolean {
  return Object.hasOwn(CLDR_NAMES, locale);
}

/** The locales with names of months and weekdays, such as `de` and `de-AT`. */
export const localeNames: readonly string[] = Object.keys(CLDR_NAMES);

/** Returns the names of a part as LocaleNames reads them. Short names are known with and without their dot. */
export function namesOf({ kind, full, locale, isBare = false }: NamePart): string {
  const place = (kind === 'monthName' ? 0 : 2) + (full ? 0 : 1);
  const names = CLDR_NAMES[locale]?.split(';')[place] ?? '';
  return names
    .split(',')
    .map((forms) => {
      const written = forms.split('/');
      const dots = full ? written : written.flatMap((form) => withDots(form, isBare));
      const capitals = CAPITALS[locale.slice(0, 2)];
      const cased = capitals === undefined ? dots : dots.flatMap((form) => [form, capitals(form)]);
      return [...new Map(cased.map((form) => [form.toLowerCase(), form])).values()].join('/');
    })
    .join(',');
}

/** Returns a short name with and without a dot at its end, as it is first. */
function withDots(form: string, isBare: boolean): string[] {
  const bare = form.replace(/\.$/, '');
  if (isBare) return [bare];
  return form === bare ? [bare, `${bare}.`] : [form, bare];
}

const known = new Map<string, LocaleNames>();

/** Returns the names of a part, to read and write texts at compile time. */
export function readerOf(part: NamePart): LocaleNames {
  const names = namesOf(part);
  const found = known.get(names) ?? new LocaleNames(names);
  known.set(names, found);
  return found;
}

/** Returns the constant with the names of a part in the generated module. */
export function nameConstant({ kind, full, locale, isBare = false }: NamePart): Code {
  const what = `${full ? '' : 'Short'}${kind === 'monthName' ? 'Months' : 'Weekdays'}${isBare ? 'WithoutDot' : ''}`;
  return name(`namesOf${toPascalCase(locale, '')}${what}`);
}

/** Returns the declaration of the constant with the names of a part. */
export function declareNames(part: NamePart): Code {
  return code`/** The names of CLDR for ${commentText(part.locale)}. */\nconst ${nameConstant(part)} = new LocaleNames(${literal(namesOf(part))});`;
}
