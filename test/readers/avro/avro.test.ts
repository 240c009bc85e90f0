import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMessageSchemas } from '../../../compiler/formats.ts';
import { readAndCheck } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { fromAvroName, toAvroName } from '../../../compiler/emitting/encoders/avro/names.ts';
import { loadModule } from '../../support/load-module.ts';
import { createMessageReader } from './compare-values.ts';

const spec = (fields: string, rest = '') => ({
  text: `name: daily-payments\nformat: CSV\ndelimiter: ";"\nfields:\n${fields}${rest}`,
  path: 'specs/daily-payments.yaml',
  syntax: 'yaml' as const,
  encoder: 'AVRO' as const,
});

const ALL = spec(`  - { name: id, type: STRING, required: true }
  - { name: order no, type: STRING }
  - { name: count, type: INTEGER }
  - { name: serial, type: INTEGER }
  - { name: amount, type: DECIMAL, schemaPrecision: 20, schemaScale: 3 }
  - { name: rate, type: DECIMAL }
  - { name: paid, type: BOOLEAN }
  - { name: day, type: DATE, format: d.M.yyyy }
  - { name: at, type: TIME }
  - { name: minute, type: TIME, format: "HH:mm:ss.SSS" }
  - { name: seen, type: TIMESTAMP }
  - { name: secret, type: STRING, publish: false }
validationRules:
  - { ruleId: least, field: count, ruleType: MIN_VALUE, value: "-9223372036854775808" }
  - { ruleId: most, field: count, ruleType: MAX_VALUE, value: "9223372036854775807" }
`);

/** Reads a file with both readers, which agree. Returns the messages and the issues by record. */
function read(module: SpecModule, file: string): Readonly<Record<'messages' | 'issues', string[]>> {
  const [careful, fast] = [false, true].map((isFast) => {
    const options = { fast: isFast, today: '2026-01-01' };
    const transformer = module.createTransformer(options);
    const batches = [...transformer.push(Buffer.from(file)), ...transformer.end()];
    const messages = batches.flatMap(({ bytes, ends }) =>
      [...ends].map((end, i) => Buffer.from(bytes.slice(ends[i - 1] ?? 0, end)).toString('hex')),
    );
    const issues = batches.flatMap(({ recordIssues }) =>
      recordIssues.flatMap((record) => record.issues.map(({ code, field }) => `${record.record} ${code} ${field}`)),
    );
    return { messages, issues };
  });
  assert.equal(fast, careful);
  return careful ?? { messages: [], issues: [] };
}

test('each type has its schema, a name that Avro does not allow is in doc, and unpublished fields are absent', async () => {
  const [described] = createMessageSchemas((await loadModule(ALL)).spec, 'com.example');
  const optional = (type: unknown) => ({ type: ['null', type], default: null });
  assert.equal(described?.schema, {
    type: 'record',
    name: 'daily_x2d_payments',
    namespace: 'com.example',
    doc: 'daily-payments',
    fields: [
      { name: 'id', type: 'string' },
      { name: 'order_x20_no', ...optional('string'), doc: 'order no' },
      { name: 'count', ...optional('long') },
      { name: 'serial', ...optional('string') },
      { name: 'amount', ...optional({ type: 'bytes', logicalType: 'decimal', precision: 20, scale: 3 }) },
      { name: 'rate', ...optional('string') },
      { name: 'paid', ...optional('boolean') },
      { name: 'day', ...optional({ type: 'int', logicalType: 'date' }) },
      { name: 'at', ...optional({ type: 'long', logicalType: 'time-micros' }) },
      { name: 'minute', ...optional({ type: 'int', logicalType: 'time-millis' }) },
      { name: 'seen', ...optional({ type: 'long', logicalType: 'timestamp-micros' }) },
    ],
  });
});

const HEADER = 'id;order no;count;serial;amount;rate;paid;day;at;minute;seen;secret\n';

test('the limits of each type are written and read back', async () => {
  const module = await loadModule(ALL);
  const rows = [
    [
      'a',
      'ü"\\',
      '9223372036854775807',
      '1',
      '99999999999999999.999',
      '1.10',
      'true',
      '1.2.2024',
      '12:30',
      '23:59:59.999',
    ],
    ['b', '', '-9223372036854775808', '', '-99999999999999999.999', '', 'false', '29.2.2024', '00:00:00.000001', ''],
    ['c', '😀', '0', '-0', '-128', '0', '', '', '', ''],
    ['d', '', '-1', '', '0.128', '', '', '31.12.1969', '', ''],
    ['e', '', '64', '', '-0.129000', '', '', '', '', ''],
  ];
  const file = HEADER + rows.map((row) => `${row.join(';')};2024-03-31T01:02:03.456789+02:00;s\n`).join('');
  const { messages, issues } = read(module, file.replaceAll('ü"\\', '"ü""\\"'));
  assert.equal(issues, []);
  const reader = createMessageReader(module.spec);
  const times = [
    ['12:30:00', '23:59:59.999'],
    ['00:00:00.000001', null],
  ];
  for (const [index, row] of rows.entries()) {
    const values = row.slice(0, 8).map((cell) => (cell === '' ? null : cell));
    const [at = null, minute = null] = times[index] ?? [];
    reader.compare(Buffer.from(messages[index] ?? '', 'hex'), [...values, at, minute, '2024-03-30T23:02:03.456789Z']);
  }
});

