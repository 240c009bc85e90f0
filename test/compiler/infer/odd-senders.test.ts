import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

// Kinds of files that drafts were wrong about: printed tables, statistics, spreadsheets that destroy values, nested JSON.

interface SenderFile {
  readonly title: string;
  readonly content: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
  readonly undecided?: RegExp;
}

const RULED = ['+----+------+', '| id | born |'];
const FILES: readonly SenderFile[] = [
  {
    title: 'a table between rulers',
    content: lines(...RULED, '+----+------+', '|  1 | 1990 |', '|  2 | 1991 |', '+----+------+'),
    settings: { comment: '+', delimiter: '|', ignoreColumns: [''] },
    fields: ['id INTEGER required', 'born INTEGER required'],
  },
  {
    title: 'a ruler below a header with bars',
    content: lines('| Item | Qty |', '|------|----:|', '| P0 | 5 |', '| P1 | 44 |', '| P2 | 6 |'),
    settings: { columnMatch: 'POSITION' },
    fields: ['column1 STRING', 'item STRING required', 'qty INTEGER required', 'column4 STRING'],
  },
  {
    title: 'underlined columns, and a line that counts them',
    content: lines(
      '  NO NAME       SUM',
      '---- ------ -------',
      '   1 AL       12.50',
      '   2 BO        7.00',
      '',
      '2 rows selected.',
    ),
    settings: { skipLines: { top: 2, bottom: 1 } },
    fields: ['no INTEGER required', 'name STRING required', 'sum DECIMAL required'],
  },
  {
    title: 'years as the names of columns',
    content: lines('Area;2021;2022', '.Ohio;1200;1300', '.Utah;2200;2300', '.Iowa;3200;3100'),
    fields: ['area STRING required', 'column2 INTEGER required', 'column3 INTEGER required'],
  },
  {
    title: 'numbers that a statistics office does not publish',
    content: lines('Code;Median', 'A;1500,5', 'B;s', 'C;1600,0', 'D;s'),
    fields: ['code STRING required', 'median STRING required'],
    undecided: /median: its values are numbers and "s": list these in nullValues/,
  },
  {
    title: 'numbers with flags',
    content: lines('geo\t2019 \t2020 ', 'DE\t9.9 \t4.6 p', 'FR\t6.2 \t: ', 'IT\t4.9 \t6.3 b'),
    fields: ['geo STRING required', 'column2 DECIMAL required', 'column3 STRING required'],
    undecided: /column3: its numbers have flags/,
  },
  {
    title: 'errors of a spreadsheet',
    content: lines('id;value', '1;12,5', '2;#DIV/0!', '3;7,5'),
    fields: ['id INTEGER required', 'value STRING required'],
    undecided: /value: its values are numbers and "#DIV\/0!"/,
  },
  {
    title: 'codes that a spreadsheet has shortened',
    content: lines('EAN;Price', '4,00638E+12;1,50', '4,00639E+12;2,50'),
    fields: ['ean STRING required', 'price DECIMAL required'],
    undecided: /ean: a spreadsheet has shortened these codes/,
  },
  {
    title: 'a column that was too narrow',
    content: lines('id;day', '1;########', '2;########'),
    fields: ['id INTEGER required', 'day STRING required'],
    undecided: /day: a spreadsheet has written #/,
  },
  {
    title: 'a sign as a word after numbers',
    content: lines('Ref,Amount', 'R1,28.72 CR', 'R2,170.87 DR', 'R3,1.00 CR'),
    fields: ['ref STRING required', 'amount STRING required'],
    undecided: /CR or DR after its numbers is their sign/,
  },
  {
    title: 'a header and a list of records in one JSON list',
    content: '[{"page":1},[{"id":"DE","value":83},{"id":"FR","value":67}]]',
    settings: { recordPath: '/1/*' },
    fields: ['id STRING required', 'value INTEGER required'],
  },
  {
    title: 'amounts and truth values in quotes in JSON',
    content: '[{"id":"01","wert":"49,5","paid":"true"},{"id":"02","wert":"8,25","paid":"false"}]',
    settings: { lenient: true },
    fields: ['id STRING required', 'wert DECIMAL required', 'paid BOOLEAN required'],
  },
  {
    title: 'points in JSON',
    content: '[{"id":1,"at":[7.1,50.5]},{"id":2,"at":[8.2,49.75]}]',
    fields: ['id INTEGER required', 'at0 DECIMAL required', 'at1 DECIMAL required'],
  },
  {
    title: 'records with names in JSON',
    content: '{"DE":{"eu":true},"CH":{"eu":false},"FR":{"eu":true}}',
    fields: ['deEu BOOLEAN required', 'chEu BOOLEAN required', 'frEu BOOLEAN required'],
    undecided: /all members of its object have one form/,
  },
  {
    title: 'amounts before dates without a blank between them',
    content: lines('Ann     1.602,4205.01.2024J', 'Bob       802,0908.01.2024J', 'Cy      2.718,4311.01.2024N'),
    fields: [
      'column1 STRING required',
      'column2 DECIMAL required',
      'column3 DATE required',
      'column4 BOOLEAN required',
    ],
  },
  {
    title: 'lines that leave out blanks after a common type',
    content: lines('RECAnna', 'RECBert                 1958', 'REC', 'RECCleo                 1941   '),
    settings: { recordLength: 28, onShortRecord: 'PAD' },
    fields: ['column1 STRING required', 'column2 STRING', 'column3 INTEGER'],
  },
  {
    title: 'days in Japanese, and amounts with the sign of the yen',
    content: lines('日付;金額', '2024年1月5日;¥7,762', '2024年11月15日;¥88,730'),
    fields: ['日付 DATE required', '金額 INTEGER required'],
  },
];

