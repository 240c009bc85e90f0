/** Records of workbooks: headers, issues with their cells, warnings of what is hidden, and what is refused. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellsOf, readBook } from './read-book.ts';
import { createWorkbook } from './workbook.ts';
import { createZip } from '../../runtime/zip.ts';

const fields = [
  { name: 'id', type: 'STRING', required: true },
  { name: 'amount', type: 'DECIMAL', columnName: 'Amount', decimalSeparator: ',', required: true },
  { name: 'on', type: 'DATE' },
];
const HEADER =
  '<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>Amount</t></is></c><c t="inlineStr"><is><t>on</t></is></c></row>';
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

test('an error, and a formula without a stored value, are CELL_ERROR with the name of the cell', async () => {
  const rows = `${HEADER}<row r="3">${text('a')}<c t="e"><v>#N/A</v></c></row><row r="17">${text('b')}<c><f>1+1</f></c><c><v>1</v></c></row><row r="18">${text('c')}<c><v>1.5</v></c></row>`;
  const { messages, issues } = await readBook(createWorkbook({ sheets: [{ name: 'Sheet1', rows }] }), { fields });
  assert.equal(messages, [{ id: 'c', amount: 1.5, on: null }]);
  assert.equal(
    issues.map(({ code, severity, cell, field, value }) => [code, severity, cell, field, value]),
    [
      ['CELL_ERROR', 'FATAL', 'Sheet1!B3', 'amount', '#N/A'],
      ['CELL_ERROR', 'FATAL', 'Sheet1!B17', 'amount', null],
      ['TYPE_MISMATCH', 'FATAL', 'Sheet1!C17', 'on', '1'],
    ],
  );
});

test('a formula whose stored value is empty was never computed, unless it is a text', async () => {
  const rows = `${HEADER}<row>${text('a')}<c><f>1+1</f><v></v></c></row><row>${text('b')}<c t="b"><f>TRUE()</f><v> </v></c></row><row>${text('c')}<c><v>1</v></c><c t="str"><f>""</f><v></v></c></row>`;
  const { messages, issues } = await readBook(createWorkbook({ sheets: [{ name: 'S', rows }] }), { fields });
  assert.equal(messages, [{ id: 'c', amount: 1, on: null }]);
  assert.equal(
    issues.map(({ code, cell }) => [code, cell]),
    [
      ['CELL_ERROR', 'S!B2'],
      ['CELL_ERROR', 'S!B3'],
    ],
  );
});

test('logical values are read as they are written, and what is none is no false', async () => {
  const read = (cells: string) =>
    cellsOf(createWorkbook({ sheets: [{ name: 'S', rows: `<row>${cells}${text('z')}</row>` }] }));
  const logical = (value: string) => `<c t="b"><v>${value}</v></c>`;
  assert.equal(await read(['1', ' 1 ', 'true', 'TRUE', '0', 'FALSE', ' '].map(logical).join('')), [
    ['true', 'true', 'true', 'true', 'false', 'false', '', 'z'],
  ]);
  assert.match(String(await read(logical('yes'))), /A1: its logical value cannot be read/);
  assert.equal(await read('<c><v> 5 </v></c><c><v> </v></c>'), [['5', '', 'z']]);
});

test('issues of a row name its first cell, and the name of a sheet has quotes if it needs them', async () => {
  const sheets = [{ name: "Mary's list", rows: [['x'], ['id', 'Amount', 'on'], ['a', '1', '', 'more'], ['', '1,5']] }];
  const { issues } = await readBook(createWorkbook({ sheets }), { fields, range: 'A2:H' });
  assert.equal(
    issues.map(({ code, cell }) => [code, cell]),
    [
      ['TOO_MANY_COLUMNS', "'Mary''s list'!A3"],
      ['REQUIRED', "'Mary''s list'!A4"],
    ],
  );
});

test('a sensitive value is masked, as is its error', async () => {
  const rows = `${HEADER}<row>${text('a')}<c t="e"><v>#N/A</v></c></row>`;
  const secret = fields.map((field) => ({ ...field, sensitive: true }));
  const { issues } = await readBook(createWorkbook({ sheets: [{ name: 'S', rows }] }), { fields: secret });
  assert.equal(
    issues.map(({ code, masked, length, value }) => [code, masked, length, value]),
    [['CELL_ERROR', true, 4, undefined]],
  );
  assert.not.match(JSON.stringify(issues), /#N\/A/);
});

test('a STRING reads the digits of the format, other types the number', async () => {
  const rows = `<row>${text('a')}${text('b')}${text('c')}${text('d')}</row><row><c s="1"><v>7</v></c><c s="1"><v>7</v></c><c s="2"><v>45000</v></c><c s="2"><v>45000</v></c></row>`;
  const book = createWorkbook({ sheets: [{ name: 'S', rows }], formats: ['00000', 'd.m.yyyy hh:mm'] });
  const { messages, issues } = await readBook(book, {
    fields: [
      { name: 'a', type: 'STRING' },
      { name: 'b', type: 'INTEGER' },
      { name: 'c', type: 'DATE' },
      { name: 'd', type: 'TIMESTAMP', zone: 'UTC' },
    ],
  });
  assert.equal([messages, issues], [[{ a: '00007', b: 7, c: '2023-03-15', d: '2023-03-15T00:00:00Z' }], []]);
});

test('hidden sheets, rows and columns are read, and are a warning', async () => {
  const head = '<cols><col min="2" max="3" hidden="1"/><col min="9" max="16384" hidden="true"/></cols>';
  const rows = `${HEADER}<row hidden="1">${text('a')}${text('1')}</row><row>${text('b')}${text('2')}</row><row hidden="1">${text('c')}${text('2')}</row>`;
  const book = createWorkbook({ sheets: [{ name: 'S', rows, head, state: 'veryHidden' }] });
  const { messages, warnings } = await readBook(book, { fields });
  assert.is(messages.length, 3);
  assert.equal(
    warnings.map(({ code, message, count }) => [code, message.split(',')[0], count]),
    [
      ['HIDDEN_CELLS', 'the sheet "S" is hidden', undefined],
      ['HIDDEN_CELLS', 'the column B of the sheet is hidden', undefined],
      ['HIDDEN_CELLS', 'the column C of the sheet is hidden', undefined],
      ['HIDDEN_CELLS', 'rows of the sheet are hidden', 2],
    ],
  );
  const fatal = await readBook(book, { fields, runWarnings: { HIDDEN_CELLS: 'FATAL' } });
  assert.is(fatal.failure?.code, 'HIDDEN_CELLS');
});

test('lines before the header are skipped, and selected rows are records', async () => {
  const sheets = [
    {
      name: 'S',
      rows: [['Report'], [], ['Amount', 'id', 'on'], ['1', 'a'], ['', 'Sum'], ['Amount', 'id', 'on'], ['2', 'b']],
    },
  ];
  const book = createWorkbook({ sheets });
  const skipped = await readBook(book, {
    fields,
    skipLines: { until: 'HEADER' },
    skipRepeatedHeader: true,
    recordWhen: { column: 'id', values: ['a', 'b'] },
  });
  assert.equal(skipped.messages, [
    { id: 'a', amount: 1, on: null },
    { id: 'b', amount: 2, on: null },
  ]);
});

test('files that are no workbook are refused by name', async () => {
  const files: Record<string, Buffer> = {
    'xls, an old Excel file': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'xlsb, a binary workbook': createWorkbook({
      sheets: [],
      parts: {
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      },
    }),
    'ods, a spreadsheet': createZip([
      { name: 'mimetype', content: Buffer.from('x') },
      { name: 'content.xml', content: Buffer.from('x') },
    ]),
    'a zip archive that is no workbook': createZip([{ name: 'a.csv', content: Buffer.from('a') }]),
    'no workbook': Buffer.from('id,Amount\na,1\n'),
  };
  for (const [name, content] of Object.entries(files))
    assert.ok(String(await cellsOf(content)).startsWith(`unsupported_file: the file is ${name}`), name);
});

test('a workbook whose parts are bombs is refused', async () => {
  const rows = ' '.repeat(70_000_000);
  const book = createWorkbook({ sheets: [{ name: 'S', rows }] });
  assert.match(String(await cellsOf(book)), /^decompressed_too_large/);
});

test.run();
