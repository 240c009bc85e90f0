/** What JSON is and what it is not (RFC 8259), each case as a line of its own, and random cuts and changes of records. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JsonRecordParser } from '../../../compiler/kernel/json/record-parser.ts';
import type { JsonField } from '../../../compiler/kernel/json/fields/json-record.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';

const fields: readonly JsonField[] = [{ path: ['v'], reads: 'TEXT' }];

function parse(text: string, read: readonly JsonField[] = fields): { code: string | null; cell: string | undefined } {
  const parser = new JsonRecordParser({ fields: read, isLenient: false }, null);
  const fault = parser.parse(text);
  return { code: fault?.code ?? null, cell: parser.cells[0] };
}

const numbers = [
  '0',
  '-0',
  '7',
  '-12',
  '0.5',
  '-0.0',
  '1e5',
  '1E+5',
  '1e-05',
  '0e1',
  '123456789012345678901234567890',
  '1.000',
];
const badNumbers = [
  '+1',
  '01',
  '-01',
  '-',
  '1.',
  '.5',
  '1.e5',
  '1e',
  '1e+',
  '0x1f',
  '1_000',
  'NaN',
  'Infinity',
  '-Infinity',
  '1 2',
  '１',
  '--1',
  '1-1',
  '2.e3',
  '0.3e',
  '1eE2',
  '1a',
  '-2.',
];
const strings: readonly (readonly [token: string, text: string])[] = [
  ['""', ''],
  ['"a"', 'a'],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
  ['"\\u0041\\u00e9\\u20AC"', 'Aé€'],
  ['"\\ud83d\\ude00"', '😀'],
  ['"é€😀"', 'é€😀'],
  ['"\\u0000"', '\0'],
  ['"\u007f"', '\u007f'],
  ['"\u2028"', '\u2028'],
  ['"{[,:]}"', '{[,:]}'],
  ['"\\\\"', '\\'],
];
const badStrings = [
  '"',
  '"a',
  "'a'",
  'a',
  '"\t"',
  '"\u0000"',
  '"\u001f"',
  '"\\x"',
  '"\\"',
  '"\\u"',
  '"\\u12"',
  '"\\u12G4"',
  '"\\U0041"',
  '"\\u 041"',
  '"\\\u0000"',
  '"\\ud800"',
  '"\\udc00"',
  '"\\ud800\\ud800"',
  '"\\ud83d a"',
  '"a" "b"',
  '"a""b"',
  '“a”',
  '"\\é"',
];
const records = [
  '{"v":1}',
  ' {"v" : 1 } ',
  '\t{"v":\r1}',
  '{"v":1,"w":[]}',
  '{"v":1,"w":{}}',
  '{"v":1,"w":[1,"a",null,true,false,{},[]]}',
  '{"w":{"v":2},"v":1}',
  '{"v":1,"":0}',
  '{"v":1,"__proto__":{"constructor":1}}',
  '{"v":1,"a":{"x":1},"b":{"x":1}}',
  '{"\\u0076":1}',
];
const badRecords = [
  '',
  '{',
  '}',
  '[',
  ']',
  '{}{}',
  '{} x',
  '{,}',
  '{"v"}',
  '{"v":}',
  '{"v":1,}',
  '{,"v":1}',
  '{"v":1 "w":2}',
  '{"v":1,,"w":2}',
  '{"v" 1}',
  '{"v"::1}',
  '{v:1}',
  "{'v':1}",
  '{1:1}',
  '{"v":1]',
  '[1}',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[1 2]',
  '[:1]',
  '{"v":1}}',
  '[]]',
  '{"v":tru}',
  '{"v":True}',
  '{"v":nul}',
  '{"v":truex}',
  '/**/{}',
  '{"v":1}//',
  '{"v":1/*x*/}',
  '\ufeff{}',
  '{"v":1}\u00a0',
  '\u000b{}',
  '{"v":undefined}',
  '#{}',
  '{"v":(1)}',
  '[1',
  '[{',
  '{"v":[}',
  '*',
  '<v/>',
];

test('numbers of JSON keep their digits, and other numbers are malformed', () => {
  for (const number of numbers) {
    assert.equal(parse(`{"v":${number}}`), { code: null, cell: number });
    assert.equal(parse(`{"v": ${number} }`), { code: null, cell: number });
    assert.is(parse(`{"w":[${number}]}`).code, null);
  }
  for (const number of badNumbers) {
    assert.is(parse(`{"v":${number}}`).code, 'MALFORMED_JSON', number);
    assert.is(parse(`{"w":[${number}]}`).code, 'MALFORMED_JSON', number);
  }
});

