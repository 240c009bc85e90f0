import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDataContract, importContract, NoDraft, readAndCheck } from '../../../compiler/index.ts';
import { createWorkplace } from '../../runtime/specmill.ts';

const PAYMENTS = readFileSync(join(import.meta.dirname, 'payments.yaml'), 'utf8');
const DEFAULTS = { object: null, name: null, schema: 'spec.schema.json' };
const HEAD = 'apiVersion: v3.1.0\nkind: DataContract\nid: a\nversion: "1"\nstatus: active\n';

/** Imports a contract, and returns the draft with its spec. The spec has no errors. */
function imported(text: string, options: Partial<typeof DEFAULTS> | { object: string } = {}) {
  const draft = importContract(text, { ...DEFAULTS, ...options });
  const { spec, diagnostics } = readAndCheck({ text: draft.yaml, path: `${draft.name}.yaml`, syntax: 'yaml' });
  assert.equal(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
    draft.yaml,
  );
  if (spec === null || !('fields' in spec)) throw new Error('a draft has fields');
  return { ...draft, spec };
}

/** Imports a contract with one property, and returns its line and its rules. */
function property(keys: string) {
  const { spec, yaml } = imported(`${HEAD}schema: [{ name: things, properties: [{ name: p, ${keys} }] }]`);
  const [field] = spec.fields;
  const comments = yaml.split('\n').filter((line) => line.includes('#'));
  return { field, rules: spec.validationRules ?? [], comments: comments.join('\n') };
}

test('a contract becomes a spec that compiles, and what no key expresses is a comment', () => {
  const { name, spec, yaml, otherObjects } = imported(PAYMENTS);
  assert.equal([name, otherObjects], ['tbl', ['other']]);
  assert.equal(spec.messageKey, ['rcvr_id', 'txn_ref_dt']);
  assert.equal(
    spec.fields.map((field) => [field.name, field.type]),
    [
      ['txn_ref_dt', 'DATE'],
      ['rcvr_id', 'STRING'],
      ['rcvr_cntry_code', 'STRING'],
      ['ts', 'TIMESTAMP'],
      ['ts2', 'TIMESTAMP'],
      ['weird', 'STRING'],
      ['n', 'INTEGER'],
      ['amount', 'DECIMAL'],
      ['address.street', 'STRING'],
      ['address.zip', 'STRING'],
      ['n_2', 'INTEGER'],
      ['x', 'STRING'],
    ],
  );
  assert.equal(
    spec.fields.filter(({ sensitive }) => sensitive).map((field) => field.name),
    ['rcvr_id', 'address.zip'],
  );
  for (const comment of [
    /# Not in a spec: domain, servers\./,
    /# Not a field: lines: array/,
    /# Not a rule: .*look-ahead/,
    /name: weird.*# DATE with the format/,
    /name: ts2.*# unique: .*time zone/,
    /name: x.*# decide whether the field is sensitive.*the format email has no rule/,
    /name: amount.*# multipleOf: 2/,
  ])
    assert.match(yaml, comment);
});

test('exclusive bounds of whole numbers and days are rules, and those of other types are comments', () => {
  const options = (keys: string) => `logicalTypeOptions: { ${keys} }`;
  const valuesOf = (keys: string) =>
    property(keys).rules.map((rule) => [rule.ruleType, 'value' in rule ? rule.value : null]);
  assert.equal(valuesOf(`logicalType: integer, ${options('exclusiveMinimum: 0, exclusiveMaximum: 100')}`), [
    ['MIN_VALUE', '1'],
    ['MAX_VALUE', '99'],
  ]);
  const days = options('exclusiveMinimum: "2023-12-31", exclusiveMaximum: "2024-03-01"');
  assert.equal(valuesOf(`logicalType: date, physicalType: date, ${days}`), [['DATE_RANGE', '2024-01-01,2024-02-29']]);
  const kept = (keys: string) => property(keys).comments;
  assert.match(kept(`logicalType: integer, ${options('minimum: 5, exclusiveMinimum: 9')}`), /exclusiveMinimum: 9/);
  assert.match(kept(`logicalType: number, ${options('exclusiveMinimum: 0')}`), /exclusiveMinimum: 0/);
  assert.match(
    kept(`logicalType: date, physicalType: date, ${options('exclusiveMinimum: "2023-02-31"')}`),
    /2023-02-31/,
  );
  assert.not.match(
    kept(`logicalType: integer, classification: restricted, ${options('exclusiveMinimum: 41')}`),
    /4[12]/,
  );
});

test('in version 3.0, an exclusive bound is a flag beside the bound', () => {
  const range = 'minimum: 5, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false';
  const { rules, comments } = property(`logicalType: integer, logicalTypeOptions: { ${range} }`);
  assert.equal(
    rules.map((rule) => [rule.ruleType, 'value' in rule ? rule.value : null]),
    [
      ['MIN_VALUE', '6'],
      ['MAX_VALUE', '9'],
    ],
  );
  assert.not.match(comments, /exclusive/);
  const decimal = property(`logicalType: number, logicalTypeOptions: { ${range} }`);
  assert.match(decimal.comments, /exclusiveMinimum: true/);
});

