/** Sheets with several record types: the same types, messages and issues as those of a CSV file with the same texts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { readBook } from './read-book.ts';
import { createWorkbook } from './workbook.ts';

const header = {
  name: 'header',
  when: { column: '1', values: ['H'] },
  publish: false,
  fields: [
    { name: 'kind', type: 'STRING' },
    { name: 'batch', type: 'STRING', required: true },
    { name: 'created', type: 'DATE' },
  ],
};
const line = {
  name: 'line',
  when: { column: '1', values: ['10', 'L'] },
  in: 'header',
  fields: [
    { name: 'kind', type: 'STRING' },
    { name: 'no', type: 'INTEGER', required: true },
    { name: 'amount', type: 'DECIMAL' },
    { name: 'text', type: 'STRING' },
    { name: 'batch', from: 'header.batch' },
  ],
};
const trailer = {
  name: 'trailer',
  when: { column: '1', values: ['T'] },
  in: 'header',
  publish: false,
  fields: [
    { name: 'kind', type: 'STRING' },
    { name: 'count', type: 'INTEGER' },
  ],
};
const TYPES = { hasHeader: false, recordTypes: [header, line, trailer] };
/** A text, or a number (0), a date (1) or an error with its stored value. */
type SentCell = string | { v: string; s?: number; t?: string };

function sheetOf(rows: readonly (readonly SentCell[])[]): Buffer {
  const cells = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((cell, place) => cellOf(cell, `${'ABCDEF'[place]}${at + 1}`)).join('')}</row>`,
  );
  return createWorkbook({ sheets: [{ name: 'S', rows: cells.join('') }], formats: [14] });
}

function cellOf(cell: SentCell, name: string): string {
  if (cell === '') return '';
  if (typeof cell === 'string') return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${cell}</t></is></c>`;
  const { v, s = 0, t = 'n' } = cell;
  return `<c r="${name}" s="${s}" t="${t}"><v>${v}</v></c>`;
}

const codesOf = (issues: readonly { code: string; cell?: string }[]) => issues.map(({ cell, code }) => [cell, code]);

test('the text of a cell selects the type of its row, also of a number', async () => {
  const rows = [
    ['H', 'B7', { v: '45000', s: 1 }],
    [{ v: '10' }, { v: '1' }, { v: '1.50' }, 'a\nb'],
    [],
    ['L', '2', '', 'c'],
    ['T', { v: '2' }],
  ];
  const { messages, issues, failure } = await readBook(sheetOf(rows), TYPES);
  assert.equal([issues, failure], [[], null]);
  assert.equal(messages, [
    { kind: '10', no: 1, amount: 1.5, text: 'a\nb', batch: 'B7' },
    { kind: 'L', no: 2, amount: null, text: 'c', batch: 'B7' },
  ]);
});

test('issues name their cells by the columns of their type', async () => {
  const rows = [
    ['H', 'B7'],
    ['X', 'unknown'],
    ['L', { v: '#N/A', t: 'e' }, 'x'],
    ['L', '1', '2', 'c', 'more'],
    ['T', 'y'],
    ['', 'T'],
  ];
  const { issues } = await readBook(sheetOf(rows), TYPES);
  assert.equal(codesOf(issues), [
    ['S!A2', 'UNKNOWN_RECORD_TYPE'],
    ['S!B3', 'CELL_ERROR'],
    ['S!C3', 'TYPE_MISMATCH'],
    ['S!A4', 'TOO_MANY_COLUMNS'],
    ['S!B5', 'TYPE_MISMATCH'],
    ['S!A6', 'UNKNOWN_RECORD_TYPE'],
  ]);
});

