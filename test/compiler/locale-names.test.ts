/** Names of months and weekdays in the languages of CLDR. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localeNames, namesOf } from '../../compiler/emitting/dates/locales/locales.ts';
import { planDatePattern } from '../../compiler/emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../compiler/emitting/dates/plan/text.ts';
import { LocaleNames } from '../../compiler/kernel/values/dates/locale-names.ts';

const dayOf = (text: string, pattern: string, locale: string): number => {
  const planned = planDatePattern(pattern, undefined, locale);
  return planned.kind === 'ok' ? dayOfText(planned.layout, text) : -Infinity;
};

test('the names that ICU writes are read, in any case', () => {
  // The versions of ICU in Node.js differ in abbreviations, and hardly in names in full.
  const locales = [
    'cs',
    'da',
    'de',
    'de-AT',
    'el',
    'es',
    'fi',
    'fr',
    'hu',
    'it',
    'nb',
    'nl',
    'pl',
    'pt',
    'ru',
    'sv',
    'tr',
    'uk',
  ];
  for (const locale of locales) {
    const genitive = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const alone = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const at = new Date(Date.UTC(2024, month, month + 1));
      const day = at.getTime() / 86_400_000;
      const name = genitive.formatToParts(at).find(({ type }) => type === 'month')?.value ?? '';
      for (const written of [name, alone.format(at), name.toLocaleUpperCase(locale), name.toLocaleLowerCase(locale)])
        assert.is(dayOf(`${month + 1} ${written} 2024`, 'd MMMM yyyy', locale), day, `${locale}: ${written}`);
      const text = `${weekday.format(at)}, ${month + 1}.${month + 1}.2024`;
      assert.is(dayOf(text, 'EEEE, d.M.yyyy', locale), day, `${locale}: ${text}`);
    }
  }
});

test('short names are read with and without a dot, the longest first', () => {
  const march = Date.UTC(2024, 2, 5) / 86_400_000;
  for (const text of ['5. März 2024', '5. Mär. 2024', '5. MÄR 2024'])
    assert.is(dayOf(text, 'd. MMM yyyy', 'de'), march);
  assert.is(dayOf('5. Mär. 2024', 'd. MMM. yyyy', 'de'), march, 'a dot of the pattern');
  assert.ok(Number.isNaN(dayOf('5. Mar 2024', 'd. MMM yyyy', 'de')));
  assert.is(dayOf('5 févr. 2024', 'd MMM yyyy', 'fr'), dayOf('5 févr 2024', 'd MMM yyyy', 'fr'));
  assert.is(dayOf('1 HAZİRAN 2024', 'd MMMM yyyy', 'tr'), Date.UTC(2024, 5, 1) / 86_400_000);
});

test('in each language, the name of each month and weekday is read as itself', () => {
  assert.ok(localeNames.length > 100);
  for (const locale of localeNames)
    for (const kind of ['monthName', 'weekdayName'] as const)
      for (const full of [true, false]) {
        const names = namesOf({ kind, full, locale });
        const reader = new LocaleNames(names);
        const all = names.split(',');
        assert.is(all.length, kind === 'monthName' ? 12 : 7, locale);
        all.forEach((forms, index) => {
          for (const form of forms.split('/')) {
            const text = `x${form}`;
            assert.equal([reader.find(text, 1), reader.end(text, 1)], [index + 1, text.length], `${locale}: ${form}`);
          }
        });
        assert.equal([reader.find('1', 0), reader.end('1', 0), reader.find('', 0)], [NaN, 0, NaN]);
      }
});

test.run();
