import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codes, fields, head, places, readYaml } from './read-given.ts';

test('an unquoted scalar is its source text where a text is expected', () => {
  const sources = [
    '01',
    '1.10',
    'no',
    'yes',
    'true',
    'null',
    '~',
    '2024-01-31',
    '0x1F',
    '1e3',
    '.5',
    '+7',
    '12:30:45',
    '.inf',
  ];
  const { spec, diagnostics } = readYaml(
    `${head}${fields}nullValues:\n${sources.map((source) => `  - ${source}\n`).join('')}`,
  );
  assert.equal(diagnostics, []);
  assert.equal(spec?.nullValues, sources);
});

test('quoted, folded and literal scalars are their texts', () => {
  const { spec } = readYaml(
    `${head}${fields}nullValues: ["a\\tb\\u00e9", 'it''s', plain\n  over lines]\ndescription: |\n  one\n  two\n`,
  );
  assert.equal(spec?.nullValues, ['a\tb\u00e9', "it's", 'plain over lines']);
  assert.is(spec?.description, 'one\ntwo\n');
});

test('a missing value is null; quotes make it the empty text', () => {
  assert.equal(places(readYaml(`${head}${fields}description:\ncomment: # none\nnullValues: [""]\nquote: ""\n`)), [
    '5:13 missing_value',
    '6:10 missing_value',
  ]);
});

test('an integer is digits: no quotes, leading zeros, hexadecimals or decimals', () => {
  for (const written of ['"1"', '01', '0x1', '1.0', '1e1', '1_000', '+1', 'one', '1-']) {
    assert.equal(
      codes(readYaml(`${head}${fields}maxRecordBytes: ${written}\n`)),
      ['not_an_integer /maxRecordBytes'],
      written,
    );
  }
  assert.equal(codes(readYaml(`${head}${fields}maxRecordBytes: 0\n`)), ['out_of_range /maxRecordBytes']);
  assert.equal(codes(readYaml(`${head}${fields}maxRecordBytes: ${'9'.repeat(400)}\n`)), [
    'out_of_range /maxRecordBytes',
  ]);
  assert.is(readYaml(`${head}${fields}maxRecordBytes: 42\n`).spec?.maxRecordBytes, 42);
});

test('a boolean is true or false, unquoted', () => {
  for (const [written, value] of [
    ['true', true],
    ['False', false],
    ['TRUE', true],
  ] as const) {
    assert.is(readYaml(`${head}${fields}hasHeader: ${written}\n`).spec?.hasHeader, value);
  }
  for (const written of ['yes', '"true"', '1', 'tRue', '~']) {
    assert.equal(codes(readYaml(`${head}${fields}hasHeader: ${written}\n`)), ['wrong_kind /hasHeader'], written);
  }
});

test('one character is one code point', () => {
  assert.is(readYaml(`${head}${fields}delimiter: 😀\n`).spec?.delimiter, '😀');
  assert.is(readYaml(`${head}${fields}delimiter: "\\t"\n`).spec?.delimiter, '\t');
  const [diagnostic] = readYaml(`${head}${fields}quote: \\t\n`).diagnostics;
  assert.is(diagnostic?.code, 'not_one_character');
  assert.match(diagnostic?.hint ?? '', 'double quotes');
  assert.equal(codes(readYaml(`${head}${fields}escape: ""\n`)), ['not_one_character /escape']);
  assert.equal(codes(readYaml(`${head}${fields}quote: e\u0301\n`)), ['not_one_character /quote']);
});

test('duplicate keys are reported at the second one', () => {
  const reading = readYaml(`${head}${fields}name: other\n`);
  assert.equal(places(reading), ['5:1 duplicate_key']);
  assert.match(reading.diagnostics[0]?.message ?? '', 'line 1');
  assert.is(reading.spec, null);
});