test('columns are found by their names, and conditions examine several, empty ones included', async () => {
  const all = (...values: string[]) => ({
    all: ['Kind', 'Flag'].map((column, at) => ({ column, values: [values[at]] })),
  });
  const recordTypes = [
    { name: 'sum', when: all('D', 'S'), fields: [{ name: 'total', type: 'DECIMAL', columnName: 'Amount' }] },
    { name: 'item', when: all('D', ''), fields: [{ name: 'amount', type: 'DECIMAL', columnName: 'Amount' }] },
  ];
  const rows = [
    ['Amount', 'Kind', 'Flag'],
    [{ v: '1.5' }, 'D'],
    [{ v: '1.5' }, 'D', 'S'],
    ['x', 'D', 'S'],
    ['1', 'D', '?'],
  ];
  const { messages, issues } = await readBook(sheetOf(rows), { recordTypes, order: 'ANY' });
  assert.equal(messages, [{ amount: 1.5 }, { total: 1.5 }]);
  assert.equal(codesOf(issues), [
    ['S!A4', 'TYPE_MISMATCH'],
    ['S!A5', 'UNKNOWN_RECORD_TYPE'],
  ]);
});

test('documents whose records copy later values have the errors of their cells', async () => {
  const recordTypes = [
    { ...header, reject: 'WHOLE', hold: true },
    { ...line, fields: [...line.fields, { name: 'count', from: 'trailer.count' }] },
    { ...trailer, occurs: 'ONCE' },
  ];
  const document = (no: SentCell, count: string) => [
    ['H', 'B7'],
    ['L', no],
    ['T', count],
  ];
  const rows = [...document('1', '5'), ...document({ v: '#REF!', t: 'e' }, '6'), ...document('3', '7')];
  const { messages, issues } = await readBook(sheetOf(rows), { hasHeader: false, recordTypes });
  assert.equal(
    messages.map(
      (message) => (message as { no: number; count: number }).no * 10 + (message as { count: number }).count,
    ),
    [15, 37],
  );
  const [fault] = issues.filter(({ code }) => code === 'CELL_ERROR');
  assert.equal([fault?.cell, fault?.value], ['S!B5', '#REF!']);
});

test('a CSV file with the same texts has the same messages and issues', async () => {
  const rows = [
    ['H', 'B7', '2024-01-05'],
    ['L', '1', '2', 'a'],
    ['L', 'one', '2', 'b'],
    ['Q', '1', '', ''],
    ['T', '2'],
    ['T', '2'],
    ['H', '', '2024-13-05'],
  ];
  const book = await readBook(sheetOf(rows), TYPES);
  const csv = await loadModule({
    text: JSON.stringify({ name: 'csv', format: 'CSV', ...TYPES }),
    path: 'csv.json',
    syntax: 'json',
  });
  const transformer = csv.createTransformer();
  const file = new TextEncoder().encode(rows.map((row) => `${row.join(',')}\n`).join(''));
  const batches = [...transformer.push(file), ...transformer.end()];
  const issues = batches.flatMap(({ recordIssues }) => recordIssues.flatMap((record) => record.issues));
  assert.equal(
    book.issues.map(({ cell: _, ...issue }) => issue),
    issues,
  );
  assert.equal(
    book.messages.length,
    batches.reduce((sum, { ends }) => sum + ends.length, 0),
  );
});

test('lines that continue others, fill the file or have groups are refused by name', () => {
  const codes = (spec: object) => {
    const text = JSON.stringify({ name: 'book', format: 'XLSX', ...spec });
    return check({ text, path: 'book.json', syntax: 'json' }).map(({ code, message }) => `${code}: ${message}`);
  };
  const group = {
    name: 'part',
    in: 'line',
    repeat: { times: 2, start: 2, length: 1 },
    fields: [{ name: 'p', type: 'STRING' }],
  };
  const found = [
    ...codes({ ...TYPES, continuation: { joins: 'previous', when: { column: '1', values: ['C'] } } }),
    ...codes({ ...TYPES, filler: { when: { column: '1', values: ['F'] } } }),
    ...codes({ hasHeader: false, recordTypes: [header, line, group, trailer] }),
  ];
  assert.is(found.length, 3, found.join('\n'));
  assert.match(found[0] ?? '', /key_without_effect: .*CSV, FIXED_WIDTH, but the format is XLSX/);
  assert.match(found[1] ?? '', /key_without_effect: .*XLSX/);
  assert.match(found[2] ?? '', /invalid_repeat: .*groups of a line are not read in files of XLSX/);
});

test.run();