test('the comment on the format says what the servers have', () => {
  const servers = 'servers: [{ server: db }, { server: lake, format: csv, encoding: ISO-8859-1 }]\n';
  const { yaml } = imported(`${HEAD}${servers}schema: [{ name: a, properties: [{ name: p, logicalType: string }] }]`);
  assert.match(yaml, /format: CSV {2}# review: lake has csv in ISO-8859-1\n/);
});

test('a tag, and a property that a tool adds, make a field sensitive', () => {
  const isSensitive = (keys: string) => property(`logicalType: string, ${keys}`).field?.sensitive ?? false;
  const custom = (name: string, value: string) => `customProperties: [{ property: ${name}, value: ${value} }]`;
  assert.ok(isSensitive("tag: ['sensitive']"));
  assert.ok(isSensitive('tag: PII'));
  assert.ok(isSensitive(custom('pii', "'True'")));
  assert.ok(isSensitive(custom('isPii', 'yes')));
  assert.ok(isSensitive(custom('pii', '1')));
  assert.not(isSensitive(custom('pii', 'false')));
  assert.not(isSensitive(custom('piiReviewedBy', 'someone')));
  assert.ok(isSensitive('customProperties: { classifications: { sensitivity: CONFIDENTIAL } }'));
  assert.ok(isSensitive('customProperties: { classifications: { sensitivity: INTERNAL, regulatoryTags: [GDPR] } }'));
  assert.not(isSensitive('customProperties: { classifications: { sensitivity: INTERNAL }, about: no personal data }'));
});

test('values that tools write as a property of their own are an enumeration, and lengths are in brackets of two kinds', () => {
  const { rules } = property(
    'logicalType: string, physicalType: "varchar[15]", customProperties: [{ property: enum, value: [a, b] }]',
  );
  assert.equal(
    rules.map((rule) => [rule.ruleType, 'value' in rule ? rule.value : null]),
    [
      ['MAX_LENGTH', '15'],
      ['ALLOWED_VALUES', ['a', 'b']],
    ],
  );
});

test('a type of a database is more exact than the logical type', () => {
  const typeOf = (logical: string, physical: string) => {
    const { field } = property(`logicalType: ${logical}, physicalType: "${physical}"`);
    return [field?.type, field?.schemaPrecision, field?.schemaScale];
  };
  assert.equal(typeOf('number', 'int4'), ['INTEGER', undefined, undefined]);
  assert.equal(typeOf('number', 'bigserial'), ['INTEGER', undefined, undefined]);
  assert.equal(typeOf('number', 'DECIMAL(12,2)'), ['DECIMAL', 12, 2]);
  assert.equal(typeOf('number', 'numeric(2, 12)'), ['DECIMAL', undefined, undefined]);
  assert.equal(typeOf('date', 'time'), ['TIME', undefined, undefined]);
  assert.equal(typeOf('date', 'timestamp'), ['TIMESTAMP', undefined, undefined]);
  assert.equal(typeOf('string', 'int4'), ['STRING', undefined, undefined]);
  assert.equal(property('physicalType: interval').field?.type, 'STRING');
  assert.equal(property('logicalType: decimal').field?.type, 'DECIMAL');
  assert.equal(property('logicalType: datetime').field?.type, 'TIMESTAMP');
  assert.equal(property('logicalType: quantity').field?.type, 'STRING');
});

test('an object without properties is a text if its type of the database may be one', () => {
  const { field, comments } = property('logicalType: object, physicalType: Flag');
  assert.is(field?.type, 'STRING');
  assert.match(comments, /the contract says that flag is an object, without its properties/);
  const nested = ['logicalType: object', 'logicalType: object, physicalType: json', 'logicalType: map'];
  for (const keys of nested) assert.throws(() => property(keys), /no property that a field can have/);
});

test('no draft has a value that the contract names for a sensitive field', () => {
  assert.match(PAYMENTS, /SECRET1[^]*SECRET5/);
  assert.not.match(imported(PAYMENTS).yaml, /SECRET/);
});

test('options, enumerations and metrics become rules', () => {
  const { rules } = property(
    "logicalType: string, logicalTypeOptions: { minLength: 1, pattern: '^(?:[a-z]+)$' }, enum: [{ value: a }], quality: [{ metric: nullValues, mustBe: 0, severity: critical }]",
  );
  assert.equal(
    rules.map(({ ruleId, ruleType, severity }) => [ruleId, ruleType, severity]),
    [
      ['p-min-length', 'MIN_LENGTH', undefined],
      ['p-pattern', 'REGEX', undefined],
      ['p-allowed', 'ALLOWED_VALUES', undefined],
      ['p-required', 'REQUIRED', 'FATAL'],
    ],
  );
  assert.is((rules[1] as { value?: string }).value, '[a-z]+');
  const tolerant = property('logicalType: string, quality: [{ metric: nullValues, mustBeLessThan: 5, unit: percent }]');
  assert.equal(tolerant.rules, []);
  assert.match(tolerant.comments, /no rule for the quality check nullValues/);
});

const types: readonly (readonly [keys: string, type: string])[] = [
  ['physicalType: BIGINT', 'INTEGER'],
  ['physicalType: "NUMERIC(10, 2)"', 'DECIMAL'],
  ['physicalType: DOUBLE PRECISION', 'DECIMAL'],
  ['physicalType: BOOLEAN', 'BOOLEAN'],
  ['physicalType: TIMESTAMP_TZ', 'TIMESTAMP'],
  ['physicalType: DATE', 'DATE'],
  ['physicalType: VARCHAR2(9)', 'STRING'],
  ['physicalType: GEOMETRY', 'STRING'],
  ['physicalType: LONGTEXT', 'STRING'],
  ['physicalType: LONG', 'INTEGER'],
  ['physicalType: INT4RANGE', 'STRING'],
  ['physicalType: TIMEUUID', 'STRING'],
  ['logicalType: time', 'TIME'],
  ['logicalType: date, logicalTypeOptions: { format: "HH:mm:ss" }', 'TIME'],
  ['description: nothing else', 'STRING'],
];
for (const [keys, type] of types)
  test(`a property with ${keys} is ${type}`, () => assert.is(property(keys).field?.type, type));

test('the contracts of docs --odcs become specs with the same names, keys and sensitive fields', () => {
  const folder = join(import.meta.dirname, '../../../specs');
  let compared = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const { spec } = readAndCheck({ text: readFileSync(join(folder, file), 'utf8'), path: file, syntax: 'yaml' });
    if (spec === null) throw new Error(file);
    const { spec: drafted } = imported(JSON.stringify(createDataContract(spec, 'id')));
    if (!('fields' in spec) || spec.fields === undefined) continue;
    const published = spec.fields.filter(({ publish }) => publish !== false);
    assert.equal(
      drafted.fields.map(({ name, sensitive = false }) => [name, sensitive]),
      published.map(({ name, sensitive = false }) => [name, sensitive]),
      file,
    );
    assert.equal(drafted.messageKey, spec.messageKey, file);
    compared++;
  }
  assert.ok(compared > 5);
});

