import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSpec } from '../../compiler/pipeline/1-read/read-spec.ts';
import { specShape } from '../../compiler/pipeline/1-read/spec-shape.ts';
import { codes, fields, head, places, readJson, readYaml } from './read-given.ts';
import { textsOf } from '../../compiler/language/shape/create-shape.ts';
import { requireOneType } from '../../compiler/pipeline/1-read/record-views.ts';

test('the spec of the language reference is read without changes', () => {
  const { spec, diagnostics } = readYaml(
    `name: payments                  # in git: the file's name
description: Payments that the bank sends every night
format: CSV
delimiter: ";"
encoding: windows-1252
messageKey: [id]
fields:
  - { name: id, type: STRING, columnName: Transaction Id, required: true }
  - { name: amount, type: DECIMAL, required: true, decimalSeparator: ",", groupSeparator: "." }
correctionRules:
  - { ruleId: trim-id, field: id, correctionType: TRIM }
  - { ruleId: pad-id, field: id, correctionType: PAD_LEFT, padChar: 0, length: 8 }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01", message: amount must be positive, severity: ERROR }
  - { ruleId: known, field: id, ruleType: ALLOWED_VALUES, value: "A, B" }
`,
    'payments',
  );
  assert.equal(diagnostics, []);
  assert.equal(spec, {
    name: 'payments',
    description: 'Payments that the bank sends every night',
    format: 'CSV',
    delimiter: ';',
    encoding: 'windows-1252',
    messageKey: ['id'],
    fields: [
      { name: 'id', type: 'STRING', columnName: 'Transaction Id', required: true },
      { name: 'amount', type: 'DECIMAL', required: true, decimalSeparator: ',', groupSeparator: '.' },
    ],
    correctionRules: [
      { ruleId: 'trim-id', field: 'id', correctionType: 'TRIM' },
      { ruleId: 'pad-id', field: 'id', correctionType: 'PAD_LEFT', padChar: '0', length: 8 },
    ],
    validationRules: [
      {
        ruleId: 'positive',
        field: 'amount',
        ruleType: 'MIN_VALUE',
        value: '0.01',
        message: 'amount must be positive',
        severity: 'ERROR',
      },
      { ruleId: 'known', field: 'id', ruleType: 'ALLOWED_VALUES', value: 'A, B' },
    ],
  });
});

test('unknown keys are errors with a suggestion', () => {
  const {
    diagnostics: [first, second],
  } = readYaml(`${head}delimeter: ";"\nzzz: 1\n${fields}`);
  assert.is(first?.code, 'unknown_key');
  assert.is(first?.path, '/delimeter');
  assert.match(first?.message ?? '', 'did you mean "delimiter"?');
  assert.is(first?.hint, null);
  assert.match(second?.hint ?? '', 'other keys allowed here: description, encoding');
});

test('words of the language are exact, and wrong ones get a suggestion', () => {
  const { diagnostics } = readYaml(`name: a\nformat: csv\nfields: [{ name: id, type: Integer }]\n`);
  assert.equal(
    diagnostics.map(({ message }) => message),
    [
      '"csv" is not one of CSV, FIXED_WIDTH, XML, JSON, XLSX; did you mean "CSV"?',
      '"Integer" is not one of STRING, INTEGER, DECIMAL, DATE, BOOLEAN, TIME, TIMESTAMP; did you mean "INTEGER"?',
    ],
  );
});

test('a required key under another name is one error', () => {
  const { diagnostics } = readYaml(`name: orders
format: CSV
fields:
  - { name: id, type: datetime }
correctionRules:
  - { id: trim, field: id, type: TRIM }
validationRules:
  - { ruleId: known, field: id, type: REQUIRED }
`);
  assert.equal(
    diagnostics.map(({ message }) => message.replace(/.*did you mean/, '')),
    [' "TIMESTAMP"?', ' "ruleId"?', ' "correctionType"?', ' "ruleType"?'],
  );
});

test('the hint for a rule as a key of a field says where it belongs', () => {
  const { diagnostics } = readYaml(`name: orders
format: CSV
fields:
  - { name: id, type: STRING, maxLength: 3, enum: [A], default: A, upper: true, rules: [] }
`);
  const items = ['MAX_LENGTH', 'ALLOWED_VALUES', 'DEFAULT_IF_NULL', 'UPPER_CASE', '…'];
  assert.equal(
    diagnostics.map(({ code, hint }) => [code, hint?.match(/Type: ([\w…]+)/)?.[1]]),
    items.map((item) => ['unknown_key', item]),
  );
});

test('required keys of each kind of rule', () => {
  const reading = readYaml(`${head}${fields}correctionRules:
  - { ruleId: p, field: id, correctionType: PAD_LEFT }
  - { field: id, correctionType: TRIM }
validationRules:
  - { ruleId: q, field: id, ruleType: REQUIRED, value: x }
  - { ruleId: r, field: id, ruleType: REGEX }
  - { ruleId: s, field: id }
  - { ruleType: REGXE, vlaue: x }
`);
  assert.equal(codes(reading), [
    'missing_key /correctionRules/0',
    'missing_key /correctionRules/0',
    'missing_key /correctionRules/1',
    'unknown_key /validationRules/0/value',
    'missing_key /validationRules/1',
    'missing_key /validationRules/2',
    'missing_key /validationRules/3',
    'missing_key /validationRules/3',
    'unknown_value /validationRules/3/ruleType',
    'unknown_key /validationRules/3/vlaue',
  ]);
  assert.is(reading.diagnostics[0]?.message, '"padChar" is required for PAD_LEFT');
});

