import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { markCell } from '../../runtime/cli/explain/mark-cell.ts';
import { widthOf } from '../../runtime/cli/format/terminal.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('validate --explain');

const CSV = `name: orders
format: CSV
fields:
  - { name: id, type: STRING }
  - { name: note, type: STRING }
  - { name: amount, type: INTEGER }
`;

test.before((context) => {
  context.at = createWorkplace();
  context.at.write('orders.yaml', CSV);
});
test.after(({ at }) => at.remove());

const explain = (at: Workplace, spec: string, file: string) => at.call(['validate', '--explain', '--spec', spec, file]);
/** Returns the explanations, which precede the table of counts. */
const explanations = (stdout: string) => stdout.slice(0, stdout.indexOf('\n\nCount ')).split('\n');

const RECORDS = [
  'note,id,amount',
  '"x, ""y""\nsecond\tü日本",1,abc',
  '\u202ee\u0301\x1b[31m,2,x1',
  'ok,3,4',
  'too,few',
].join('\n');
const EXPLAINED = [
  'Line 2, column amount: FATAL',
  '  3 | second␉ü日本",1,abc',
  '    |                 ^^^',
  '  amount must be an INTEGER',
  '',
  'Line 4, column amount: FATAL',
  '  4 | \\u{202e}e\u0301␛[31m,2,x1',
  '    |                  ^^',
  '  amount must be an INTEGER',
  '',
  'Line 6: FATAL',
  '  6 | too,few',
  '  the record has 2 columns instead of 3',
];

test('CSV: carets are below the cell, also in a record of two lines, after wide characters and controls', ({ at }) => {
  at.write('orders.csv', RECORDS);
  const { code, stdout } = explain(at, 'orders.yaml', 'orders.csv');
  assert.equal(explanations(stdout), EXPLAINED);
  assert.match(stdout, /\n\nCount .*\n\nPARTIAL_SUCCESS {2}orders\.csv: 4 records/s);
  assert.is(code, 1);
});

const TYPED = `recordTypes:
  - name: batch
    when: { WHEN, values: [B] }
    fields: [ { name: owner, type: STRING, PLACE1 } ]
  - name: item
    in: batch
    when: { WHEN, values: [I] }
    fields:
      - { name: owner, from: batch.owner, required: true }
      - { name: amount, type: INTEGER, PLACE2 }
`;

test('record types: carets are below the cell of the record’s own type', ({ at }) => {
  const places = { WHEN: 'start: 1, length: 1', PLACE1: 'start: 2, length: 3', PLACE2: 'start: 4, length: 3' };
  const lines = Object.entries(places).reduce((text, [word, place]) => text.replaceAll(word, place), TYPED);
  at.write('typed.yaml', `name: typed\nformat: FIXED_WIDTH\n${lines}`);
  at.write('typed.txt', 'Bann\nI00 x1\nX\nB\nI001\n');
  assert.equal(explanations(explain(at, 'typed.yaml', 'typed.txt').stdout), [
    'Line 2, column amount: FATAL',
    '  2 | I00 x1',
    '    |    ^^^',
    '  amount must be an INTEGER',
    '',
    'Line 3: FATAL',
    '  3 | X',
    '  the record has no type of the spec',
    '',
    'Line 4: FATAL',
    '  4 | B',
    '  the record has 1 character; it needs at least 2',
    '',
    'Line 5: FATAL',
    '  5 | I001',
    '  this record copies values from a record of the type batch that is not valid',
  ]);
});

test('record types in CSV: the header says where the columns of each type are', ({ at }) => {
  const places = { WHEN: 'column: kind', PLACE1: 'columnName: text', PLACE2: 'columnName: number' };
  const lines = Object.entries(places).reduce((text, [word, place]) => text.replaceAll(word, place), TYPED);
  at.write('typed-csv.yaml', `name: typed-csv\nformat: CSV\n${lines}`);
  at.write('typed.csv', 'number,kind,text\n,B,ann\nabc,I,\n');
  assert.equal(explanations(explain(at, 'typed-csv.yaml', 'typed.csv').stdout), [
    'Line 3, column number: FATAL',
    '  3 | abc,I,',
    '    | ^^^',
    '  amount must be an INTEGER',
  ]);
});