test('a whole number loses its exponent and its decimals only if they are zeros', () => {
  const whole = (number: string) => parse(`{"v":${number}}`, [{ path: ['v'], reads: 'WHOLE' }]).cell;
  const decimal = (number: string) => parse(`{"v":${number}}`, [{ path: ['v'], reads: 'NUMBER' }]).cell;
  assert.equal(['5', '5.0', '5e0', '50.0e-1', '-0.0', '5.5', '1e400000'].map(whole), [
    '5',
    '5',
    '5',
    '5',
    '-0',
    '5.5',
    '1e400000',
  ]);
  assert.equal(['5.0', '1.5e3', '1.50e-3', '-2E1', '1e400000'].map(decimal), [
    '5.0',
    '1500',
    '0.00150',
    '-20',
    '1e400000',
  ]);
  assert.is(decimal('"5"'), '"5"');
});

test('strings of JSON have the text that they mean, and other strings are malformed', () => {
  for (const [token, text] of strings) assert.equal(parse(`{"v":${token}}`), { code: null, cell: text });
  for (const token of badStrings) {
    assert.is(parse(`{"v":${token}}`).code, 'MALFORMED_JSON', token);
    assert.is(parse(`{"w":[${token}]}`).code, 'MALFORMED_JSON', token);
    assert.is(parse(`{${token}:1}`).code, 'MALFORMED_JSON', token);
  }
});

test('records of JSON are read, and other texts are malformed', () => {
  for (const record of records) assert.equal(parse(record), { code: null, cell: '1' }, record);
  for (const record of badRecords) assert.is(parse(record).code, 'MALFORMED_JSON', record);
});

test('a member that occurs twice in one object is found, whatever its object is', () => {
  const many = Array.from({ length: 100 }, (_, index) => `"m${index}":${index}`);
  for (const record of [
    '{"v":1,"v":1}',
    '{"v":1,"w":{"a":1,"b":2,"a":1}}',
    '{"w":[{"a":1,"\\u0061":2}]}',
    `{${many},"m7":0}`,
    `{${many},"m99":0}`,
    `{"w":[[{${many},"m0":0}]]}`,
  ])
    assert.is(parse(record).code, 'DUPLICATE_MEMBER', record);
  assert.is(parse(`{"w":{${many}},"x":{${many}},${many}}`).code, null);
});

test('objects and lists may be nested 256 levels deep, and no deeper', () => {
  const lists = (levels: number) => `{"w":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const objects = (levels: number) => `${'{"w":'.repeat(levels)}1${'}'.repeat(levels)}`;
  for (const nested of [lists, objects]) {
    assert.is(parse(nested(256)).code, null);
    assert.is(parse(nested(257)).code, 'MALFORMED_JSON');
    assert.is(parse(nested(100_000)).code, 'MALFORMED_JSON');
  }
  assert.is(parse('['.repeat(1_000_000)).code, 'MALFORMED_JSON');
});

test('an object or a list where a field reads a value is TYPE_MISMATCH, and so is a record that is neither', () => {
  for (const record of ['{"v":{}}', '{"v":[]}', '1', '"v"', 'null', 'true'])
    assert.is(parse(record).code, 'TYPE_MISMATCH', record);
});

test('a cut or changed record is malformed exactly if JSON.parse rejects it', () => {
  const random = randomOf(seed, 0);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const alphabet = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    ' ',
    '0',
    '1',
    '-',
    '.',
    'e',
    'E',
    '+',
    'true',
    'false',
    'null',
    'u',
    '\t',
    '\u0001',
    'é',
  ];
  let accepted = 0;
  for (let round = 0; round < 20_000; round++) {
    let text = pick([
      ...records,
      ...strings.map(([token]) => `{"w":${token}}`),
      ...numbers.map((number) => `[${number},{"a":[${number}]}]`),
    ]);
    for (let changes = random.below(3); changes > 0; changes--) {
      const at = random.below(text.length + 1);
      const to = Math.min(text.length, at + random.below(3));
      text = text.slice(0, at) + (random.below(2) === 0 ? pick(alphabet) : '') + text.slice(to);
    }
    const isJson = accepts(text);
    const { code } = parse(text);
    // Half of a surrogate pair is text for JSON.parse, and no text in UTF-8.
    if (isJson && code === 'MALFORMED_JSON') assert.match(text, /\\ud[89a-f]/i);
    else assert.is(code === 'MALFORMED_JSON', !isJson, JSON.stringify(text));
    if (isJson) accepted++;
  }
  assert.ok(accepted > 2000 && accepted < 18_000, `${accepted} accepted`);
});

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.run();
