import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { makeSpecSchema, type JsonSchema } from '../../compiler/1-read/json-schema.ts';
import { readYaml } from './read-given.ts';

const schema = makeSpecSchema();

test('it says which draft it is of, is plain data and closed', () => {
  assert.is(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema');
  assert.equal(JSON.parse(JSON.stringify(schema)), schema);
  for (const part of partsOf(schema)) {
    if (part['type'] === 'object' && part['properties'] !== undefined) assert.is(part['additionalProperties'], false);
  }
});

test('every key has its sentence', () => {
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
  [`${head}${field}delimiter: 15\n`, false],
  [`${head}${field}delimeter: x\n`, false],
  [`${head}${field}skipLines: { top: -1 }\n`, false],
  [`${head}${field}hasHeader: 1\n`, false],
  [`${head}${field}columnMatch: name\n`, false],
  [`${head}fields: []\n`, false],
  [`${head}fields: id\n`, false],
  [`name: ${'x'.repeat(201)}\nformat: CSV\n${field}`, false],
  [`${head}${field}namespaces: { a: b }\n`, true],
  [`${head}${field}namespaces: { a: [] }\n`, false],
  [`${head}${field}correctionRules: [{ ruleId: a, field: id, correctionType: PAD_LEFT, padChar: 0, length: 5 }]\n`, true],
  [`${head}${field}correctionRules: [{ ruleId: a, field: id, correctionType: PAD_LEFT, padChar: 0, length: 65537 }]\n`, false],
  [`${head}${field}correctionRules: [{ ruleId: a, field: id, correctionType: TRIM, length: 5 }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: [A, 1] }]\n`, true],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: "A, B" }]\n`, true],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: ALLOWED_VALUES, value: [] }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: MIN_LENGTH, value: 3, severity: FATAL }]\n`, true],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: MIN_LENGTH }]\n`, false],
  [`${head}${field}validationRules: [{ ruleId: a, field: id, ruleType: NONE }]\n`, false],
];

test('the schema and the reader take the same specs', () => {
  for (const [text, isSound] of both) {
    assert.is(readYaml(text).spec !== null, isSound, `reader: ${text}`);
    assert.is(accepts(schema, parse(text)), isSound, `schema: ${text}`);
  }
});

function partsOf(value: unknown): JsonSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as JsonSchema, ...Object.values(value).flatMap(partsOf)];
}

/** As much of draft 2020-12 as the schema uses; it stops at a keyword that it does not know. */
function accepts(schema: JsonSchema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, operand]) => holds(keyword, operand, value, schema));
}

function holds(keyword: string, operand: unknown, value: unknown, schema: JsonSchema): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const number = Number(operand);
  switch (keyword) {
    case '$schema': case 'title': case 'description': return true;
    case 'type': return [operand].flat().some(type => isOfType(String(type), value));
    case 'enum': return (operand as unknown[]).includes(value);
    case 'const': return operand === value;
    case 'minLength': return typeof value !== 'string' || [...value].length >= number;
    case 'maxLength': return typeof value !== 'string' || [...value].length <= number;
    case 'minimum': return typeof value !== 'number' || value >= number;
    case 'maximum': return typeof value !== 'number' || value <= number;
    case 'minItems': return !Array.isArray(value) || value.length >= number;
    case 'maxItems': return !Array.isArray(value) || value.length <= number;
    case 'items': return !Array.isArray(value) || value.every(item => accepts(operand as JsonSchema, item));
    case 'anyOf': return (operand as JsonSchema[]).some(each => accepts(each, value));
    case 'oneOf': return (operand as JsonSchema[]).filter(each => accepts(each, value)).length === 1;
    case 'required': return !isObject || (operand as string[]).every(key => Object.hasOwn(value, key));
    case 'properties': return !isObject || Object.entries(value).every(([key, item]) => accepts((operand as { [key: string]: JsonSchema })[key] ?? {}, item));
    case 'additionalProperties': return !isObject || Object.entries(value).every(([key, item]) =>
      Object.hasOwn(schema['properties'] ?? {}, key) || (operand !== false && accepts(operand as JsonSchema, item)));
    default: throw new Error(`unknown keyword ${keyword}`);
  }
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'array': return Array.isArray(value);
    case 'object': return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer': return Number.isInteger(value);
    default: return typeof value === type;
  }
}

test.run();
