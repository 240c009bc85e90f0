import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

const rows = (count: number, row: (index: number) => string) => Array.from({ length: count }, (_, index) => row(index));

test('names of people are not listed in a spec, other texts are', async () => {
  const people = ['Anna Berg', 'Bert Holm', 'Cleo Marsh'];
  for (const label of ['holder', 'Kontoinhaber', 'customerName', 'last_name', 'Empfänger', 'name']) {
    const { yaml, spec } = await draftSpec(
      lines(`id,${label},state`, ...rows(60, (i) => `A${i},${people[i % 3] ?? ''},${['open', 'paid'][i % 2] ?? ''}`)),
    );
    assert.not.match(yaml, /Anna|Berg|Holm|Marsh/, label);
    const listed = spec.validationRules?.filter(({ ruleType }) => ruleType === 'ALLOWED_VALUES');
    assert.equal(
      listed?.map(({ field }) => field),
      ['state'],
      label,
    );
  }
});

test('names of products and cities are listed as before', async () => {
  const { spec } = await draftSpec(
    lines('id,product,city', ...rows(60, (i) => `A${i},${['Home Plus', 'Car Basic'][i % 2] ?? ''},New York`)),
  );
  assert.equal(
    spec.validationRules?.flatMap(({ ruleType, field }) => (ruleType === 'ALLOWED_VALUES' ? [field] : [])),
    ['product', 'city'],
  );
});

test('an IBAN is sensitive with wrong check digits, and if there is only one', async () => {
  const sensitiveOf = async (label: string, cell: (index: number) => string) => {
    const { spec } = await draftSpec(lines(`id,${label}`, ...rows(5, (i) => `A${i},${cell(i)}`)));
    return spec.fields[1]?.sensitive;
  };
  assert.is(await sensitiveOf('account', (i) => `DE0012345678901234567${i}`), true, 'wrong check digits');
  assert.is(await sensitiveOf('account', () => 'DE89370400440532013000'), true, 'one account');
  assert.is(await sensitiveOf('account', () => 'DE89 3704 0044 0532 0130 00'), true, 'in groups');
  assert.is(await sensitiveOf('IBAN', (i) => `GB00ABCD1234567890123${i}`), true, 'by its label');
  assert.is(await sensitiveOf('article', (i) => `DE00-${i}`), undefined);
  assert.is(await sensitiveOf('article', (i) => `AB0012345678901${i}`), undefined, 'no country has this length');
});

test('a postcode is a text, also without a leading zero', async () => {
  for (const label of ['PLZ', 'zip', 'ZipCode', 'Postleitzahl', 'post_code', 'postal code']) {
    const drawn = await draftSpec(lines(`id,${label},n`, ...rows(12, (i) => `A${i},${10115 + i * 37},${i * 3}`)));
    assert.match(fieldsOf(drawn)[1] ?? '', / STRING /, label);
    assert.match(fieldsOf(drawn)[2] ?? '', / INTEGER /);
  }
  const drawn = await draftSpec(lines('id,postings,n', ...rows(12, (i) => `A${i},${10115 + i * 37},${i * 3}`)));
  assert.match(fieldsOf(drawn)[1] ?? '', / INTEGER /);
});

test('a delimiter at the end of each record does not hide cells with content', async () => {
  const { spec, rating } = await draftSpec(lines('a,b', ...rows(8, (i) => `x${i},${i},`)));
  assert.equal([spec.trailingDelimiter, spec.onExtraColumns], ['YES', undefined]);
  assert.equal([rating.records, rating.accepted], [8, 8]);
});

test('names of people are no key', async () => {
  const names = lines(...Array.from({ length: 12 }, (_, at) => `Anna${'x'.repeat(at)},Berg,${at}`));
  const { yaml } = await draftSpec(`first_name,last_name,age\n${names}`);
  assert.not.match(yaml, /messageKey/);
});

test.run();
