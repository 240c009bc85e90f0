import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnySpec, createDataContract, createTypeSchemas, readAndCheck } from '../../../compiler/index.ts';

interface Property {
  readonly name: string;
  readonly items?: { readonly properties: readonly Property[] };
  readonly [member: string]: unknown;
}

function specOf(text: string): AnySpec {
  const { spec, diagnostics } = readAndCheck({ text, path: 'a.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return spec;
}

function objectsOf(text: string) {
  const { schema } = createDataContract(specOf(text), 'id') as {
    schema: { name: string; properties: Property[]; quality?: unknown[] }[];
  };
  return schema;
}

const ORDERS = `name: a
format: CSV
messageKey: [amount, id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
  - { name: ordered, type: DATE, format: dd.MM.yyyy }
  - { name: at, type: TIME }
  - { name: state, type: STRING }
  - { name: inner, type: STRING, publish: false }
validationRules:
  - { ruleId: length, field: id, ruleType: MAX_LENGTH, value: 9, severity: FATAL }
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: 1, severity: FATAL, message: pay something }
  - { ruleId: states, field: state, ruleType: ALLOWED_VALUES, value: [open, paid] }
  - { ruleId: form, field: state, ruleType: REGEX, value: "[a-z]+", severity: WARNING }
  - { ruleId: both, field: state, ruleType: REQUIRED, when: { field: id, values: [A1] } }
`;

test('fields become properties with their types, options and rules', () => {
  const [orders] = objectsOf(ORDERS);
  const { id, amount, ordered, at, state, inner } = Object.fromEntries(
    (orders?.properties ?? []).map((property) => [property.name, property]),
  );
  assert.is(inner, undefined);
  assert.equal([id?.['logicalType'], id?.['physicalType'], id?.['required']], ['string', 'string', true]);
  assert.equal(id?.['logicalTypeOptions'], { maxLength: 9 });
  assert.equal([amount?.['logicalType'], amount?.['required']], ['number', false]);
  assert.equal(amount?.['logicalTypeOptions'], { minimum: 1 });
  assert.match(JSON.stringify(amount?.['quality']), /must be at least 1\. pay something/);
  assert.equal(
    [amount?.['tags'], amount?.['customProperties']],
    [['messageKey'], [{ property: 'messageKeyPosition', value: 1 }]],
  );
  assert.equal([ordered?.['logicalType'], ordered?.['logicalTypeOptions']], ['date', { format: 'dd.MM.yyyy' }]);
  assert.is(at?.['logicalType'], 'time');
  const quality = state?.['quality'] as Readonly<Record<string, unknown>>[];
  assert.equal(
    quality.map(({ name, metric, severity, arguments: operands }) => [name, metric, severity, operands]),
    [
      ['states', 'invalidValues', 'ERROR', { validValues: ['open', 'paid'] }],
      ['form', 'invalidValues', 'WARNING', { pattern: '^(?:[a-z]+)$' }],
      ['both', undefined, 'ERROR', undefined],
    ],
  );
});

test('numbers that messages have as texts are numbers, and strings physically', () => {
  const [first] = objectsOf('name: a\nformat: CSV\nnumbersAs: STRING\nfields: [{ name: n, type: INTEGER }]\n');
  assert.equal([first?.properties[0]?.['logicalType'], first?.properties[0]?.['physicalType']], ['integer', 'string']);
});

const folder = join(import.meta.dirname, '../../samples');

test('record types become objects, their members arrays, and UNIQUE fields unique', () => {
  const [order] = objectsOf(`name: a
format: CSV
recordTypes:
  - name: order
    when: { column: "1", values: [O] }
    reject: WHOLE
    fields: [{ name: kind, type: STRING, columnName: "1" }, { name: id, type: STRING, columnName: "2" }]
  - name: item
    in: order
    as: items
    when: { column: "1", values: [I] }
    fields: [{ name: kind, type: STRING, columnName: "1" }, { name: n, type: INTEGER, columnName: "2" }]
fileRules:
  - { ruleId: once, ruleType: UNIQUE, of: [order.id], severity: FATAL }
`);
  assert.is(order?.name, 'order');
  assert.is(order?.properties.find(({ name }) => name === 'id')?.['unique'], true);
  const items = order?.properties.find(({ name }) => name === 'items');
  assert.is(items?.['logicalType'], 'array');
  assert.equal(
    items?.items?.properties.map(({ name }) => name),
    ['kind', 'n'],
  );
  assert.match(JSON.stringify(order?.quality), /once/);
});

/** Each marker is a value that the spec names for the sensitive field `iban`. */
const MARKED = `name: a
format: CSV
fields:
  - { name: iban, type: STRING, sensitive: true }
  - { name: other, type: STRING }
  - { name: token, type: STRING, mask: { as: LAST } }
  - { name: bank, type: STRING, value: 'iban == "MARK1" ? "x" : "y"' }
  - { name: open, type: STRING, sensitive: false, value: 'iban == "MARK2" ? "x" : "y"' }
correctionRules:
  - { ruleId: fill, field: iban, correctionType: DEFAULT_IF_NULL, defaultValue: MARK8 }
  - { ruleId: map, field: token, correctionType: MAP, values: { MARK4: MARK5 } }
validationRules:
  - { ruleId: known, field: iban, ruleType: ALLOWED_VALUES, value: [MARK6, MARK8], severity: FATAL }
  - { ruleId: form, field: iban, ruleType: REGEX, value: "MARK8.*", message: such as MARK9 }
  - { ruleId: length, field: iban, ruleType: MAX_LENGTH, value: 34, severity: FATAL }
  - { ruleId: given, field: other, ruleType: REQUIRED, when: { field: iban, values: [MARK10] } }
  - { ruleId: least, field: token, ruleType: ALLOWED_VALUES, value: [MARK11] }
  - { ruleId: both, field: other, ruleType: EXPRESSION, value: 'iban != "MARK12"' }
`;

test('no document has a value that the spec names for a sensitive field', () => {
  const spec = specOf(MARKED);
  for (const text of [createDataContract(spec, 'id'), createTypeSchemas(spec)].map((one) => JSON.stringify(one)))
    assert.not.match(text, /MARK/);
  const [object] = objectsOf(MARKED);
  const iban = object?.properties.find(({ name }) => name === 'iban');
  assert.equal([iban?.['classification'], iban?.['logicalTypeOptions']], ['confidential', { maxLength: 34 }]);
  assert.match(JSON.stringify(iban?.['quality']), /"known".*"FATAL".*withheld/);
  assert.equal(
    object?.properties.flatMap(({ name, classification }) => (classification === undefined ? [] : [name])),
    ['iban', 'token', 'bank'],
  );
});

test('each sample with one spec has a contract and a schema for each published type', () => {
  let described = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('spec.yaml')) continue;
    const { spec } = readAndCheck({ text: readFileSync(join(folder, name), 'utf8'), path: name, syntax: 'yaml' });
    if (spec === null) continue;
    const { schema } = createDataContract(spec, 'id') as { schema: readonly unknown[] };
    assert.is(schema.length, createTypeSchemas(spec).length, name);
    described++;
  }
  assert.ok(described > 100, String(described));
});

test.run();
