/** Lines whose cells other characters divide than usual, and whose last cells are left out. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

const often = (count: number, line: (at: number) => string) =>
  lines(...Array.from({ length: count }, (_, at) => line(at + 1)));

test('one blank divides the cells below a header', async () => {
  const draft = await draftSpec(`Year Price Index\n${often(12, (at) => `${2000 + at} ${at * 37.5} ${at}`)}`);
  assert.is(draft.spec.delimiter, ' ');
  assert.equal(fieldsOf(draft), ['year INTEGER required', 'price DECIMAL required', 'index INTEGER required']);
  assert.equal(draft.verdict.undecided, []);
});

test('one blank divides two numbers, and texts in quotes', async () => {
  const numbers = await draftSpec(often(12, (at) => `${at % 3 === 0 ? '-' : ''}0.0${at} ${at}.5`));
  assert.equal(fieldsOf(numbers), ['column1 DECIMAL required', 'column2 DECIMAL required']);
  const quoted = await draftSpec(`"Town" "Males"\n${often(9, (at) => `"New Town ${'x'.repeat(at)}" ${at * 100}`)}`);
  assert.equal(fieldsOf(quoted), ['town STRING required', 'males INTEGER required']);
  const single = await draftSpec(`'OBS' 'GPA' 'PSI'\n${often(12, (at) => `${at} ${at}.5 0`)}`);
  assert.equal([single.spec.quote, single.spec.fields[1]?.columnName], ["'", 'GPA']);
});

const NO_COLUMNS: readonly (readonly [what: string, text: string])[] = [
  ['names of people', often(9, (at) => `Anna Berg${'x'.repeat(at)}`)],
  ['addresses', often(9, (at) => `Hauptstr. ${at * 7}`)],
  ['phone numbers', often(9, (at) => `030 ${'4'.repeat(at % 4)}5550${at}`)],
  ['numbers in groups', often(9, (at) => `${at * 9} 250`)],
  ['dates with times', often(9, (at) => `${at * 3}.3.2024 10:0${at}`)],
  ['dates in words', often(9, (at) => `${at + 3} May 2024 1${at}:05`)],
  ['dates below a header', `day of order\n${often(9, (at) => `May ${at + 4} 2024`)}`],
  ['amounts below a header', `unit price\n${often(9, (at) => `${at * 150}.25 EUR`)}`],
  ['numbers of cards', often(9, (at) => (at % 2 === 0 ? '3782 822463 10005' : '4111 1111 1111 1111'))],
  ['sentences', often(9, (at) => `The order ${at} was sent to the customer on day ${at * 3}`)],
];
for (const [what, text] of NO_COLUMNS)
  test(`blanks within ${what} divide no cells`, async () => {
    const draft = await draftSpec(text);
    assert.is(draft.spec.fields.length, 1);
    assert.is.not(draft.spec.delimiter, ' ');
  });

test('a log declares its columns in a comment, and "-" is no value', async () => {
  const line = (at: number) => `2024-03-01 10:00:${10 + at} 10.0.0.${at} GET /a;b - ${200 + at}`;
  const draft = await draftSpec(
    `#Software: Web\n#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status\n${often(9, line)}`,
  );
  assert.equal(
    [draft.spec.delimiter, draft.spec.comment, draft.spec.hasHeader, draft.spec.nullValues],
    [' ', '#', false, ['-']],
  );
  assert.equal(fieldsOf(draft).slice(-3), [
    'csUriStem STRING required',
    'csUriQuery STRING',
    'scStatus INTEGER required',
  ]);
  assert.is(draft.rating.accepted, 9);
});

test('a colon divides cells, but no times, addresses and labels', async () => {
  const draft = await draftSpec(`town:region:people\n${often(9, (at) => `Town ${at}:MA:${at * 950}`)}`);
  assert.equal(fieldsOf(draft), ['town STRING required', 'region STRING required', 'people INTEGER required']);
  for (const text of [
    often(9, (at) => `shift ${at} 10:1${at}:00`),
    often(9, (at) => `http://host:80/${at}`),
    often(9, (at) => `name: x${at}: y`),
    often(9, (at) => `10.0.0.${at} - [01/Mar/2026:04:21:2${at}] /p`),
    often(9, (at) => `d7:b9:ca:65:03:9${at}`),
    often(9, (at) => `2001:db8:d614:5475:af21:4dd0:fa59:d7e${at}`),
    often(9, (at) => `urn:isbn:978020100000${at}`),
    often(9, (at) => `registry:5000/image:${at}`),
  ])
    assert.is.not((await draftSpec(text)).spec.delimiter, ':');
});

test('senders leave out the last cells: the header names them', async () => {
  const record = (at: number) => `${at},Town ${at},2024-03-0${at}${at > 7 ? ',2025-01-01' : ''}${at > 8 ? ',x' : ''}`;
  const draft = await draftSpec(`id,name,since,until,note\n${often(9, record)}`);
  assert.equal(fieldsOf(draft), [
    'id INTEGER required',
    'name STRING required',
    'since DATE required',
    'until DATE',
    'note STRING',
  ]);
  assert.is(draft.spec.onMissingColumns, 'WARNING');
  assert.is(draft.rating.accepted, 9);
});

test('many records have one cell more: it is a column', async () => {
  const draft = await draftSpec(often(12, (at) => `C${at}\tTown ${at}\t${at * 10}${at % 2 === 0 ? '\tremark' : ''}`));
  assert.is(draft.spec.fields.length, 4);
  assert.is(draft.rating.accepted, 12);
});

test('a delimiter within a cell is no further column', async () => {
  const record = (at: number) => (at % 3 === 0 ? `${at},Berg, Anna,5.00,ok` : `${at},Lee,6.00`);
  const draft = await draftSpec(`id,name,amount,note\n${often(9, record)}`);
  assert.ok(draft.verdict.undecided.length > 0);
  assert.is(draft.rating.accepted, 6);
});

test('a delimiter within a sentence is no further column', async () => {
  for (const delimiter of [',', ';']) {
    const record = (at: number) =>
      [at, `N${at}`, '5.00', `Ready${at % 3 === 0 ? `${delimiter} or not` : ''}`].join(delimiter);
    const header = ['id', 'name', 'amount', 'note', 'flag'].join(delimiter);
    const draft = await draftSpec(`${header}\n${often(9, record)}`);
    assert.ok(draft.verdict.undecided.length > 0);
  }
});

test('a first record with the form of the others is no header, and its value no name', async () => {
  for (const record of [
    (at: number) => `d7:b9:${'abcdefabcd'.slice(at, at + 2)}:65:03:9${at}`,
    (at: number) => `anna${'x'.repeat(at)}@example.org`,
    (at: number) => `DE${at}4 3704 0044 0532 013${at} ${at < 4 ? 0 : 12}`,
  ]) {
    const draft = await draftSpec(often(8, record));
    assert.is(draft.spec.hasHeader, false, record(1));
    assert.is(draft.rating.accepted, 8);
  }
});

test('names with digits above texts with as many words are a header', async () => {
  const draft = await draftSpec(`Address 1 line,EAN-13 No.\n${often(8, (at) => `${at} Main Street,AB-${at} C.`)}`);
  assert.equal(fieldsOf(draft), ['address1Line STRING required', 'ean13No STRING required']);
});

test('the end of a record cannot contain the delimiter', async () => {
  const draft = await draftSpec('a|1.50||b|2.50||c|3.50||d|4.50||');
  assert.match(draft.verdict.undecided.join(), /no setting reads that/);
});

test('remarks above the values of one column are no header', async () => {
  const draft = await draftSpec(`# Numbers of a test\n# with remarks\n\n${often(9, (at) => `${at * 1.25}`)}# end\n`);
  assert.equal([draft.spec.comment, fieldsOf(draft)], ['#', ['column1 DECIMAL required']]);
  assert.is(draft.rating.accepted, 9);
});

test('the first of many texts may be a header or a record', async () => {
  const draft = await draftSpec(often(9, (at) => `text/x-${'abc'.repeat(at)}+kind${at}`));
  assert.match(draft.verdict.undecided.join(), /may be a header or a record|neither names nor types/);
});

test('lines of different lengths with one blank between numbers have no columns of fixed width', async () => {
  const line = (at: number) =>
    `   8  ${at % 3} sd${'abc'[at % 3]} ${at ** 4} ${at} ${at ** 3} 0 ${at ** 5} ${at * 7} 0`;
  const draft = await draftSpec(often(9, line), { fileName: 'stats.txt' });
  assert.ok(draft.verdict.undecided.length > 0, draft.yaml);
});

test.run();
