/** The texts of cells: numbers, dates, texts, formulas, errors, and where they are. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellsOf } from './read-book.ts';
import { createWorkbook, type WrittenBook } from './workbook.ts';

const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const sheet = (rows: string, book: Partial<WrittenBook> = {}) =>
  createWorkbook({ sheets: [{ name: 'Sheet1', rows }], ...book });

test('numbers have 15 significant digits and no exponent', async () => {
  const numbers: Record<string, string> = {
    '1': '1',
    '-0': '0',
    '1.1000000000000001': '1.1',
    '0.30000000000000004': '0.3',
    '123456789012345678': '123456789012346000',
    '1E+21': '1000000000000000000000',
    '1.5e-7': '0.00000015',
    '-12.50': '-12.5',
    '0.1': '0.1',
    '1.0': '1',
    '999999999999999.9': '1000000000000000',
    '1e400': 'fails',
  };
  for (const [written, text] of Object.entries(numbers)) {
    const read = await cellsOf(sheet(row(number(written))));
    if (text === 'fails') assert.match(String(read), /^decompression_failed: .*A1: its number cannot be read/);
    else assert.equal(read, [[text]], written);
  }
});

test('dates are ISO in both systems, and times are decimals of a day', async () => {
  const formats = [
    'dd/mm/yyyy',
    'yyyy-mm-dd hh:mm',
    'h:mm AM/PM',
    '[h]:mm',
    14,
    21,
    22,
    46,
    '[$-407]d. mmmm',
    '"day" 0',
    '[Red]0.00',
  ];
  const at = (value: string) => sheet(row(...formats.map((_, style) => number(value, style + 1))), { formats });
  assert.equal(await cellsOf(at('45000')), [
    [
      '2023-03-15',
      '2023-03-15T00:00:00',
      '2023-03-15T00:00:00',
      '1080000:00:00',
      '2023-03-15',
      '2023-03-15T00:00:00',
      '2023-03-15T00:00:00',
      '1080000:00:00',
      '2023-03-15',
      '45000',
      '45000',
    ],
  ]);
  assert.equal(await cellsOf(at('0.3958333333333333')), [
    [
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '09:30:00',
      '0.395833333333333',
      '0.395833333333333',
    ],
  ]);
  const days = (serials: string[], is1904: boolean) =>
    cellsOf(sheet(row(...serials.map((serial) => number(serial, 1))), { formats: [14], is1904 }));
  assert.equal(await days(['1', '59', '60', '61', '2958465', '2958466', '-1', '44197.0000058'], false), [
    ['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '9999-12-31', '2958466', '-1', '2021-01-01T00:00:00.501'],
  ]);
  assert.equal(await days(['0', '1', '2957003'], true), [['1904-01-01', '1904-01-02', '9999-12-31']]);
});

test('a number has at least the digits of a format of zeros', async () => {
  const book = sheet(row(number('123', 1), number('-7', 1), number('1234567', 1), number('1.5', 1)), {
    formats: ['00000'],
  });
  assert.equal(await cellsOf(book), [['00123', '-00007', '1234567', '00001.5']]);
});

test('texts are shared, inline or rich, with references and escapes', async () => {
  const strings =
    '<si><t>a&amp;b &#x20AC;</t></si><si><r><t>rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r><rPh sb="0"><t>hint</t></rPh></si>' +
    '<si><t>one_x000D_&#10;two _x005F_x0041_ _x0007_</t></si><si><t/></si><si><t><![CDATA[<&>]]>\r\nx</t></si>';
  const shared = [0, 1, 2, 3, 4].map((index) => `<c t="s"><v>${index}</v></c>`).join('');
  const inline = '<c t="inlineStr"><is><t xml:space="preserve"> in </t><rPh><t>no</t></rPh><r><t>line</t></r></is></c>';
  assert.equal(await cellsOf(sheet(row(shared, inline), { strings })), [
    ['a&b €', 'rich text', 'one\r\ntwo _x0041_ _x0007_', '', '<&>\nx', ' in line'],
  ]);
  assert.match(
    String(await cellsOf(sheet(row('<c t="s"><v>5</v></c>'), { strings }))),
    /^decompression_failed: the workbook is damaged: xl\/worksheets\/sheet1\.xml: A1: there is no such shared string$/,
  );
});

test('formulas have their stored values, and booleans and errors their texts', async () => {
  const cells = [
    '<c><f>1+1</f><v>2</v></c>',
    '<c t="str"><f>"x"</f><v>x&amp;y</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="b"><f>FALSE()</f><v>0</v></c>',
    '<c t="e"><v>#DIV/0!</v></c>',
    '<c t="d"><v>2024-03-31T01:02:03</v></c>',
    '<c t="str"><f>""</f><v></v></c>',
    number('8'),
  ];
  assert.equal(await cellsOf(sheet(row(...cells))), [
    ['2', 'x&y', 'true', 'false', '#DIV/0!', '2024-03-31T01:02:03', '', '8'],
  ]);
});

test('rows and cells are at their places, and a row without text is empty', async () => {
  const rows = `<row r="2"><c r="B2"><v>1</v></c><c r="D2" s="1"/></row><row r="4"/><row r="5">${'<c t="inlineStr"><is><t> </t></is></c>'}</row><row r="6"><c r="A6"><v>2</v></c><c><v>3</v></c><c r="AA6"><v>4</v></c></row>`;
  assert.equal(await cellsOf(sheet(rows)), [
    [],
    ['', '1'],
    [],
    [],
    [],
    ['2', '3', ...Array.from({ length: 24 }, () => ''), '4'],
  ]);
  assert.equal(await cellsOf(sheet(rows), '1', 'B2:Z5'), [[], ['1']].concat([[], [], []]).slice(0, 5));
  for (const wrong of [
    '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>',
    '<row r="3"/><row r="2"/>',
    '<row r="1048577"/>',
    '<row><c r="XFE1"><v>1</v></c></row>',
    '<row><c t="z"><v>1</v></c></row>',
    '<row><c><v>one</v></c></row>',
    '<row><c><v>1</c></v></row>',
  ])
    assert.match(
      String(await cellsOf(sheet(wrong))),
      /^decompression_failed: the workbook is damaged: xl\/worksheets\/sheet1\.xml/,
      wrong,
    );
});

test('a sheet is found by its name, then by its number', async () => {
  const book = createWorkbook({
    sheets: ['Old', '1', 'Ünïcode & "x"'].map((name) => ({ name, rows: [[name]] })),
  });
  assert.equal(await cellsOf(book, 'Old'), [['Old']]);
  assert.equal(await cellsOf(book, '1'), [['1']]);
  assert.equal(await cellsOf(book, '3'), [['Ünïcode & "x"']]);
  assert.is(
    await cellsOf(book, 'Neu'),
    'sheet_not_found: the workbook has no sheet "Neu". Its sheets: "Old", "1", "Ünïcode & \\"x\\""',
  );
});

test('parts may have prefixes, comments, instructions and other encodings, and no DOCTYPE', async () => {
  const cells = '<x:row r="1"><?pi?><x:c r="A1" t="inlineStr"><!-- - > --><x:is><x:t>é</x:t></x:is></x:c></x:row>';
  const xml = `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData>${cells}</x:sheetData></x:worksheet>`;
  const with1 = (content: string) => ({ 'xl/worksheets/sheet1.xml': content });
  assert.equal(await cellsOf(sheet('', { parts: with1(xml) })), [['é']]);
  assert.match(String(await cellsOf(sheet('', { parts: with1(`<!DOCTYPE x>${xml}`) }))), /it has a DOCTYPE/);
  assert.match(
    String(await cellsOf(sheet('', { parts: with1(xml.replace('?>', ' encoding="ISO-8859-1"?>')) }))),
    /its encoding is ISO-8859-1/,
  );
});

test.run();
