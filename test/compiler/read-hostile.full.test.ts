import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSpec } from '../../compiler/pipeline/2-check/check-spec.ts';
import { fields, head, readJson, readYaml } from './read-given.ts';
import { isQuick, scaleRuns } from '../support/property.ts';

/** The number of repeated parts in a hostile text. */
const many = isQuick ? 5_000 : 100_000;

/** Hostile texts with the expected code. A text that the library reads in milliseconds must not take a second. */
const yaml: readonly (readonly [what: string, text: string, code: string])[] = [
  ['deeply nested lists', '['.repeat(many), 'nesting_too_deep'],
  ['deeply nested closed lists', '['.repeat(many) + ']'.repeat(many), 'nesting_too_deep'],
  ['deeply nested mappings', '{a: '.repeat(many), 'nesting_too_deep'],
  ['many block lists on a line', '- '.repeat(many) + 'x', 'nesting_too_deep'],
  ['many complex keys', '? '.repeat(many) + 'x', 'nesting_too_deep'],
  ['many keys on a line', 'a: '.repeat(many), 'nesting_too_deep'],
  [
    '300 levels of indentation',
    Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    'nesting_too_deep',
  ],
  ['3,000,000 line ends', '\n'.repeat(3_000_000), 'spec_too_large'],
  ['more than 8 MiB of text', `name: ${'x'.repeat(8_388_609)}`, 'spec_too_large'],
  ['many commas', `[${','.repeat(many)}`, 'invalid_yaml'],
  ['many anchors on a node', '&a '.repeat(many), 'invalid_yaml'],
  ['many documents', '---\n'.repeat(many), 'several_documents'],
  ['many directives', '%A\n'.repeat(many), 'invalid_yaml'],
  ['many closing brackets', ']'.repeat(many), 'invalid_yaml'],
  ['an unclosed quote', `name: "${'x'.repeat(1_000_000)}`, 'invalid_yaml'],
  ['many unknown keys', Array.from({ length: many }, (_, i) => `k${i}: x\n`).join(''), 'too_many_diagnostics'],
  ['many doubled keys', 'k: x\n'.repeat(many), 'too_many_diagnostics'],
  [
    'many unknown anchors',
    `nullValues: [${Array.from({ length: many }, (_, i) => `&a${i} x, *b${i}, `).join('')}]`,
    'too_many_diagnostics',
  ],
  ['an unpaired surrogate', 'name: "\ud800"', 'invalid_unicode'],
  ['an escape beyond Unicode', 'name: "\\UFFFFFFFF"', 'invalid_yaml'],
];

for (const [what, text, code] of yaml) {
  test(`YAML: ${what}`, () => {
    const { diagnostics, spec } = readYaml(text);
    assert.ok(
      diagnostics.some((diagnostic) => diagnostic.code === code),
      diagnostics
        .slice(0, 3)
        .map((each) => each.code)
        .join(),
    );
    assert.is(spec, null);
  });
}

test('YAML: exploding aliases are free where no list is expected', () => {
  const letters = [...'abcdefghij'];
  const laughs = letters
    .slice(1)
    .map((letter, i) => `${letter}: &${letter} [${Array(9).fill(`*${letters[i]}`).join(', ')}]\n`)
    .join('');
  const { diagnostics } = readYaml(`a: &a [x, x]\n${laughs}nullValues: *j\n${head}fields: *j\n`);
  assert.is(diagnostics.filter(({ code }) => code === 'wrong_kind').length, 18);
});

test('YAML: each use of an alias counts, in values and in text', () => {
  const repeated = (text: string, times: number) =>
    readYaml(`${head}description: &a ${text}\n${fields}nullValues: [${'*a, '.repeat(times)}]\n`).diagnostics;
  assert.equal(
    repeated('x'.repeat(10_000), 500).map(({ code }) => code),
    [],
  );
  assert.equal(
    repeated('x'.repeat(10_000), 900).map(({ code }) => code),
    ['spec_too_large'],
  );
});

const json: readonly (readonly [what: string, text: string, code: string])[] = [
  ['1,000,000 lists in each other', '['.repeat(1_000_000), 'nesting_too_deep'],
  ['deeply nested mappings', '{"a":'.repeat(many), 'nesting_too_deep'],
  ['4,000,000 tokens', `[${'1,'.repeat(2_000_000)}1]`, 'spec_too_large'],
  ['many faulty lines', '@#$\n'.repeat(many), 'too_many_diagnostics'],
  ['an unterminated text', `"${'x'.repeat(1_000_000)}`, 'invalid_json'],
  ['a number of a million digits', `{"name":${'1'.repeat(1_000_000)}}`, 'inexact_number'],
  ['a number of a million zeros', `{"name":1${'0'.repeat(1_000_000)}.${'0'.repeat(1_000_000)}}`, 'inexact_number'],
];

for (const [what, text, code] of json) {
  test(`JSON: ${what}`, () => {
    const { diagnostics, spec } = readJson(text);
    assert.ok(
      diagnostics.some((diagnostic) => diagnostic.code === code),
      diagnostics
        .slice(0, 3)
        .map((each) => each.code)
        .join(),
    );
    assert.is(spec, null);
  });
}

test('texts of a megabyte are read', () => {
  const text = 'x'.repeat(1_000_000);
  const rule = `validationRules: [{ ruleId: r, field: id, ruleType: REGEX, value: "${text}" }]\n`;
  assert.is(readYaml(`${head}${fields}${rule}`).spec?.validationRules?.length, 1);
});

test('every text results in a spec or in errors, with positions inside the text and in order', () => {
  const piece = fc.constantFrom(
    'name: a\n',
    'format: CSV\n',
    'fields:\n',
    '  - { name: id, type: STRING }\n',
    '  - name: x\n    type: DATE\n',
    'messageKey: ',
    '[',
    ']',
    '{',
    '}',
    '*a',
    '&a ',
    '- ',
    '? ',
    ': ',
    ', ',
    '"',
    "'",
    '|\n',
    '>\n',
    '#',
    '!',
    '%',
    '@',
    '`',
    '\t',
    '\r',
    '\n',
    '\0',
    '\u2028',
    '\ufeff',
    '<<: ',
    '---\n',
    '...\n',
    'validationRules:\n',
    '😀',
    'nullValues',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 25 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  fc.assert(
    fc.property(text, (written) => {
      for (const reading of [readYaml(written), readJson(written)]) {
        const { spec, diagnostics } = checkSpec(reading);
        assert.is(
          spec === null,
          diagnostics.some(({ severity }) => severity === 'error'),
        );
        const places = diagnostics.map(({ line, column }) => line * 1e6 + column);
        assert.equal(
          places,
          places.toSorted((a, b) => a - b),
        );
        const lines = written.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
        for (const { line, column } of diagnostics)
          assert.ok(column >= 1 && column <= (lines[line - 1]?.length ?? -1) + 1, `${line}:${column}`);
      }
    }),
    { numRuns: scaleRuns(3000) },
  );
});

test.run();
