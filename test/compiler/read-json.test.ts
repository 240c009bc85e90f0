import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isExactNumber } from '../../compiler/pipeline/1-read/nodes/json.ts';
import { codes, places, readJson, readYaml } from './read-given.ts';
import { scaleRuns } from '../support/property.ts';
import { requireOneType } from '../../compiler/pipeline/1-read/record-views.ts';

const spec = { name: 'payments', format: 'CSV', fields: [{ name: 'id', type: 'STRING' }] };

test('JSON and YAML result in the same object', () => {
  const reading = readJson(spec);
  assert.equal(reading.diagnostics, []);
  assert.equal(reading.spec, readYaml('name: payments\nformat: CSV\nfields: [{ name: id, type: STRING }]').spec);
});

test('a number or boolean is accepted as a text, null is not', () => {
  const reading = readJson(
    '{"name":"a","format":"CSV","fields":[{"name":1.10,"type":"STRING"}],"nullValues":[1e2,true,-0.5,0],"description":null}',
  );
  assert.equal(places(reading), ['1:114 missing_value']);
  assert.ok(reading.draft !== null);
  assert.equal(requireOneType(reading.draft.spec, 'a test').fields[0]?.name, '1.1');
  assert.equal(reading.draft?.spec.nullValues, ['100', 'true', '-0.5', '0']);
});

test('a number that is not exact as a double is reported at its position', () => {
  const reading = readJson('{"name":"a","format":"CSV",\n"fields":[{"name":12345678901234567890,"type":"STRING"}]}');
  assert.equal(places(reading), ['2:19 inexact_number']);
  assert.match(reading.diagnostics[0]?.message ?? '', '12345678901234567000');
});

test('numbers that are exact as doubles', () => {
  for (const exact of [
    '0',
    '-0',
    '0.0',
    '1.10',
    '0.1',
    '100',
    '1e2',
    '1E+2',
    '1.5e-7',
    '9007199254740991',
    '9007199254740992',
    '0.30000000000000004',
    '5e-324',
    '0e999',
  ]) {
    assert.is(isExactNumber(exact), true, exact);
  }
  for (const inexact of [
    '12345678901234567890',
    '0.10000000000000000555',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '1.00000000000000000001',
    '123456789.123456789123',
  ]) {
    assert.is(isExactNumber(inexact), false, inexact);
  }
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => isExactNumber(String(number))),
  );
});

test('an integer may be written in any number format', () => {
  const length = (written: string) =>
    readJson(`{"name":"a","format":"CSV","fields":[{"name":"id","type":"STRING"}],"maxRecordBytes":${written}}`);
  assert.is(length('1e3').spec?.maxRecordBytes, 1000);
  assert.is(length('5.0').spec?.maxRecordBytes, 5);
  assert.equal(codes(length('5.5')), ['not_an_integer /maxRecordBytes']);
  assert.equal(codes(length('"5"')), ['not_an_integer /maxRecordBytes']);
  assert.equal(codes(length('1.00000000000000000001')), ['inexact_number /maxRecordBytes']);
});

test('duplicate keys', () => {
  assert.equal(places(readJson('{"name":"a",\n"name":"b","format":"CSV","fields":[{"name":"id","type":"STRING"}]}')), [
    '2:1 duplicate_key',
  ]);
});

test('invalid JSON is reported at its position', () => {
  for (const [text, place] of [
    ['{"name": "a",}', '1:14'],
    ['{name: "a"}', '1:2'],
    ['{"name": \'a\'}', '1:10'],
    ['// x\n{}', '1:1'],
    ['{"name" "a"}', '1:9'],
    ['{"name": "a"\n"format": "CSV"}', '2:1'],
    ['{} {}', '1:4'],
    ['', '1:1'],
    ['{"name": "a\nb"}', '1:10'],
    ['{"name": 01}', '1:11'],
    ['{"name": "\\x"}', '1:10'],
  ] as const) {
    const reading = readJson(text);
    assert.is(reading.diagnostics[0]?.code, 'invalid_json', text);
    assert.is(places(reading)[0], `${place} invalid_json`, text);
  }
});

test('exactly the texts that JSON.parse accepts are accepted', () => {
  const marks = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u00"',
    '"\\',
    '1',
    '-',
    '0',
    '.',
    'e',
    '+',
    'true',
    'nul',
    'null',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '/',
    '*',
    '"',
    '\\',
    '\u0000',
    '\u2028',
    '\ufeff',
  );
  const text = fc.oneof(
    fc.array(marks, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.json(),
  );
  fc.assert(
    fc.property(text, (json) => {
      const isJson = readJson(json).diagnostics.every(({ code }) => code !== 'invalid_json');
      // A BOM before a JSON text is ignored. JSON.parse rejects it.
      assert.is(isJson, parses(json.replace(/^\ufeff/, '')), JSON.stringify(json));
    }),
    { numRuns: scaleRuns(5000) },
  );
});

function parses(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

test('escapes of an unpaired surrogate', () => {
  assert.equal(
    codes(readJson('{"name":"\\ud83d\\ude00","format":"CSV","fields":[{"name":"\\ud83d","type":"STRING"}]}')),
    ['invalid_unicode /fields/0/name'],
  );
});

test.run();