const refused: readonly (readonly [text: string, why: RegExp])[] = [
  ['a: [', /line \d+:/],
  ['just a text', /apiVersion/],
  ['apiVersion: v2.2.2\nkind: DataContract\n', /only version 3/],
  ['apiVersion: v3.0.0\nkind: Other\n', /its kind is Other/],
  [HEAD, /no schema object/],
  [`${HEAD}schema: [{ name: a, properties: [{ name: l, logicalType: array }] }]`, /no property/],
];
for (const [text, why] of refused)
  test(`a contract is refused: ${why.source}`, () => {
    assert.throws(
      () => imported(text),
      (error: unknown) => error instanceof NoDraft && why.test(error.message),
    );
  });

test('aliases that grow without end are refused', () => {
  const bomb = Array.from({ length: 12 }, (_, at) => {
    const inside =
      at === 0 ? '{ name: x, logicalType: string }' : Array(10).fill(`{ name: y, properties: *a${at - 1} }`);
    return `a${at}: &a${at} [${[inside].flat().join(', ')}]`;
  });
  assert.throws(
    () => imported(`${HEAD}${bomb.join('\n')}\nschema: [{ name: a, properties: *a11 }]`),
    /more than 20000/,
  );
});

test('the command prints the draft, and names what it did not draft', () => {
  const at = createWorkplace();
  try {
    at.write('contract.yaml', PAYMENTS);
    const first = at.call(['import', '--odcs', 'contract.yaml']);
    assert.is(first.code, 0);
    assert.match(first.stderr, /^tbl\.yaml has 12 fields and 8 rules[^]*schema object other/);
    const piped = at.call(['import', '--odcs', '-', '--object', 'other', '--name', 'second'], { input: PAYMENTS });
    assert.match(piped.stdout, /\nname: second\n/);
    at.write('specs/second.yaml', piped.stdout);
    assert.is(at.call(['check', 'second']).code, 0);
    assert.is(at.call(['import', '--odcs', 'contract.yaml', '--object', 'none']).code, 1);
    assert.is(at.call(['import', '--odcs', 'absent.yaml']).code, 2);
    assert.is(at.call(['import']).code, 2);
    assert.is(at.call(['import', '--odcs', 'contract.yaml', '--name', 'A b']).code, 2);
  } finally {
    at.remove();
  }
});

test.run();
