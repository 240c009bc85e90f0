import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { createSpecSchema, type JsonSchema } from '../../compiler/pipeline/1-read/json-schema.ts';
import { accepts } from './json-schema-validator.ts';
import { readYaml } from './read-given.ts';

const schema = createSpecSchema();

test('the schema names its draft, is plain data and allows no other keys', () => {
  assert.is(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema');
  assert.equal(JSON.parse(JSON.stringify(schema)), schema);
  for (const part of partsOf(schema)) {
    if (part['type'] === 'object' && part['properties'] !== undefined) assert.is(part['additionalProperties'], false);
  }
});

test('every key has a description', () => {
  for (const part of partsOf(schema)) {
    for (const [name, value] of Object.entries((part['properties'] ?? {}) as { [key: string]: JsonSchema })) {
      assert.ok('const' in value || typeof value['description'] === 'string', name);
    }
  }
});

const head = 'name: a\nformat: CSV\n';
const field = 'fields: [{ name: id, type: STRING }]\n';

const both: readonly (readonly [text: string, isSound: boolean])[] = [
  [head + field, true],
  [field, false],
  [`${head}${field}quote: ""\ndelimiter: 5\nnullValues: [1, true, x]\nskipLines: { top: 3 }\n`, true],
  [`${head}${field}quote: ab\n`, false],
  [`${head}${field}delimiter: ""\n`, false],
  [`${head}${field}delimiter: 15\n`, true],
  [`${head}${field}delimiter: 123456789\n`, false],
  [`${head}${field}escape: 15\n`, false],
  [`${head}${field}delimeter: x\n`, false],
  [`${head}${field}skipLines: { top: -1 }\n`, false],
  [`${head}${field}hasHeader: 1\n`, false],
  [`${head}${field}columnMatch: name\n`, false],
  [`${head}fields: []\n`, false],
  [`${head}fields: id\n`, false],
  [`name: ${'x'.repeat(201)}\nformat: CSV\n${field}`, false],
  [`${head}${field}namespaces: { a: b }\n`, true],
  [`${head}${field}namespaces: { a: [] }\n`, false],
  [
    `${head}${field}correctionRules: [{ ruleId: a, field: id, correctionType: PAD_LEFT, padChar: 0, length: 5 }]\n`,
    true,
  ],
  [
    `${head}${field}correctionRules: [{ ruleId: a, field: id, correctionType: PAD_LEFT, padChar: 0, length: 65537 }]\n`,
    false,
  ],
  [`${head}${field}correctionRules: [{ ruleId: a, field: id, correctionType: TRIM, length: 5 }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: CHECK_DIGIT, algorithm: IBAN }]\n`, true],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: CHECK_DIGIT, algorithm: iban }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: CHECK_DIGIT, value: IBAN }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: [A, 1] }]\n`, true],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: "A, B" }]\n`, true],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: [] }]\n`, false],
  [
    `${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: MIN_LENGTH, value: 3, severity: FATAL }]\n`,
    true,
  ],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: MIN_LENGTH }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: NONE }]\n`, false],
];

test('the schema and the reader accept the same specs', () => {
  for (const [text, isSound] of both) {
    assert.is(readYaml(text).spec !== null, isSound, `reader: ${text}`);
    assert.is(accepts(schema, parse(text)), isSound, `schema: ${text}`);
  }
});

function partsOf(value: unknown): JsonSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as JsonSchema, ...Object.values(value).flatMap(partsOf)];
}

test.run();
