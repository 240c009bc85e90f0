// What a column alone does not decide: the order of day and month, thousands or decimals, the sign in another column.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DraftResult, draftSpec, fieldsOf, lines } from './draft-spec.ts';

const draft = (...texts: readonly string[]): Promise<DraftResult> => draftSpec(lines(...texts));
const undecidedOf = ({ verdict }: DraftResult): string => verdict.undecided.join();
const formatsOf = ({ spec }: DraftResult): unknown[] =>
  (spec.correctionRules ?? []).flatMap((one) => ('sourceFormat' in one ? [one.sourceFormat] : []));

const often = (count: number, line: (at: number) => string) =>
  lines(...Array.from({ length: count }, (_, at) => line(at + 1)));

test('dates whose day and month may be exchanged are undecided', async () => {
  for (const [dates, pattern] of [
    [['02/06/2017', '02/05/2017'], 'dd/MM/yyyy or MM/dd/yyyy'],
    [['2/6/2017', '12/5/2017'], 'd/M/yyyy or M/d/yyyy'],
    [['02-06-2017', '11-05-2017'], 'dd-MM-yyyy or MM-dd-yyyy'],
    [['02/06/17', '02/05/17'], 'dd/MM/yy or MM/dd/yy'],
    [['02/06/2017 10:15', '02/05/2017 11:20'], 'dd/MM/yyyy HH:mm or MM/dd/yyyy HH:mm'],
    [['01/01/2024', '02/02/2024'], 'dd/MM/yyyy or MM/dd/yyyy'],
  ] as const)
    assert.match(undecidedOf(await draft('id,day', ...dates.map((day, at) => `${at},${day}`))), `day: ${pattern}`);
});

test('dates of one order only, or of no order, are decided', async () => {
  for (const dates of [
    ['13/06/2017', '02/05/2017'],
    ['06/13/2017', '02/05/2017'],
    ['02.06.2017', '02.05.2017'],
    ['2017-06-02', '2017-05-02'],
    ['2017/06/02', '2017/05/02'],
    ['02 Jun 2017', '02 May 2017'],
  ])
    assert.is(undecidedOf(await draft('id,day', ...dates.map((day, at) => `${at},${day}`))), '', dates[0]);
});

test('another column, a decimal comma or the order of the dates decides', async () => {
  const files: readonly (readonly [title: string, texts: readonly string[], format: string])[] = [
    ['a later day beside it', ['a,b', '02/06/2017,25/06/2017', '03/06/2017,26/06/2017'], 'dd/MM/yyyy'],
    ['a later month beside it', ['a,b', '02/06/2017,06/25/2017', '03/06/2017,06/26/2017'], 'MM/dd/yyyy'],
    ['dates with points beside it', ['a,b', '02/06/2017,02.06.2017', '03/06/2017,03.06.2017'], 'dd/MM/yyyy'],
    ['a decimal comma', ['a;b', '02/06/2017;1,50', '03/06/2017;2,75'], 'dd/MM/yyyy'],
    [
      'days in order',
      [
        'a,b',
        ...[1, 2, 5, 7, 9, 11].map((day, at) => `0${at % 2 === 0 ? 3 : 3}/${`0${day}`.slice(-2)}/2024,x`),
        '04/02/2024,x',
      ],
      'MM/dd/yyyy',
    ],
    [
      'months in order',
      ['a,b', '01/03/2024,x', '05/03/2024,x', '11/03/2024,x', '02/04/2024,x', '06/04/2024,x', '03/05/2024,x'],
      'dd/MM/yyyy',
    ],
  ];
  for (const [title, texts, format] of files) {
    const found = await draft(...texts);
    assert.is(undecidedOf(found), '', title);
    assert.ok(formatsOf(found).includes(format), `${title}: ${JSON.stringify(formatsOf(found))}`);
  }
});

