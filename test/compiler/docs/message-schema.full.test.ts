import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnySpec, createMessageSchema, readAndCheck } from '../../../compiler/index.ts';
import { eventsOf } from '../../../runtime/runs/sample-tests/event.ts';
import { accepts } from '../json-schema-validator.ts';
import { loadModule } from '../../support/load-module.ts';
import { isQuick, selectCases } from '../../support/property.ts';
import { findCases, findSpecSamples } from '../../samples/sample.ts';
import { samplesOf } from '../spec-samples/sampled-spec.ts';
import { hasRecordTypes } from '../../../compiler/pipeline/1-read/record-views.ts';

const folder = join(import.meta.dirname, '../../../specs');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));
const today = '2025-06-30';

function readSpec(text: string): AnySpec {
  const { spec, diagnostics } = readAndCheck({ text, path: 'spec.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return spec;
}

function filesBeside(name: string): Uint8Array[] {
  return readdirSync(join(folder, name))
    .filter((file) => !file.endsWith('.json'))
    .map((file) => readFileSync(join(folder, name, file)));
}

const samples = [...findCases(join(folder, '../test/samples')), ...findSpecSamples(folder)];
const severities = ['FATAL', 'ERROR'] as const;

/** Returns the spec with each combination of the two settings that affect the schema. The quick suite: as written. */
function combinationsOf(spec: AnySpec): AnySpec[] {
  if (isQuick) return [spec];
  const fields = hasRecordTypes(spec) ? spec.recordTypes.flatMap((type) => type.fields) : spec.fields;
  const types = fields.every(({ type }) => type === 'STRING') ? severities.slice(0, 1) : severities;
  const nulls = fields.every(({ required }) => required !== true) ? severities.slice(0, 1) : severities;
  return types.flatMap((onTypeMismatch) =>
    nulls.map((onMissingRequired) => ({ ...spec, onTypeMismatch, onMissingRequired })),
  );
}

let published = 0;
for (const sample of selectCases(samples, 4)) {
  test(`${sample.name}: every published message is valid against the schema`, async () => {
    const { spec, diagnostics } = readAndCheck(sample.spec);
    assert.ok(spec !== null, diagnostics.map(({ message }) => message).join('\n'));
    const bytes = readFileSync(sample.inputPath);
    for (const combination of combinationsOf(spec)) {
      const path = `${basename(sample.spec.path).replace(/\.\w+$/, '')}.json`;
      const module = await loadModule({ path, text: JSON.stringify(combination), syntax: 'json' });
      const { onTypeMismatch, onMissingRequired } = combination;
      const schema = createMessageSchema(combination);
      for (const skipInvalidRecords of [true, false]) {
        const transformer = module.createTransformer({
          today,
          skipInvalidRecords,
          ...(sample.tables !== undefined && { reference: sample.tables }),
        });
        for (const { value } of [...transformer.push(bytes), ...transformer.end()].flatMap(eventsOf)) {
          published++;
          assert.ok(accepts(schema, JSON.parse(value)), `${onTypeMismatch} ${onMissingRequired}: ${value}`);
        }
      }
    }
  });
}

test('samples are published', () => assert.ok(published > (isQuick ? 300 : 5_000), `${published} messages`));

for (const name of names) {
  test(`${name}: messages of records without an error match the schema, and changed ones do not`, async () => {
    const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
    const schema = createMessageSchema(readSpec(text));
    const { module, set } = await samplesOf(text, { syntax: 'yaml', today });
    // For a format without generated files, the files beside the spec.
    const files = set.files.length > 0 ? set.files.map(({ bytes }) => bytes) : filesBeside(name);
    let seen = 0;
    for (const bytes of selectCases(files, 3)) {
      const transformer = module.createTransformer({ today, skipInvalidRecords: true });
      for (const { value } of [...transformer.push(bytes), ...transformer.end()].flatMap(eventsOf)) {
        const message = JSON.parse(value) as Record<string, unknown>;
        assert.ok(accepts(schema, message), value);
        assert.not.ok(accepts(schema, { ...message, more: 1 }), 'an additional member');
        for (const key of Object.keys(message)) assert.not.ok(accepts(schema, { ...message, [key]: [[]] }), key);
        seen++;
      }
    }
    assert.ok(seen > 1, `${seen} messages`);
  });
}

const head = 'name: a\nformat: CSV\n';
const field = (keys: string) => `fields: [{ name: f, ${keys} }]\n`;
/** FATAL by default, because a record with an ERROR may be published. */
const rules = (...written: string[]) =>
  `validationRules:\n${written
    .map((rule) => (rule.includes('severity') ? rule : `${rule}, severity: FATAL`))
    .map((rule, at) => `  - { ruleId: r${at}, field: f, ${rule} }\n`)
    .join('')}`;

const judged: readonly (readonly [spec: string, good: readonly unknown[], bad: readonly unknown[]])[] = [
  [field('type: STRING'), ['', 'a', null], [1, true]],
  [field('type: STRING, required: true'), ['a'], [null]],
  [field('type: STRING') + rules('ruleType: REQUIRED, severity: WARNING'), [null], []],
  [field('type: STRING') + rules('ruleType: REQUIRED, severity: ERROR'), [null], []],
  [field('type: STRING') + rules('ruleType: REQUIRED'), ['a'], [null]],
  [`onMissingRequired: ERROR\n${field('type: STRING, required: true')}`, ['a', null], [1]],
  [`onMissingRequired: ERROR\n${field('type: STRING')}${rules('ruleType: REQUIRED')}`, ['a'], [null]],
  [`onTypeMismatch: ERROR\n${field('type: INTEGER, required: true')}`, [1, null], ['1']],
  [`onTypeMismatch: ERROR\n${field('type: STRING, required: true')}`, ['a'], [null]],
  [field('type: INTEGER') + rules('ruleType: MIN_VALUE, value: 5, severity: ERROR'), [4, null], []],
  [
    field('type: STRING') + rules('ruleType: MIN_LENGTH, value: 2', 'ruleType: MAX_LENGTH, value: 3'),
    ['ab', '😀😀😀', null],
    ['a', 'abcd'],
  ],
  [
    field('type: STRING') + rules('ruleType: REGEX, value: "a|bc"', 'ruleType: REGEX, value: "[a-z]"'),
    ['a'],
    ['bc', 'xa', 'aa'],
  ],
  [
    field('type: STRING') + rules('ruleType: ALLOWED_VALUES, value: [a, b]', 'ruleType: ALLOWED_VALUES, value: "b,c"'),
    ['b', null],
    ['a', 'c'],
  ],
  [field('type: STRING') + rules('ruleType: MAX_LENGTH, value: 3, severity: WARNING'), ['abcd'], []],
  [
    field('type: INTEGER') + rules('ruleType: MIN_VALUE, value: 5', 'ruleType: MIN_VALUE, value: 7'),
    [7, null],
    [6, '7', 7.5],
  ],
  [
    field('type: DECIMAL') + rules('ruleType: MAX_VALUE, value: "0.50"', 'ruleType: MAX_LENGTH, value: 4'),
    [0.5, -0.123456],
    [0.51],
  ],
  [
    field('type: STRING') + rules('ruleType: CHECK_DIGIT, algorithm: IBAN'),
    ['DE89370400440532013000', null],
    ['DE8937040044', 'de89370400440532013000'],
  ],
  [field('type: STRING') + rules('ruleType: CHECK_DIGIT, algorithm: EAN'), ['96385074'], ['9638507', '963850740']],
  [field('type: DECIMAL') + rules('ruleType: ALLOWED_VALUES, value: [7, "1.10"]'), [7, 1.1], [1]],
  [field('type: DECIMAL') + rules('ruleType: MIN_VALUE, value: "0.1234567890123456789"'), [0, 1], []],
  [
    `numbersAs: STRING\n${field('type: DECIMAL')}${rules('ruleType: MAX_VALUE, value: 5', 'ruleType: ALLOWED_VALUES, value: [1]', 'ruleType: MAX_LENGTH, value: 4')}`,
    ['1.00', '-0.5'],
    [1, '1.000', '01', '1.'],
  ],
  [`numbersAs: STRING\n${field('type: INTEGER')}`, ['0', '-12'], [0, '1.0', '007']],
  [field('type: BOOLEAN') + rules('ruleType: ALLOWED_VALUES, value: [true]'), [true, null], [false, 'true']],
  [field('type: DATE') + rules('ruleType: DATE_RANGE, value: "2020-01-01,"'), ['2020-01-01', null], [20200101]],
];

test('types and rules determine the schema of a message', () => {
  for (const [spec, good, bad] of judged) {
    const schema = createMessageSchema(readSpec(head + spec));
    for (const value of good) assert.ok(accepts(schema, { f: value }), `${JSON.stringify(value)} is valid: ${spec}`);
    for (const value of bad)
      assert.not.ok(accepts(schema, { f: value }), `${JSON.stringify(value)} is invalid: ${spec}`);
    assert.not.ok(accepts(schema, {}), 'a field without a value is null, not absent');
  }
});

test('the schema has the name from the header ce_dataschema, and each field has a description', () => {
  const schema = createMessageSchema(readSpec(`${head}${field('type: STRING, sensitive: true')}`));
  assert.match(String(schema['$id']), /^\/specs\/a\/[0-9a-f]{16}$/);
  assert.equal((schema['properties'] as { f: unknown }).f, {
    description: 'STRING, sensitive.',
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
});

test('the schema has no value that the spec names for a sensitive field', () => {
  const rules = `validationRules:\n  - { ruleId: known, field: f, ruleType: ALLOWED_VALUES, value: [SECRET1], severity: FATAL }\n  - { ruleId: form, field: f, ruleType: REGEX, value: "SECRET.", severity: FATAL }\n`;
  const schemaOf = (more: string) =>
    JSON.stringify(createMessageSchema(readSpec(`${head}${field(`type: STRING${more}`)}${rules}`)));
  assert.match(schemaOf(''), 'SECRET1');
  assert.not.match(schemaOf(', sensitive: true'), 'SECRET');
});

test.run();