test('plain aliases repeat the latest anchor of that name', () => {
  const { spec } = readYaml(`${head}${fields}nullValues: &n [&x a, *x, &x b, *x]\nmessageKey: *n\n`);
  assert.equal(spec?.nullValues, ['a', 'a', 'b', 'b']);
  assert.equal(spec?.messageKey, ['a', 'a', 'b', 'b']);
});

test('a diagnostic about an alias is at the alias, one inside its value at the anchor', () => {
  const text = `name: &n payments\nformat: *n\nfields:\n  - &f { name: id, type: STRNG }\n  - *f\n`;
  assert.equal(places(readYaml(text)), ['2:9 unknown_value', '4:26 unknown_value', '4:26 unknown_value']);
});

test('aliases of unknown anchors and recursive aliases', () => {
  const unknown = readYaml(`${head}${fields}nullValues: [&none x, *nnoe]\n`);
  assert.equal(places(unknown), ['5:23 unknown_anchor']);
  assert.match(unknown.diagnostics[0]?.message ?? '', 'did you mean "none"?');
  assert.equal(places(readYaml(`${head}fields: &f [*f]\n`)), ['3:13 alias_cycle']);
});

test('merge keys, tags and keys that are not texts', () => {
  assert.equal(
    places(readYaml(`${head}fields:\n  - &a { name: id, type: STRING }\n  - { <<: *a, name: other, type: DATE }\n`)),
    ['5:7 merge_key'],
  );
  assert.equal(places(readYaml(`${head}${fields}description: !!binary aGk=\nnullValues: !mine [x]\n`)), [
    '5:23 unsupported_tag',
    '6:19 unsupported_tag',
  ]);
  assert.equal(readYaml(`${head}${fields}description: !!str 01\nnullValues: !!seq [x]\n`).diagnostics, []);
  assert.equal(codes(readYaml(`${head}${fields}? [a]\n: b\n? { a: b }\n: c\n`)), ['unusable_key ', 'unusable_key ']);
});

test('exactly one document, which is a mapping', () => {
  assert.equal(places(readYaml(`${head}${fields}---\n${head}${fields}`)), ['5:1 several_documents']);
  assert.equal(readYaml(`# before\n---\n${head}${fields}...\n# after\n`).diagnostics, []);
  for (const [text, found] of [
    ['', 'no value'],
    ['# only\n', 'no value'],
    ['---\n', 'no value'],
    ['just text', 'a single text'],
    ['- a\n', 'a list'],
  ] as const) {
    const {
      diagnostics: [diagnostic],
      spec,
    } = readYaml(text);
    assert.is(diagnostic?.code, 'not_a_mapping', text);
    assert.match(diagnostic?.message ?? '', found);
    assert.is(spec, null);
  }
});

test('invalid YAML is reported once per line, with its position', () => {
  assert.equal(places(readYaml(`${head}fields:\n\t- { name: id, type: STRING }\n`)), ['4:1 tab_indentation']);
  assert.equal(places(readYaml('name: a: b\nformat: %x\nquote: "\\q"\n')), [
    '1:7 invalid_yaml',
    '2:9 invalid_yaml',
    '3:9 invalid_yaml',
  ]);
  assert.match(readYaml('name: a: b\n').diagnostics[0]?.hint ?? '', 'quotes');
  assert.is(readYaml('name: "a\n').diagnostics[0]?.code, 'invalid_yaml');
  assert.equal(codes(readYaml(`${head}fields: [{ name: id, type: STRING }\n`)), ['invalid_yaml ']);
});

test('a BOM is ignored, LF and CRLF end lines', () => {
  assert.equal(readYaml(`\ufeff${head}${fields}`).diagnostics, []);
  assert.equal(places(readYaml(`\ufeffname: a\r\nformat: CVS\r\n${fields}`)), ['2:9 unknown_value']);
});

test('a YAML 1.1 directive does not enable its booleans and merge keys', () => {
  const { spec } = readYaml(`%YAML 1.1\n---\n${head}${fields}nullValues: [yes, 010, 1:30]\n`);
  assert.equal(spec?.nullValues, ['yes', '010', '1:30']);
});

test.run();
