// Writes cldr-names.ts from the files of the npm package `cldr-dates-full`:
// node compiler/emitting/dates/locales/write-locales.mjs FOLDER-OF-THE-PACKAGE
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('usage: write-locales.mjs FOLDER-OF-THE-PACKAGE');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1));
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Returns the forms of each name: the genitive first, each once, ignoring case. */
function formsOf(names, keys, widths) {
  const lists = widths.flatMap((width) => [names.format[width], names['stand-alone'][width]]);
  return keys.map((key) => {
    const forms = new Map();
    for (const list of lists) {
      const form = list?.[key]?.normalize('NFC');
      if (form !== undefined && !forms.has(form.toLowerCase())) forms.set(form.toLowerCase(), form);
    }
    return [...forms.values()];
  });
}

/** Returns the names of a locale. Null: it has none of its own, or two of them are the same. */
function readNames(locale) {
  const { calendars } = JSON.parse(readFileSync(join(folder, 'main', locale, 'ca-gregorian.json'), 'utf8')).main[locale]
    .dates;
  const { months, days } = calendars.gregorian;
  const names = [
    formsOf(months, MONTHS, ['wide']),
    formsOf(months, MONTHS, ['abbreviated']),
    formsOf(days, WEEKDAYS, ['wide']),
    formsOf(days, WEEKDAYS, ['abbreviated', 'short']),
  ];
  // Names with digits are those of languages without any, and would read numbers as names.
  const isNamed = names.every((all) => all.flat().every((name) => /\p{L}/u.test(name) && !/\d/u.test(name)));
  return isNamed && names.every(isUnambiguous) ? names : null;
}

/** Returns whether no text is the name of two months or weekdays, with or without a dot. */
function isUnambiguous(all) {
  const owners = new Map();
  return all.every((forms, index) =>
    forms.every((form) => {
      const plain = form.toLowerCase().replace(/\.$/, '');
      const owner = owners.get(plain) ?? index;
      owners.set(plain, owner);
      return owner === index;
    }),
  );
}

/** Returns the locale of which a locale is a variant. Null: it has none. */
function parentOf(locale) {
  const cut = locale.lastIndexOf('-');
  return cut < 0 ? null : locale.slice(0, cut);
}

/** The languages that files are written in, with their variants. Those whose months are numbers need no names. */
const LANGUAGES = [
  ...['af', 'ar', 'az', 'be', 'bg', 'bn', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'el', 'en', 'es', 'et', 'eu', 'fa', 'fi'],
  ...['fil', 'fo', 'fr', 'fy', 'ga', 'gl', 'gu', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is', 'it', 'ka', 'kk', 'kn', 'ky'],
  ...['lb', 'lt', 'lv', 'mk', 'ml', 'mr', 'ms', 'mt', 'nb', 'ne', 'nl', 'nn', 'no', 'pa', 'pl', 'pt', 'rm', 'ro', 'ru'],
  ...['sk', 'sl', 'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'uz', 'zu'],
];

const all = new Map();
for (const locale of readdirSync(join(folder, 'main')).sort()) {
  const [language] = locale.split('-');
  const names = LANGUAGES.includes(language) && (language !== 'en' || locale === 'en') ? readNames(locale) : null;
  if (names !== null) all.set(locale, names);
}
// A variant is listed only if it has other names than its language.
const listed = [...all].filter(([locale, names]) => {
  const parent = parentOf(locale);
  const own = parent === null ? undefined : (all.get(parent) ?? all.get(parentOf(parent) ?? ''));
  return JSON.stringify(own) !== JSON.stringify(names);
});
/** The forms of a name are joined with slashes, the names of a kind with commas, the kinds with semicolons. */
const textOf = (names) => names.map((kind) => kind.map((forms) => forms.join('/')).join(',')).join(';');
for (const [locale, names] of listed)
  if (/[/,;]/.test(names.flat(2).join(''))) throw new Error(`${locale} has a name with a separator`);
const quote = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);
const keyOf = (locale) => (/^[a-z]+$/.test(locale) ? locale : `'${locale}'`);
writeFileSync(
  join(import.meta.dirname, 'cldr-names.ts'),
  `/**
 * The names of months and weekdays of CLDR ${version}, by locale: months in full, short months, weekdays in full, short
 * weekdays. write-locales.mjs writes this file. Copyright 1991-2026 Unicode, Inc., Unicode License v3.
 */
export const CLDR_NAMES: Readonly<Record<string, string>> = {
${listed.map(([locale, names]) => `  ${keyOf(locale)}:\n    ${quote(textOf(names))},`).join('\n')}
};
`,
);
process.stdout.write(`${listed.length} locales of CLDR ${version}\n`);
