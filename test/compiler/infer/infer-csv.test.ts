import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

test('types, required fields, dates and decimals in German notation', async () => {
  const drawn = await draftSpec(
    lines(
      'Buchung;Betrag;Empfänger;Aktiv;Code',
      '31.12.2024;1.234,50;Ada;ja;007',
      '01.01.2025;-3,00;Bob;nein;012',
      '15.02.2025;12,10;;ja;115',
      '16.02.2025;7,99;Eve;nein;200',
    ),
  );
  assert.is(drawn.spec.delimiter, ';');
  assert.equal(
    fieldsOf(drawn),
    [
      'buchung DATE required',
      'betrag DECIMAL required',
      'empfaenger STRING',
      'aktiv BOOLEAN required',
      'code STRING required',
    ].map((field) => field.replace('empfaenger', drawn.spec.fields[2]?.name ?? '')),
  );
  const [booked, amount, , active] = drawn.spec.fields;
  assert.is(booked?.columnName, 'Buchung');
  assert.equal([amount?.decimalSeparator, amount?.groupSeparator], [',', '.']);
  assert.equal([active?.trueValues, active?.falseValues], [['ja'], ['nein']]);
  assert.equal(
    drawn.spec.correctionRules?.map(({ correctionType, field }) => [correctionType, field]),
    [['COERCE_DATE', 'buchung']],
  );
  assert.equal([drawn.rating.records, drawn.rating.accepted], [4, 4]);
});

test('uncertain settings are in comments', async () => {
  const { yaml, spec } = await draftSpec(lines('day,n', '01/02/2024,1', '03/04/2024,0', '05/06/2024,1'));
  assert.match(yaml, /sourceFormat: .*/);
  assert.match(yaml, /name: day.*# or MM\/dd\/yyyy: no day is above 12/);
  assert.is(spec.fields[1]?.type, 'INTEGER');
  assert.match(yaml, /name: n,.*# or BOOLEAN/);
});

test('few repeated texts become a list; lengths have a margin', async () => {
  const { spec } = await draftSpec(
    lines('kind,text', ...Array.from({ length: 40 }, (_, at) => `${['A', 'B', 'C'][at % 3]},text ${'x'.repeat(at)}`)),
  );
  assert.equal(
    spec.validationRules?.map(({ ruleType, field, severity }) => [ruleType, field, severity]),
    [
      ['ALLOWED_VALUES', 'kind', 'WARNING'],
      ['MAX_LENGTH', 'text', 'WARNING'],
    ],
  );
});

test('values in the form of personal data are sensitive', async () => {
  const { spec, yaml } = await draftSpec(
    lines(
      'mail,iban',
      'ada@example.org,DE89370400440532013000',
      'bob@example.com,GB82WEST12345698765432',
      'eve@example.net,FR1420041010050500013M02606',
    ),
  );
  assert.equal(
    spec.fields.map(({ sensitive }) => sensitive),
    [true, true],
  );
  // The texts themselves do not appear.
  assert.not.match(yaml, /example|WEST/);
});

test('title lines, totals, comments, quotes and null texts', async () => {
  const drawn = await draftSpec(
    lines(
      'Report of March',
      '',
      'id,amount,day',
      '1,NULL,2024-03-01',
      '2,"4.50",2024-03-02',
      '# checked',
      '3,5.25,NULL',
      'Total,9.75',
    ),
  );
  // The blank line needs no skipLines.
  assert.equal(drawn.spec.skipLines, { until: 'HEADER', bottom: 1 });
  assert.equal([drawn.rating.records, drawn.rating.accepted], [3, 3]);
  assert.is(drawn.spec.comment, '#');
  assert.equal(drawn.spec.nullValues, ['NULL']);
  assert.equal(fieldsOf(drawn), ['id INTEGER required', 'amount DECIMAL', 'day DATE']);
});

test('the encoding is the one in which the bytes form words', async () => {
  const table = 'name,ort\nJürgen,Köln\nZoë,Besançon\nAndré,Mühlhausen\n';
  const latin = Uint8Array.from(table, (character) => character.charCodeAt(0));
  assert.is((await draftSpec(latin)).spec.encoding, 'windows-1252');
  const wide = new Uint8Array(Buffer.from(`\ufeff${table}`, 'utf16le'));
  assert.is((await draftSpec(wide)).spec.encoding, 'utf-16le');
  assert.is((await draftSpec(table)).spec.encoding, undefined);
});

test('columns are matched by position if the header is not unique', async () => {
  const { spec, yaml } = await draftSpec(lines('id,name,name', '1,Ada,Lovelace', '2,Bob,Builder', '3,Eve,Online'));
  assert.is(spec.columnMatch, 'POSITION');
  assert.match(yaml, /columnMatch: POSITION {2}# the header contains a name twice/);
  assert.equal(
    spec.fields.map(({ name }) => name),
    ['id', 'name', 'name2'],
  );
});

test('a wrong cell costs its record, not the type of its column', async () => {
  const drawn = await draftSpec(
    lines('n', ...Array.from({ length: 300 }, (_, at) => (at === 150 ? 'oops' : String(at)))),
  );
  assert.equal(fieldsOf(drawn), ['n INTEGER required']);
  assert.equal([drawn.rating.records, drawn.rating.accepted], [300, 299]);
  assert.match(drawn.yaml, /^# It accepts 299 of the sample's 300 records \(1 TYPE_MISMATCH in n\)\.$/m);
});

test('a sample truncated within a line and within a character', async () => {
  const text = lines('id,name', ...Array.from({ length: 50 }, (_, at) => `${at},Zoë ${at}`));
  const bytes = new TextEncoder().encode(text);
  for (const end of [bytes.length - 1, bytes.length - 4, bytes.indexOf(0xc3) + 1 + 200]) {
    const drawn = await draftSpec(bytes.subarray(0, end), { isWhole: false });
    assert.equal(fieldsOf(drawn), ['id INTEGER required', 'name STRING required']);
    assert.is(drawn.rating.accepted, drawn.rating.records);
  }
});

test('names and texts of a sample cannot break out of the YAML', async () => {
  const nasty = [
    'a: b',
    '# c',
    '"d" }',
    "e', f",
    '- g',
    '{h',
    '*i',
    '&j',
    '!k',
    '%l',
    '@m',
    '`n',
    '\u2028o',
    'p\u0000q',
    '=1+1',
    '<<',
    'null',
    '~',
    'yes',
    '1e3',
    '0x1F',
    '__proto__',
    'constructor',
  ];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: 24 }, () =>
    nasty.map((text, at) => cell(at % 2 === 0 ? text : `${text}!`)).join(','),
  );
  const drawn = await draftSpec(lines(nasty.map(cell).join(','), ...rows), { fileName: 'a\nname: evil\u2028.csv' });
  assert.is(drawn.spec.name, 'sample');
  assert.is(drawn.spec.fields.length, nasty.length);
  assert.is(drawn.rating.accepted, drawn.rating.records);
});

test.run();
