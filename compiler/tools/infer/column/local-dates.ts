import { type DateForm, isDateLike, toForm } from './date-forms.ts';
import { guess, type TypeGuess } from './type-guess.ts';
import { type ColumnValues, holdsForMost } from './values.ts';

/** The number of texts from which the language of dates is guessed. */
const LOCALE_TEXTS = 5;

/** Infers dates whose months have names in another language than English. */
export function inferLocalDate(values: ColumnValues): TypeGuess | null {
  const forms = findLocalForms([...values.counts.keys()].slice(0, LOCALE_TEXTS)).filter(({ accepts }) =>
    holdsForMost(values, accepts),
  );
  const [form] = forms;
  if (form === undefined) return inferSeveralForms(values);
  const { accepts, pattern, locale } = form;
  const others = [...new Set(forms.map((one) => one.locale))].filter((one) => one !== locale).slice(0, 3);
  const doubts = others.length === 0 ? [] : [`the names of months fit other languages, too: ${others.join(', ')}`];
  return { ...guess(values, { type: 'DATE' }, { accepts, coerced: [pattern], doubts }), locale };
}

/** The maximum number of texts that show the languages of a column, and of these languages. */
const MAX_TEXTS = 200;
const MAX_LANGUAGES = 3;

/** Infers dates with names of months in several languages, or in one language and several patterns. */
function inferSeveralForms(values: ColumnValues): TypeGuess | null {
  const texts = [...values.counts.keys()].slice(0, MAX_TEXTS);
  if (!texts.every(isNamedDate)) return null;
  const languages = coverLanguages(texts);
  const forms = languages.flatMap((one) => one.forms);
  const accepts = (text: string) => forms.some((form) => form.accepts(text));
  const [first] = languages;
  if (first === undefined || forms.length < 2 || !holdsForMost(values, accepts)) return null;
  const all = languages.map(({ locale }) => locale ?? 'en').join(' and ');
  const isTwofold = texts.some((text) => new Set(languages.flatMap((one) => dayIn(one, text))).size > 1);
  return {
    ...guess(values, { type: 'DATE' }, { accepts, doubts: languages.length > 1 ? [`names of months in ${all}`] : [] }),
    coerced: first.forms.map(({ pattern }) => pattern),
    ...(first.locale === undefined ? {} : { locale: first.locale }),
    others: languages.slice(1).map((one) => ({
      coerced: one.forms.map(({ pattern }) => pattern),
      ...(one.locale === undefined ? {} : { locale: one.locale }),
    })),
    ...(isTwofold ? { undecided: `a name of a month means different months in ${all}` } : {}),
  };
}

/** The forms of a column in one language. `locale` is absent for English. */
interface Language {
  readonly locale?: string;
  readonly forms: readonly DateForm[];
}

/** Returns the languages and forms that accept all texts, or an empty list if three languages are not enough. */
function coverLanguages(texts: readonly string[]): Language[] {
  const found: Language[] = [];
  let left = texts;
  while (left.length > 0 && found.length < MAX_LANGUAGES) {
    const [best] = allLanguages()
      .map((language) => ({ language, count: left.filter((text) => isIn(language, text)).length }))
      .sort((a, b) => b.count - a.count);
    if (best === undefined || best.count === 0) return [];
    const own = left.filter((text) => isIn(best.language, text));
    found.push({ ...best.language, forms: coverForms(best.language.forms, own) });
    left = left.filter((text) => !isIn(best.language, text));
  }
  return left.length === 0 ? found : [];
}

/** Returns as few forms as accept all texts, those that accept the most first. */
function coverForms(forms: readonly DateForm[], texts: readonly string[]): DateForm[] {
  const found: DateForm[] = [];
  for (let left = texts; left.length > 0; left = left.filter((text) => found.at(-1)?.accepts(text) !== true)) {
    const count = ({ accepts }: DateForm) => left.filter(accepts).length;
    const best = forms.reduce((a, b) => (count(b) > count(a) ? b : a));
    if (count(best) === 0) return found;
    found.push(best);
  }
  return found;
}

function isIn({ forms }: Language, text: string): boolean {
  return forms.some(({ accepts }) => accepts(text));
}

function dayIn({ forms }: Language, text: string): number[] {
  const form = forms.find(({ accepts }) => accepts(text));
  return form === undefined ? [] : [form.dayOf(text)];
}

/** The languages whose names of months are tried, in this order, and the patterns in which they are usual. */
const LOCALES = [
  ...['de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sv', 'da', 'nb', 'fi', 'hu', 'ro', 'tr', 'ru', 'uk', 'el', 'bg'],
  ...['hr', 'sk', 'sl', 'sr', 'sr-Latn', 'lt', 'lv', 'et', 'ca', 'id', 'de-AT', 'pt-PT', 'fr-CA'],
];
const NAMED = [
  ...[
    'd. MMMM yyyy',
    'd MMMM yyyy',
    'd. MMM yyyy',
    'd MMM yyyy',
    'd-MMM-yyyy',
    'd.MMM.yyyy',
    'd/MMM/yyyy',
    'MMM d, yyyy',
  ],
  ...["d 'de' MMMM 'de' yyyy", "d MMMM 'de' yyyy", 'yyyy. MMMM d.', 'EEEE, d. MMMM yyyy', 'EEEE d MMMM yyyy'],
  ...['EEEE, d MMMM yyyy', 'E, d. MMM yyyy', 'E d MMM yyyy', 'd-MMM-yy', 'd MMM yy', 'd. MMM yy'],
];

/** A date pattern with names of months in a language. */
interface LocalForm extends DateForm {
  readonly locale: string;
}

/** Returns the patterns with names in other languages than English for which all texts are dates, the likely ones first. */
function findLocalForms(texts: readonly string[]): LocalForm[] {
  if (texts.length === 0 || !texts.every(isNamedDate)) return [];
  return allLanguages()
    .flatMap(({ locale, forms }) => (locale === undefined ? [] : forms.map((form) => ({ ...form, locale }))))
    .filter(({ accepts }) => texts.every(accepts));
}

function isNamedDate(text: string): boolean {
  return isDateLike(text) && /\p{L}{3}/u.test(text);
}

/** Created when they are needed first: most samples have no such dates. */
let languages: readonly Language[] | null = null;

function allLanguages(): readonly Language[] {
  languages ??= [
    ...LOCALES.map((locale) => ({ locale, forms: NAMED.map((pattern) => toForm(pattern, locale)) })),
    { forms: NAMED.map((pattern) => toForm(pattern)) },
  ];
  return languages;
}
