import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { gatherValues } from '../../../compiler/tools/infer/column/values.ts';
import { draftSpec, lines } from './draft-spec.ts';
import { inferType } from '../../../compiler/tools/infer/column/type.ts';

const guessOf = (cells: readonly string[]) => inferType(gatherValues(cells, { nulls: new Set(), tolerance: 0 }));

test('names of months in other languages: the pattern and the locale that read them', () => {
  const cases: [string[], string, string | undefined][] = [
    [['3. März 2024', '14. Mai 2024', '1. Dezember 2023'], 'd. MMMM yyyy', 'de'],
    [['03-Mär-2024', '14-Mai-2024', '01-Dez-2023'], 'd-MMM-yyyy', 'de'],
    [['3 mars 2024', '14 août 2024', '1 décembre 2023'], 'd MMMM yyyy', 'fr'],
    [['3 de marzo de 2024', '14 de agosto de 2024'], "d 'de' MMMM 'de' yyyy", 'es'],
    [['3 lutego 2024', '14 SIERPNIA 2024'], 'd MMMM yyyy', 'pl'],
    [['5 мая 2024', '7 сентября 2024'], 'd MMMM yyyy', 'ru'],
    [['3 Mar 2024', '14 Aug 2024'], 'dd MMM yyyy', undefined],
  ];
  for (const [cells, pattern, locale] of cases) {
    const { keys, coerced, locale: found } = guessOf(cells);
    const [form = ''] = coerced;
    const isEnglish = locale === undefined;
    assert.equal(
      [keys, isEnglish ? 'English' : form, found],
      [{ type: 'DATE' }, isEnglish ? 'English' : pattern, locale],
    );
  }
});

test('texts with words and numbers are no dates', () => {
  for (const cells of [
    ['Hauptstr. 12, 80331 Mainz', 'Maigasse 3, 1010 Wien'],
    ['3 Mai 2024', '40 Juni 2024'],
    ['3. Mai 2024', '4. Foo 2024'],
  ])
    assert.equal(guessOf(cells).keys, { type: 'STRING' }, cells.join(' | '));
});

test('a draft reads its sample, and says which other languages fit', async () => {
  const draft = await draftSpec(lines('Nr;Datum', '1;3. August 2024', '2;14. November 2024', '3;1. September 2023'));
  const [correction] = draft.spec.correctionRules ?? [];
  assert.equal(correction, {
    ...{ ruleId: 'iso-datum', field: 'datum', correctionType: 'COERCE_DATE' },
    ...{ sourceFormat: 'd. MMMM yyyy', targetFormat: 'yyyy-MM-dd', locale: 'de' },
  });
  assert.match(draft.yaml, /the names of months fit other languages, too: /);
});

test('English names of months before the day, without a comma', () => {
  for (const [cells, pattern] of [
    [['Jan 1 2000', 'Feb 14 2001'], 'MMM d yyyy'],
    [['Jan-1-1995', 'Dec-31-1996'], 'MMM-d-yyyy'],
    [['March 3 2020', 'April 12 2021'], 'MMMM d yyyy'],
  ] as const)
    assert.equal(guessOf(cells).coerced, [pattern]);
});

test.run();