test('texts of each length and with each escape are written and read back', async () => {
  const text = `name: daily-payments
format: CSV
messageKey: [key]
fields:
  - { name: key, type: STRING, required: true }
  - { name: needed, type: STRING, required: true }
  - { name: trimmed, type: STRING }
  - { name: digits, type: INTEGER }
  - { name: upper, type: STRING }
  - { name: day, type: DATE }
correctionRules:
  - { ruleId: trim, field: trimmed, correctionType: TRIM }
  - { ruleId: upper, field: upper, correctionType: UPPER_CASE }
`;
  const module = await loadModule({ ...spec(''), text });
  const sizes = [1, 2, 3, 4, 5, 61, 62, 63, 64, 65, 66, 67, 127, 128, 255, 256, 257, 8190, 8191, 8192, 8193, 20_000];
  const marks = ['', '"', '\\', '\t', '\u0001\u001f', '\u007f', 'ü', '😀', 'a"b\\c', '"'.repeat(70), '\\\\\\"'];
  const texts = sizes.flatMap((size) => marks.map((mark, i) => `${'x'.repeat(size)}${mark}${'y'.repeat(i % 5)}z`));
  const rows = texts.map((value, index) => {
    const digits = String(10n ** BigInt(index % 90));
    return [value, value, value, digits, value, index % 3 === 0 ? null : '1968-02-29'];
  });
  const cell = (value: string | null) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);
  const file = `key,needed,trimmed,digits,upper,day\n${rows.map((row) => `${row.map(cell).join(',')}\n`).join('')}`;
  const { messages, issues } = read(module, file);
  assert.equal(issues, []);
  assert.is(messages.length, rows.length);
  const reader = createMessageReader(module.spec);
  for (const [index, row] of rows.entries())
    reader.compare(
      Buffer.from(messages[index] ?? '', 'hex'),
      row.map((value, column) => (column === 4 && value !== null ? value.toUpperCase() : value)),
    );
});

test('a date in another form than ISO is the same number of days', async () => {
  const module = await loadModule(spec('  - { name: day, type: DATE, format: dd/MM/yyyy, required: true }\n'));
  assert.equal(read(module, 'day\n02/01/1970\n31/12/1969\n').messages, ['02', '01']);
  const open = await loadModule(spec('  - { name: day, type: DATE, format: d.M.yyyy, required: true }\n'));
  assert.equal(read(open, 'day\n2.1.1970\n31.12.1969\n29.2.1968\n').messages, ['02', '01', 'bf0a']);
});

test('a value that does not fit is a FATAL issue, which both readers find', async () => {
  const module = await loadModule(ALL);
  const rows = [
    'a;;9223372036854775808;;;;;;;;;',
    'b;;;;100000000000000000;;;;;;;',
    'c;;;;0.0001;;;;;;;',
    'd;;;;;;;;12:00:00.0000001;;;',
    'e;;;;;;;;;;2024-01-01T00:00:00.123456789Z;',
    'f;;;123456789012345678901234567890;1.0000;;;;;;2024-01-01T00:00:00.123456000Z;',
  ];
  const { messages, issues } = read(module, HEADER + rows.map((row) => `${row}\n`).join(''));
  assert.equal(issues, [
    '1 MAX_VALUE count',
    '1 VALUE_DOES_NOT_FIT count',
    '2 VALUE_DOES_NOT_FIT amount',
    '3 VALUE_DOES_NOT_FIT amount',
    '4 VALUE_DOES_NOT_FIT at',
    '5 VALUE_DOES_NOT_FIT seen',
  ]);
  assert.is(messages.length, 1);
});

test('a required value that is missing fails its record', async () => {
  const text = `name: daily-payments\nformat: FIXED_WIDTH\nfields:
  - { name: amount, type: DECIMAL, required: true, schemaPrecision: 6, schemaScale: 2, start: 1, length: 6 }\n`;
  const module = await loadModule({ ...spec(''), text });
  assert.equal(read(module, '  1.50\n      \n'), {
    messages: ['0400 96'.replace(' ', '')],
    issues: ['2 REQUIRED amount'],
  });
});

test('what Avro cannot contain is an error of the spec', () => {
  const codes = (fields: string, rest = '') =>
    readAndCheck(spec(fields, rest)).diagnostics.map(({ code, path }) => `${code} ${path}`);
  assert.equal(codes('  - { name: t, type: TIME, endOfDay: true }\n'), ['value_not_encodable /fields/0/endOfDay']);
  assert.equal(codes('  - { name: t, type: TIMESTAMP, keepOffset: true }\n'), [
    'value_not_encodable /fields/0/keepOffset',
  ]);
  assert.equal(
    codes('  - { name: t, type: TIME, endOfDay: true, publish: false }\n  - { name: a, type: STRING }\n'),
    [],
  );
});

test('names are mapped one to one', () => {
  const names = ['order no', 'straße', '1st', 'a_x20_b', 'a b', 'a.b', '_x5f_', '__proto__', '😀', 'a_x2', 'x', ''];
  const mapped = names.map(toAvroName);
  for (const [index, name] of names.entries()) {
    assert.is(fromAvroName(mapped[index] ?? ''), name);
    if (name !== '') assert.match(mapped[index] ?? '', /^[A-Za-z_][A-Za-z0-9_]*$/);
  }
  assert.is(new Set(mapped).size, names.length);
});

test.run();
