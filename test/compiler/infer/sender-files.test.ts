import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

// Short files as banks, insurers and suppliers send them.

interface SenderFile {
  readonly title: string;
  readonly content: string | Uint8Array;
  /** Settings of the draft that must have these values. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The fields in short form. */
  readonly fields: readonly string[];
  /** The number of accepted records. */
  readonly accepted: number;
  /** What a person must decide. Missing: nothing. */
  readonly undecided?: RegExp;
  /** What a comment says. */
  readonly says?: RegExp;
}

const STATEMENT = [
  'Account number:;0234 00123456.40;',
  'From:;2024-03-01;',
  'Until:;2024-03-31;',
  'Opening:;1234.55;',
  '',
  'Booked;Currency;Debit;Credit;Balance;Text;',
  '2024-03-28;CHF;-1850.00;;2471.10;rent;',
  '2024-03-25;CHF;;6200.00;4321.10;wages;',
];

const FILES: readonly SenderFile[] = [
  {
    title: 'more lines above the table than records',
    content: lines(...STATEMENT),
    settings: { skipLines: { until: 'HEADER' } },
    fields: [
      'booked DATE required',
      'currency STRING required',
      'debit DECIMAL',
      'credit DECIMAL',
      'balance DECIMAL required',
      'text STRING required',
    ],
    accepted: 2,
    says: /name: until, type: STRING, fromLine: \{ line: 3/,
  },
  {
    title: 'labels with as many cells as the table',
    content: lines('Report,Sales', 'Generated,2024-03-14', 'Region,Units', 'North,100', 'South,200', 'East,300'),
    settings: { skipLines: { until: 'HEADER' } },
    fields: ['region STRING required', 'units INTEGER required'],
    accepted: 3,
  },
  {
    title: 'an old balance below the table',
    content: lines('Tag;Text;Betrag', '09.03.2024;a;-20,00', '08.03.2024;b;-21,03', 'Alter Kontostand;1.300,00'),
    settings: { skipLines: { bottom: 1 } },
    fields: ['tag DATE required', 'text STRING required', 'betrag DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'a total in all cells of the last line',
    content: lines('Month,Units,Revenue', 'Jan,10,100.50', 'Feb,20,210.00', 'Mar,15,150.25', 'Total,45,460.75'),
    settings: { skipLines: { bottom: 1 } },
    fields: ['month STRING required', 'units INTEGER required', 'revenue DECIMAL required'],
    accepted: 3,
  },
  {
    title: 'a line with units below the header',
    content: lines('Zeit;Druck', ';[hPa]', '14.03.2024;1013,2', '15.03.2024;1013,1'),
    settings: { columnMatch: 'POSITION' },
    fields: ['zeit DATE required', 'druck DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'a repeated header',
    content: lines('Pos;Menge', '1;5', '2;7', 'Pos;Menge', '3;1'),
    settings: { skipRepeatedHeader: true },
    fields: ['pos INTEGER required', 'menge INTEGER required'],
    accepted: 3,
  },
  {
    title: 'a blank before quotes',
    content: lines('id, name, price', '1, "Roe, Ann", 1.50', '2, "Lee", 2.00'),
    settings: { skipBlanks: true },
    fields: ['id INTEGER required', 'name STRING required', 'price DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'cells with a text after the last column',
    content: lines('id,name', '1,Ann,extra', '2,Bob', '3,Cy,more', '4,Di'),
    settings: { onExtraColumns: undefined },
    fields: ['id INTEGER required', 'name STRING required'],
    accepted: 2,
    undecided: /2 of 4 records have a text after the last column/,
  },
  {
    title: 'a line end within a cell without quotes',
    content: lines('id|name|note', '1|A|first line', 'second line', '2|B|ok', '3|C|x'),
    settings: { onMissingColumns: undefined },
    fields: ['id INTEGER required', 'name STRING required', 'note STRING required'],
    accepted: 3,
    undecided: /1 of 4 records has fewer cells/,
  },
  {
    title: 'empty cells that are left out at the end',
    content: lines('id;name;a;b', '1;x', '2;y;p', '3;z;p;q', '4;w'),
    settings: { onMissingColumns: 'WARNING' },
    fields: ['id INTEGER required', 'name STRING required', 'a STRING', 'b STRING'],
    accepted: 4,
  },
  {
    title: 'lines that end with a delimiter, without a header',
    content: lines('1;Alpha;1,50;', '2;Beta;2,50;', '3;Gamma;3,50;'),
    settings: { hasHeader: false, trailingDelimiter: 'YES' },
    fields: ['column1 INTEGER required', 'column2 STRING required', 'column3 DECIMAL required'],
    accepted: 3,
  },
  {
    title: 'a delimiter of two characters, and one of them in a text',
    content: lines('id||name||amount', '1||Al|Be||10.50', '2||Ga||7.00'),
    settings: { delimiter: '||' },
    fields: ['id INTEGER required', 'name STRING required', 'amount DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'Ctrl-Z at the end',
    content: `${lines('id;price', '1;1.00', '2;2.00')}\x1a`,
    fields: ['id INTEGER required', 'price DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'decimals below one are no groups',
    content: lines('Tag;kWh', '31.03.2024;0,125', '31.03.2024;0,131'),
    fields: ['tag DATE required', 'kWh DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'groups beside a currency are no decimals',
    content: lines('item,cost,budget', 'rent,85.50 EUR,"1,500 EUR"', 'web,20.25 EUR,25 EUR'),
    fields: ['item STRING required', 'cost DECIMAL required', 'budget INTEGER required'],
    accepted: 2,
  },
  {
    title: 'amounts in a form without a key',
    content: lines('konto;betrag', '1000;1.200,--', '1001;35,50', '1002;7,--'),
    fields: ['konto INTEGER required', 'betrag STRING required'],
    accepted: 3,
    undecided: /betrag: its values look like numbers/,
  },
  {
    title: 'dates of digits below a label',
    content: lines('Belegdatum;Valuta;Nr', '14032024;240314;10', '01042024;240401;11'),
    fields: ['belegdatum DATE required', 'valuta DATE required', 'nr INTEGER required'],
    accepted: 2,
  },
  {
    title: 'the end of time, and no date',
    content: lines('von;bis', '01.04.2024;31.12.9999', '02.04.2024;00.00.0000'),
    settings: { nullValues: ['00.00.0000'] },
    fields: ['von DATE required', 'bis DATE'],
    accepted: 2,
  },
  {
    title: 'codes, padded amounts and flags',
    content: lines('ean,amount_cents,is_active', '4006381333931,00012345,1', '4006381333948,00000099,0'),
    fields: ['ean STRING required', 'amountCents INTEGER required', 'isActive BOOLEAN required'],
    accepted: 2,
  },
  {
    title: 'a column with the sign of amounts',
    content: lines('datum;sh;betrag', '01.10.2019;H;1.337,00', '02.10.2019;S;13,37'),
    fields: ['datum DATE required', 'sh STRING required', 'betrag DECIMAL required', 'signedBetrag DECIMAL required'],
    accepted: 2,
    says: /betrag with the sign of sh: "S" is negative/,
  },
  {
    title: 'lines in two encodings',
    content: Uint8Array.from(Buffer.from('id,q\n1,\xc3\x96l\n2,Sch\xfctz\n3,na\xc3\xafve\n', 'latin1')),
    settings: { encoding: 'UTF-8' },
    fields: ['id INTEGER required', 'q STRING required'],
    accepted: 2,
    undecided: /different encodings/,
  },
  {
    title: 'three lines of fixed width with a header and decimal commas',
    content: lines('KUNDE     DATUM      BETRAG', 'Meyer     01.03.2024   12,50', 'Schulz    02.03.2024  112,00'),
    settings: { format: 'FIXED_WIDTH', recordLength: 28, onShortRecord: 'FATAL' },
    fields: ['kunde STRING required', 'datum DATE required', 'betrag DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'four lines of fixed width with signs after digits',
    content: lines('A01E0000012345-000000012.50-', 'A02N0000000100+000000100.00 ', 'A03{0000000000+000000000.00 '),
    settings: { format: 'FIXED_WIDTH' },
    fields: ['column1 STRING required', 'column2 INTEGER required', 'column3 DECIMAL required'],
    accepted: 3,
    undecided: /column1 ends with a digit with a sign/,
  },
  {
    title: 'two lines of texts of fixed width',
    content: lines('AliceTiny Fluff     ', 'Bob  Zap  Frog Wooly'),
    settings: { format: 'FIXED_WIDTH' },
    fields: ['column1 STRING required', 'column2 STRING required', 'column3 STRING required', 'column4 STRING'],
    accepted: 2,
    undecided: /2 lines hardly show where columns begin/,
    says: /column2 to column4 have one length.*\n#.*repeat: \{ start: 6, length: 5, times: 3/,
  },
  {
    title: 'names of several words, codes, and a date beside digits',
    content: lines(
      'C00001  Anna Berg           1011520240314     12.50',
      'C00002  Bodo Rau            0106720240401   1200.75',
      'C00003  Carla Voss          8033120231231     -3.00',
    ),
    settings: { format: 'FIXED_WIDTH', recordLength: 51 },
    fields: [
      'column1 STRING required',
      'column2 STRING required',
      'column3 STRING required',
      'column4 DATE required',
      'column5 DECIMAL required',
    ],
    accepted: 3,
  },
  {
    title: 'titles above lines of fixed width',
    content: lines('Auszug vom 14.03.2024', '', 'Datum       Betrag', '14.03.2024  -850,00', '15.03.2024   300,00'),
    settings: { format: 'FIXED_WIDTH', skipLines: { top: 2 } },
    fields: ['datum DATE required', 'betrag DECIMAL required'],
    accepted: 2,
  },
  {
    title: 'XML documents one after the other',
    content: lines('<?xml version="1.0"?>', '<d><r><id>1</id></r></d>', '<d><r><id>2</id></r><r><id>3</id></r></d>'),
    settings: { recordPath: '/d/r', concatenated: true },
    fields: ['id INTEGER required'],
    accepted: 3,
  },
  {
    title: 'an XML document with a DOCTYPE that refers to a file',
    content: '<!DOCTYPE d SYSTEM "d.dtd"><d><r><id>1</id></r><r><id>2</id></r></d>',
    fields: ['id INTEGER required'],
    accepted: 2,
  },
];

for (const { title, content, settings = {}, fields, accepted, undecided, says } of FILES) {
  test(title, async () => {
    const draft = await draftSpec(content);
    const spec: Readonly<Record<string, unknown>> = { ...draft.spec };
    for (const [key, value] of Object.entries(settings)) assert.equal(spec[key], value, `${key}\n${draft.yaml}`);
    assert.equal(fieldsOf(draft), fields, draft.yaml);
    assert.is(draft.rating.accepted, accepted, draft.yaml);
    const open = draft.verdict.undecided.join('\n');
    if (undecided === undefined) assert.is(open, '');
    else assert.match(open, undecided);
    if (says !== undefined) assert.match(draft.yaml, says);
  });
}

test('account numbers and names of people are in no list of values', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `00012345${at % 3};${['Ann Lee', 'Bo Ray'][at % 2] ?? ''};EUR`);
  const { yaml } = await draftSpec(lines('Kontonummer;Inhaber;Währung', ...rows));
  assert.match(yaml, /ALLOWED_VALUES, value: \[ EUR \]/);
  assert.not.match(yaml, /000123450|Ann Lee/);
  assert.match(yaml, /name: kontonummer,.*sensitive: true/);
});

test('titles above and a sum below a short table are no records', async () => {
  const titles = [
    'Account statement',
    'Name [test]',
    'From [2026-09-01] to [2026-09-30]',
    'Kind [all]',
    '----- list -----',
  ];
  const rows = [1, 2, 3, 4].map(
    (at) => `2026-09-0${at} 10:00:00,payment,Shop ${at},food,${at}.50,card,done,420000${at},ok`,
  );
  const draft = await draftSpec(
    lines(...titles, 'Time,Kind,Partner,Goods,Amount,Means,State,Order,Note', ...rows, '4 items,sum,-10.00,,,'),
  );
  assert.is(draft.spec.fields.length, 9);
  assert.equal(draft.spec.skipLines, { until: 'HEADER', bottom: 1 });
  assert.is(draft.rating.accepted, 4);
});

test('the number of a page below a short table is no record', async () => {
  const rows = [5, 6, 7].map((at) => `0${at}.05.2026;food;-${at}50,00;shop`);
  const draft = await draftSpec(lines('date;kind;amount;text', ...rows, 'Stránka 1 z 1;;;'));
  assert.equal(fieldsOf(draft)[0], 'date DATE required');
  assert.is(draft.rating.accepted, 3);
});

test('most values of a column are dates: the others are undecided', async () => {
  const days = ['01/02/2024', '13/02/2024', 'by order 4711 of the customer', 'see page 2', '15/02/2024'];
  const { verdict } = await draftSpec(lines('id;day;text', ...days.map((day, at) => `${at};${day};x`)));
  assert.equal(verdict.undecided, ['day: most of its values are dates, and 2 of 5 are not']);
});

test('a record without a number is no header below the records above it', async () => {
  const row = (at: number) => `org:lib${at}\t${at}.${at}.0\t1.${at}.0 2.${at}.0`;
  const rows = Array.from({ length: 40 }, (_, at) => (at === 12 ? 'org:other\tnot-to-use\tnone: ask' : row(at + 1)));
  const draft = await draftSpec(lines('group:name (a part)\tnewest_version (of that day)\tothers', ...rows));
  assert.ok(draft.rating.records >= 40, String(draft.rating.records));
});

test.run();