test('columns that contradict each other, or a column with both orders, decide nothing', async () => {
  const both = await draft('a,b,c', '02/06/2017,25/06/2017,06/25/2017', '03/06/2017,26/06/2017,06/26/2017');
  assert.match(undecidedOf(both), 'a: dd/MM/yyyy or MM/dd/yyyy');
  const mixed = await draft('id,a', '1,25/06/2017', '2,06/25/2017', '3,02/03/2017');
  assert.match(undecidedOf(mixed), 'a: some dates begin with the day, and some with the month');
});

test('dates of six digits are undecided if several patterns have equally few years', async () => {
  assert.match(
    undecidedOf(await draft('no,date', '1,101112', '2,111012', '3,121110')),
    'because all of its dates fit both',
  );
  for (const [dates, format] of [
    [['240331', '240401', '240415'], 'yyMMdd'],
    [['310324', '010424', '150424'], 'ddMMyy'],
    [['033124', '040124', '041524'], 'MMddyy'],
    [['24032023', '01042023', '15042023'], 'ddMMyyyy'],
  ] as const) {
    const found = await draft('no,date', ...dates.map((day, at) => `${at},${day}`));
    assert.is(undecidedOf(found), '', format);
    assert.equal(formatsOf(found), [format]);
  }
});

test('one separator before three digits is that of thousands or of decimals', async () => {
  for (const numbers of [
    ['1.234', '5.678'],
    ['12.500', '3.250', '1.125'],
    ['-1.234', '9.999'],
    ['1.234 EUR', '5.678 EUR'],
  ])
    assert.match(
      undecidedOf(await draft('id;x', ...numbers.map((one, at) => `${at};${one}`))),
      'x: "." separates',
      numbers[0],
    );
  assert.match(undecidedOf(await draft('id;x', '1;1,234', '2;5,678')), 'x: "," separates thousands or decimals');
  for (const numbers of [
    ['1.234', '5.67'],
    ['1.234', '0.567'],
    ['1.234', '1.234.567'],
    ['1.234', '12'],
    ['1.234,50', '5.678,00'],
  ])
    assert.is(undecidedOf(await draft('id;x', ...numbers.map((one, at) => `${at};${one}`))), '', numbers.join(' '));
  const beside = await draft('id;x;y', '1;1.234;2,50', '2;5.678;3,75');
  assert.is(undecidedOf(beside), '');
  assert.ok(fieldsOf(beside).includes('x INTEGER required'));
});

test('an amount gets the sign of another column', async () => {
  for (const [debit, credit] of [
    ['S', 'H'],
    ['D', 'C'],
    ['DR', 'CR'],
    ['Dr', 'Cr'],
    ['DBIT', 'CRDT'],
    ['Soll', 'Haben'],
    ['debit', 'credit'],
    ['Af', 'Bij'],
    ['Debe', 'Haber'],
    ['DARE', 'AVERE'],
    ['Belastung', 'Gutschrift'],
  ] as const) {
    const found = await draft('id;amount;side', `1;12.50;${debit}`, `2;7.25;${credit}`, `3;8.00;${debit}`);
    const field = found.spec.fields.at(-1);
    assert.equal(field, {
      name: 'signedAmount',
      type: 'DECIMAL',
      value: `side == "${debit}" ? -amount : amount`,
      required: true,
    });
    const rule = (found.spec.validationRules ?? []).find(({ ruleId }) => ruleId === 'side-known');
    assert.equal(rule !== undefined && 'value' in rule ? rule.value : null, [debit, credit]);
    assert.is(undecidedOf(found), '');
  }
});

test('a sign that some records lack, or that may belong to several amounts, is undecided', async () => {
  const some = await draft('id;amount;side', '1;12.50;S', '2;7.25;H', '3;8.00;');
  assert.match(undecidedOf(some), 'side may be the sign of amount, but some records have none');
  const several = await draft('id;amount;fee;side', '1;12.50;1.50;S', '2;7.25;0.50;H');
  assert.match(undecidedOf(several), 'side may be the sign of amount, fee');
});