test('a compressed file, and a file whose byte order mark names its encoding, are explained in the same way', ({
  at,
}) => {
  at.write('orders.csv.gz', gzipSync(Buffer.from(`\ufeff${RECORDS}`, 'utf16le')));
  assert.equal(explanations(explain(at, 'orders.yaml', 'orders.csv.gz').stdout), EXPLAINED);
});

test('fixed width in EBCDIC: carets cover the position of the field', ({ at }) => {
  at.write(
    'fixed.yaml',
    `name: fixed
format: FIXED_WIDTH
encoding: IBM037
fields:
  - { name: id, type: STRING, start: 1, length: 2 }
  - { name: amount, type: INTEGER, start: 4, length: 3 }
`,
  );
  // "A1 12x", NEL, "B2 345", NEL.
  at.write('fixed.txt', Buffer.from('c1f140f1f2a715c2f240f3f4f515', 'hex'));
  assert.equal(explanations(explain(at, 'fixed.yaml', 'fixed.txt').stdout), [
    'Line 1, column amount: FATAL',
    '  1 | A1 12x',
    '    |    ^^^',
    '  amount must be an INTEGER',
  ]);
});

test('XML: carets are below a value that occurs once, else the record is shown from its first line', ({ at }) => {
  at.write(
    'xml.yaml',
    `name: xml
format: XML
recordPath: /orders/order
fields:
  - { name: amount, type: INTEGER, required: true }
  - { name: pieces, columnName: 'line/@pieces', type: INTEGER }
`,
  );
  at.write(
    'orders.xml',
    `<orders>
  <order>
    <amount>abc</amount><line
      pieces="x"/>
  </order>
  <order>
  </order>
</orders>`,
  );
  assert.equal(explanations(explain(at, 'xml.yaml', 'orders.xml').stdout), [
    'Line 2, column amount: FATAL',
    '  3 |     <amount>abc</amount><line',
    '    |             ^^^',
    '  amount must be an INTEGER',
    '',
    'Line 2, column line/@pieces: FATAL',
    '  4 |       pieces="x"/>',
    '    |               ^',
    '  pieces must be an INTEGER',
    '',
    'Line 6, column amount, value (empty): FATAL',
    '  6 | <order>',
    '  amount is required [required:amount]',
  ]);
});

test('with a sensitive field, no text of the file is shown', ({ at }) => {
  at.write(
    'secret.yaml',
    CSV.replace('orders', 'secret').replace('note, type: STRING', 'note, type: STRING, sensitive: true'),
  );
  at.write('secret.csv', 'note,id,amount\nhidden,1,abc\n');
  const { stdout } = explain(at, 'secret.yaml', 'secret.csv');
  assert.equal(explanations(stdout), [
    'The text of the records is withheld, because the spec has a sensitive field.',
    '',
    'Line 2, column amount, value abc: FATAL',
    '  amount must be an INTEGER',
  ]);
  assert.not.match(stdout, 'hidden');
});

test('standard input, several files, and --json end with exit code 2', ({ at }) => {
  at.write('a.csv', RECORDS);
  for (const [args, message] of [
    [['-'], /--explain reads FILE a second time/],
    [['a.csv', 'b.csv'], /--explain takes one file/],
    [['a.csv', '--json'], /--explain and --json exclude each other/],
  ] as const) {
    const { code, stderr } = at.call(['validate', '--explain', '--spec', 'orders.yaml', ...args]);
    assert.is(code, 2);
    assert.match(stderr, message);
  }
});

test('a long line is cut around the cell, and the carets stay below it', () => {
  const line = `${'日'.repeat(500)}abc${'x'.repeat(500)}`;
  const { text, carets } = markCell(line, { start: 500, end: 503 }, 160);
  assert.is.not(widthOf(text) > 160, true);
  assert.match(text, /^…日+abcx+…$/);
  assert.is(carets, `${' '.repeat(widthOf(text.slice(0, text.indexOf('abc'))))}^^^`);
});

test('a cell that is wider than the line is cut at its end', () => {
  const { text, carets } = markCell('x'.repeat(5000), { start: 1000, end: 4000 }, 40);
  assert.equal([text, carets], [`…${'x'.repeat(38)}…`, ` ${'^'.repeat(38)}`]);
});

test('an empty cell has one caret, and a line of characters without width stays short', () => {
  assert.equal(markCell('a,,b', { start: 2, end: 2 }, 160), { text: 'a,,b', carets: '  ^' });
  assert.ok(markCell('e\u0301'.padEnd(1_000_000, '\u0301'), null, 160).text.length < 2000);
});

test.run();