test('lists, mappings and texts where another kind is expected', () => {
  assert.equal(codes(readYaml(`${head}fields: id\n`)), ['wrong_kind /fields']);
  assert.equal(codes(readYaml(`${head}fields: { name: id }\n`)), ['wrong_kind /fields']);
  assert.equal(codes(readYaml(`${head}fields: []\n`)), ['too_few_items /fields']);
  assert.equal(codes(readYaml(`${head}fields: [id]\n`)), ['wrong_kind /fields/0']);
  assert.equal(codes(readYaml(`${head}${fields}description: [a]\nskipLines: 1\nmessageKey: id\n`)), [
    'wrong_kind /description',
    'wrong_kind /skipLines',
    'wrong_kind /messageKey',
  ]);
  assert.equal(
    codes(
      readYaml(
        `${head}${fields}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: { a: b } }, { ruleId: b, field: id, ruleType: ALLOWED_VALUES, value: [] }]\n`,
      ),
    ),
    ['wrong_kind /validationRules/0/value', 'too_few_items /validationRules/1/value'],
  );
});

test('in git, the spec has the name of its file', () => {
  assert.equal(codes(readYaml(`${head}${fields}`, 'payments')), []);
  assert.equal(codes(readYaml(`${head}${fields}`, 'refunds')), ['name_differs /name']);
  assert.equal(codes(readYaml(`name: Payments\nformat: CSV\n${fields}`, 'Payments')), ['invalid_name /name']);
  assert.equal(codes(readYaml(`name: Any name, 1 to 200 characters\nformat: CSV\n${fields}`)), []);
  assert.equal(codes(readYaml(`name: ${'x'.repeat(201)}\nformat: CSV\n${fields}`)), ['text_too_long /name']);
  assert.equal(codes(readYaml(`name: ${'😀'.repeat(200)}\nformat: CSV\n${fields}`)), []);
  assert.equal(codes(readYaml(`name: ""\nformat: CSV\n${fields}`)), ['text_too_short /name']);
});

test('keys added by the service are ignored if the caller allows it, at the top level only', () => {
  const text = JSON.stringify({
    id: 'x',
    version: 'y',
    name: 'a',
    format: 'CSV',
    fields: [{ id: 1, name: 'id', type: 'STRING' }],
  });
  assert.equal(codes(readJson(text)), ['unknown_key /id', 'unknown_key /version', 'unknown_key /fields/0/id']);
  assert.equal(codes(readSpec({ text, path: 'body', syntax: 'json', ignoredKeys: ['id', 'version', 'origin'] })), [
    'unknown_key /fields/0/id',
  ]);
});

test('10,000 fields are read, 20,001 are rejected', () => {
  const many = (count: number) =>
    readYaml(
      head + 'fields:\n' + Array.from({ length: count }, (_, i) => `  - { name: f${i}, type: STRING }\n`).join(''),
    );
  const { spec } = many(10_000);
  assert.ok(spec !== null);
  assert.is(requireOneType(spec, 'a test').fields.length, 10_000);
  assert.equal(codes(many(20_001)), ['too_many_items /fields']);
});

test('the valid parts of a spec are checked, with their positions', () => {
  const { spec, draft } = readYaml(`${head}fields:
  - { name: a, type: STRNG }
  - { name: b, type: STRING, trueValues: [x, [], y] }
validationRules:
  - { ruleId: one, field: a, ruleType: REQUIRED }
  - { ruleId: two, field: b, ruleType: REQUIRED, severity: BAD }
messageKey: [a, b]
`);
  assert.is(spec, null);
  assert.ok(draft !== null);
  assert.equal(requireOneType(draft.spec, 'a test').fields, [{ name: 'b', type: 'STRING', trueValues: ['x', 'y'] }]);
  assert.equal(draft?.spec.validationRules, [{ ruleId: 'two', field: 'b', ruleType: 'REQUIRED' }]);
  assert.equal(draft?.spec.messageKey, ['b']);
  assert.is(draft?.sourceOf('/fields/0/trueValues/1'), '/fields/1/trueValues/2');
  assert.is(draft?.sourceOf('/validationRules/0/field'), '/validationRules/1/field');
  assert.is(draft?.sourceOf('/messageKey/0'), '/messageKey/1');
});

test('keys of any name never affect a prototype', () => {
  const reading = readYaml(`name: a
format: XML
recordPath: /a
namespaces: { __proto__: urn:a, constructor: urn:b }
fields: [{ name: __proto__, type: STRING }, { name: constructor, type: STRING }]
`);
  assert.equal(reading.diagnostics, []);
  assert.equal(Object.entries(reading.spec?.namespaces ?? {}), [
    ['__proto__', 'urn:a'],
    ['constructor', 'urn:b'],
  ]);
  assert.equal(
    codes(
      readJson(
        '{"__proto__":{"format":"CSV"},"constructor":1,"name":"a","fields":[{"name":"id","type":"STRING","toString":1}]}',
      ),
    ),
    ['missing_key ', 'unknown_key /__proto__', 'unknown_key /constructor', 'unknown_key /fields/0/toString'],
  );
  assert.is(({} as { format?: unknown }).format, undefined);
});

test('a text is split at commas and trimmed where a list is expected', () => {
  assert.equal(textsOf('A, B ,\u00a0C D,'), ['A', 'B', 'C D', '']);
  assert.equal(textsOf([' A ', 'B,C']), [' A ', 'B,C']);
});

test('positions are 1-based, in UTF-16 code units', () => {
  assert.equal(places(readYaml('name: "😀"\nformat: "😀"\nfields: [{ name: id, type: STRING }]')), [
    '2:9 unknown_value',
  ]);
});

test('every key of the language has a description', () => {
  const docs = Object.values(specShape.keys).map(({ shape }) => shape.doc);
  assert.ok(docs.length >= 24 && docs.every((doc) => /^[A-Z].*[.`]$/.test(doc)), docs.join('\n'));
});

test.run();
