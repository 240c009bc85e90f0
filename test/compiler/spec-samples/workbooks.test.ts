/** Samples of workbooks: real files with the one fault that each promises. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellsOf, readBook } from '../../readers/xlsx/read-book.ts';
import { samplesOf } from './sampled-spec.ts';

const FIELDS = [
  { name: 'id', type: 'STRING', columnName: 'Order <No>', required: true },
  { name: 'amount', type: 'DECIMAL', decimalSeparator: ',' },
  { name: 'count', type: 'INTEGER' },
  { name: 'ordered', type: 'DATE' },
  { name: 'ok', type: 'BOOLEAN' },
];
const SPEC = {
  name: 'book',
  format: 'XLSX',
  sheet: 'My "orders" & co',
  range: 'B3:H',
  fields: FIELDS,
  recordWhen: { column: 'kind', values: ['_x0041_ line'] },
  validationRules: [
    { ruleId: 'low', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01' },
    { ruleId: 'short', field: 'id', ruleType: 'MAX_LENGTH', value: 6 },
  ],
};
const today = '2026-01-01';

test('samples are workbooks that have the one fault that they promise, at its cell', async () => {
  const { set } = await samplesOf(JSON.stringify(SPEC), { syntax: 'json', today });
  const met = new Set<string>();
  for (const { name, bytes, breaks } of set.files) {
    const { messages, issues, warnings, failure } = await readBook(bytes, SPEC);
    const found = [failure, ...warnings, ...issues].flatMap((one) => (one === null ? [] : one.code));
    if (breaks === null) assert.equal([found, messages.length > 0], [[], true], name);
    else assert.ok(found.includes(breaks.code) && issues.length <= 1, `${name}: ${found.join(', ')}`);
    if (breaks?.code === 'CELL_ERROR') assert.is(issues[0]?.cell, `'My "orders" & co'!B5`);
    met.add(breaks?.code ?? 'VALID');
  }
  const codes = ['VALID', 'REQUIRED', 'MIN_VALUE', 'MAX_LENGTH', 'TYPE_MISMATCH', 'CELL_ERROR', 'TOO_MANY_COLUMNS'];
  for (const code of [...codes, 'HIDDEN_CELLS', 'MISSING_COLUMN', 'DUPLICATE_COLUMN', 'MISSING_HEADER', 'EMPTY_FILE'])
    assert.ok(met.has(code), `${code} is not in ${[...met].join(', ')}`);
});

test('cells have the type of their field, below and right of what the range leaves out', async () => {
  const { set } = await samplesOf(JSON.stringify(SPEC), { syntax: 'json', today });
  const [valid] = set.files.filter(({ breaks }) => breaks === null);
  const content = valid?.bytes ?? new Uint8Array();
  const [above, , header, record] = (await cellsOf(content, SPEC.sheet)) as string[][];
  assert.equal(above, []);
  assert.equal(header, ['', ...FIELDS.map(({ columnName, name }) => columnName ?? name), 'kind']);
  assert.equal(record?.at(-1), '_x0041_ line');
  const xml = Buffer.from(content).toString('latin1');
  assert.match(xml, /<c r="E4" s="1"><v>\d+<\/v>/);
  assert.match(xml, /<c r="F4" t="b"><v>1<\/v>/);
});

test('a sheet that is named by its number has others before it', async () => {
  const spec = { ...SPEC, sheet: '3', range: undefined, recordWhen: undefined };
  const { set } = await samplesOf(JSON.stringify(spec), { syntax: 'json', today });
  const { messages, failure } = await readBook(set.files[0]?.bytes ?? new Uint8Array(), spec);
  assert.equal([messages.length > 0, failure], [true, null]);
});

test('a range with fewer columns than the spec has no samples, and says why', async () => {
  const { set } = await samplesOf(JSON.stringify({ ...SPEC, range: 'B3:C' }), { syntax: 'json', today });
  assert.equal(
    [set.files.length, set.missing[0]?.why],
    [0, 'its header cannot be written, or its range has too few columns'],
  );
});

test('samples with several record types are workbooks, too, with the fault that they promise', async () => {
  const when = (value: string) => ({ when: { column: 'kind', values: [value] } });
  const count = { name: 'count', type: 'INTEGER', columnName: 'n' };
  const spec = {
    ...{ name: 'book', format: 'XLSX', range: 'B3:H' },
    recordTypes: [
      {
        name: 'line',
        ...when('L'),
        fields: [
          { name: 'id', type: 'STRING', required: true },
          { ...count, name: 'n' },
        ],
      },
      { name: 'trailer', ...when('T'), publish: false, occurs: 'ONCE', fields: [count] },
    ],
    fileRules: [{ ruleId: 'all', ruleType: 'COUNT_EQUALS', of: 'line', field: 'trailer.count' }],
  };
  const { set } = await samplesOf(JSON.stringify(spec), { syntax: 'json', today });
  const met = new Set<string>();
  for (const { name, bytes, breaks } of set.files) {
    const { messages, issues, failure, fileIssues } = await readBook(bytes, spec);
    const found = [failure, ...issues, ...fileIssues].flatMap((one) => (one === null ? [] : one.code));
    if (breaks === null) assert.equal([found, messages.length > 0], [[], true], name);
    else assert.ok(found.includes(breaks.code), `${name}: ${found.join(', ')}`);
    met.add(breaks?.code ?? 'VALID');
  }
  for (const code of ['VALID', 'REQUIRED', 'TYPE_MISMATCH', 'CELL_ERROR', 'TOO_MANY_COLUMNS', 'UNKNOWN_RECORD_TYPE'])
    assert.ok(met.has(code), `${code} is not in ${[...met].join(', ')}`);
  for (const code of ['COUNT_EQUALS', 'MISSING_RECORD', 'UNEXPECTED_RECORD']) assert.ok(met.has(code), code);
});

test.run();