test('signed amounts, and other pairs of codes, get no sign', async () => {
  for (const texts of [
    ['id;amount;side', '1;-12.50;S', '2;7.25;H'],
    ['id;amount;kind', '1;12.50;A', '2;7.25;B'],
    ['id;amount;size', '1;12.50;S', '2;7.25;M'],
    ['id;weight;side', '1;12.50;S', '2;7.25;H'],
    ['id;quantity;side', '1;12.50;S', '2;7.25;H'],
    ['id;amount;side', '1;12.50;S', '2;7.25;S'],
  ]) {
    const found = await draft(...texts);
    assert.is(found.spec.fields.length, 3, texts[0]);
    assert.is(undecidedOf(found), '', texts.join(' '));
  }
});

test('numbers of nines far from all others probably mean no value', async () => {
  const row = (at: number) => `${at};${at === 3 ? -999 : at};${at % 3 === 0 ? '99.9' : `${at}.5`};-999;${at * 1000}`;
  const { verdict } = await draftSpec(`id;wind;snow;ice;price\n${often(12, row)}`);
  assert.equal(verdict.undecided, [
    'wind: -999 probably means no value: list it in nullValues',
    'snow: 99.9 probably means no value: list it in nullValues',
    'ice: -999 probably means no value: list it in nullValues',
  ]);
  const all = await draftSpec(`id;a;b;c;d\n${often(12, (at) => `${at};-999;-999;-999;-999`)}`);
  assert.equal(all.verdict.undecided, ['a and 3 other fields: -999 probably means no value: list it in nullValues']);
});

test('numbers of nines among others are numbers', async () => {
  const row = (at: number) =>
    `${at};${at === 3 ? '-99' : -90 - at};${at === 4 ? 9999 : 9000 + at};${at === 5 ? '-999.00' : at}`;
  const { verdict } = await draftSpec(`id;depth;count;amount\n${often(12, row)}`);
  assert.equal(verdict.undecided, []);
  const prices = ['999.99', '19.99', '4.99', '9.99'];
  const priced = await draftSpec(`id;price\n${often(12, (at) => `${at};${prices[at % 4] ?? ''}`)}`);
  assert.equal(priced.verdict.undecided, []);
});

test('dates and a word between them are undecided', async () => {
  const days = ['01/02/2024', '13/02/2024', 'pending', '14/02/2024', ''];
  const { spec, verdict } = await draftSpec(`id;day\n${often(5, (at) => `${at};${days[at - 1] ?? ''}`)}`);
  assert.is(spec.fields[1]?.type, 'STRING');
  assert.equal(verdict.undecided, [
    'day: its values are dates and "pending": list these in nullValues if they mean no value',
  ]);
});

test('names of people between dates are counted, not repeated', async () => {
  const days = ['2024-02-01', '2024-02-13', 'Bo Lind', '2024-02-14', 'Anna Berg'];
  const { yaml, verdict } = await draftSpec(`id;day\n${often(5, (at) => `${at};${days[at - 1] ?? ''}`)}`);
  assert.match(verdict.undecided.join(), /dates and 2 other texts/);
  assert.not.match(yaml, /Lind|Berg/);
});

test('a label shows dates with their minute', async () => {
  const { spec } = await draftSpec(`id;mess_datum\n${often(5, (at) => `${at};20260816000${at}`)}`);
  assert.is(spec.fields[1]?.format, 'yyyyMMddHHmm');
});

test('times whose minutes have one digit are undecided below the label of a time', async () => {
  const { verdict } = await draftSpec(lines('Uhrzeit;Stand', '9:5:3;1:1', '9:15:3;2:0', '10:25:4;0:3'));
  assert.equal(verdict.undecided, [
    'uhrzeit: its values look like times, but minutes or seconds of one digit have no format',
  ]);
});

test.run();
