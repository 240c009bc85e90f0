import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalForm, versionOf } from '../../compiler/pipeline/1-read/canonical.ts';
import type { Reading } from '../../compiler/pipeline/1-read/read-spec.ts';
import { fields, head, readJson, readYaml } from './read-given.ts';

function version({ spec, diagnostics }: Reading): string {
  assert.equal(diagnostics, []);
  assert.ok(spec !== null);
  return spec === null ? '' : versionOf(spec);
}

test('RFC 8785: keys sorted by UTF-16 code units, texts as JavaScript writes them, no whitespace', () => {
  // The order of RFC 8785, 3.2.3.
  const keys = {
    '\u20ac': 'Euro',
    '\r': 'CR',
    '\ufb33': 'Dalet',
    '1': 'One',
    '😀': 'Smile',
    '\u0080': 'Control',
    '\u00f6': 'o',
  };
  assert.is(
    canonicalForm(keys),
    '{"\\r":"CR","1":"One","\u0080":"Control","ö":"o","€":"Euro","😀":"Smile","\ufb33":"Dalet"}',
  );
  assert.is(
    canonicalForm({ b: [1, { d: true, c: '\u2028"\\\u001f/' }], a: {} }),
    '{"a":{},"b":[1,{"c":"\u2028\\"\\\\\\u001f/","d":true}]}',
  );
});

test('the version is the SHA-256 of the canonical form', () => {
  const form = '{"fields":[{"name":"id","type":"STRING"}],"format":"CSV","name":"payments"}';
  assert.is(version(readYaml(head + fields)), createHash('sha256').update(form).digest('hex'));
});

test('the order of keys, comments, quotes and syntax do not change the version', () => {
  const versions = [
    readYaml(`${head}fields:\n  - { name: id, type: STRING, scale: 2, required: true }\nnullValues: [01]\n`),
    readYaml(
      `# the same\nnullValues:\n  - "01"\nfields: [{ required: TRUE, scale: 2, type: 'STRING', name: id }]\nformat: CSV # csv\nname: payments\n`,
    ),
    readJson({
      nullValues: ['01'],
      format: 'CSV',
      name: 'payments',
      fields: [{ name: 'id', required: true, type: 'STRING', scale: 2 }],
    }),
  ].map(version);
  assert.is(new Set(versions).size, 1);
});

test('everything in the spec changes the version, also a default that is written out', () => {
  const texts = [
    '',
    'hasHeader: true\n',
    'delimiter: ","\n',
    'nullValues: []\n',
    'nullValues: [""]\n',
    'nullValues: [1.1]\n',
    'nullValues: [1.10]\n',
    'nullValues: ["a", "b"]\n',
    'nullValues: ["b", "a"]\n',
  ];
  assert.is(new Set(texts.map((text) => version(readYaml(head + fields + text)))).size, texts.length);
});

test('a comma-separated text and a list of the same values have different versions', () => {
  const rule = (value: string) =>
    version(
      readYaml(
        `${head}${fields}validationRules: [{ ruleId: r, field: id, ruleType: ALLOWED_VALUES, value: ${value} }]\n`,
      ),
    );
  assert.is.not(rule('"A,B"'), rule('[A, B]'));
});

test('a JSON spec read as YAML has the same version', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 });
  const spec = fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
    format: fc.constant('XML'),
    description: text,
    nullValues: fc.array(text),
    maxRecordBytes: fc.integer({ min: 1, max: 1_000_000 }),
    namespaces: fc.dictionary(key, fc.string({ unit: 'grapheme', minLength: 1 })),
    fields: fc.array(fc.record({ name: key, type: fc.constantFrom('STRING', 'DATE'), required: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
  });
  fc.assert(
    fc.property(spec, (given) => {
      const json = JSON.stringify(given);
      assert.is(version(readYaml(json)), version(readJson(json)));
    }),
    { numRuns: 500 },
  );
});

test.run();