test('files of odd senders: the draft of a person, or what they must decide', async () => {
  for (const { title, content, settings = {}, fields, undecided } of FILES) {
    const draft = await draftSpec(content);
    assert.equal(fieldsOf(draft), fields, title);
    for (const [key, value] of Object.entries(settings))
      assert.equal((draft.spec as unknown as Record<string, unknown>)[key], value, `${title}: ${key}`);
    const open = draft.verdict.undecided.join('\n');
    if (undecided === undefined) assert.is(open, '', title);
    else assert.match(open, undecided, title);
  }
});

test('names of months in two languages: a correction for each', async () => {
  const draft = await draftSpec(lines('Nr;Tag', '1;16 Oktober 2019', '2;3. März 2024', '3;28 déc. 2023'));
  const [first, second] = draft.spec.correctionRules ?? [];
  assert.equal(
    [first, second].map((one) => [Object(one).locale, Object(one).onOtherText]),
    [
      ['de', 'KEEP'],
      ['fr', 'KEEP'],
    ],
  );
  assert.is(draft.rating.accepted, 3);
});

test('XML: elements that repeat in a record are parts of a document', async () => {
  const bill = (no: string) =>
    `<bill no="${no}"><line><sku>a</sku></line><line><sku>b</sku></line><sum>12.50</sum></bill>`;
  const draft = await draftSpec(`<bills>${bill('1')}${bill('2')}</bills>`, { fileName: 'bills.xml' });
  const { recordTypes = [] } = draft.spec as unknown as { recordTypes?: { name: string; as?: string }[] };
  assert.equal(
    recordTypes.map(({ name, as }) => [name, as]),
    [
      ['bill', undefined],
      ['line', 'lines'],
    ],
  );
  assert.equal(draft.verdict.undecided, []);
});

test('XML: one path reads a name in several namespaces, unless a record has both', async () => {
  const alike = '<r><p xmlns="urn:a"><n>x</n></p><p xmlns="urn:b"><n>y</n></p></r>';
  assert.equal(fieldsOf(await draftSpec(alike, { fileName: 'a.xml' })), ['n STRING required']);
});

test.run();
