import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecText } from '../../compiler/pipeline/1-read/read-spec.ts';
import { compile } from '../../compiler/index.ts';
import { loadBundle } from '../support/load-module.ts';
import { readRecords } from '../support/read-records.ts';

test('a field that a processed record always has is typed without null, however the spec requires it', async () => {
  const names = ['plain', 'required', 'warned', 'asked', 'fatal'];
  const fields = names.map(
    (name) => `  - { name: ${name}, type: STRING${name === 'required' ? ', required: true' : ''} }`,
  );
  const rules = [
    ['warned', 'WARNING'],
    ['asked', 'ERROR'],
    ['fatal', 'FATAL'],
  ].map(([field, severity]) => `  - { ruleId: ${field}, field: ${field}, ruleType: REQUIRED, severity: ${severity} }`);
  const text = ['name: nulls', 'format: CSV', 'fields:', ...fields, 'validationRules:', ...rules, ''].join('\n');
  const { module: compiled } = await compile({ text, path: 'nulls.yaml', syntax: 'yaml' });
  const typed = Object.fromEntries(
    names.map((name) => [name, new RegExp(`^  ${name}: (.*);$`, 'm').exec(compiled?.dts ?? '')?.[1]]),
  );
  assert.equal(typed, {
    plain: 'string | null',
    required: 'string',
    warned: 'string | null',
    asked: 'string | null',
    fatal: 'string',
  });
});

test('an INTEGER is a number if its rules bound it within ±2^53, and beyond that a bigint', async () => {
  const typeOf = async (bound: string) => {
    const { module: compiled } = await compile(boundedInteger(bound));
    return /^ {2}n: (.*);$/m.exec(compiled?.dts ?? '')?.[1];
  };
  assert.is(await typeOf('9007199254740992'), 'number | null');
  assert.is(await typeOf('9007199254740993'), 'bigint | null');
});

test('a bound of 2^53 rejects the next INTEGER, which a double does not represent', async () => {
  const module = await loadBundle(boundedInteger('9007199254740992'));
  const records = await readRecords(module, 'n\n9007199254740992\n9007199254740993\n-9007199254740993\n');
  assert.equal(
    records.map(({ issues }) => issues.map(({ code }) => code)),
    [[], ['MAX_VALUE'], ['MIN_VALUE']],
  );
  assert.equal(records[0]?.value, { n: 2 ** 53 });
  assert.equal(module.check({ n: 2 ** 53 }), []);
});

function boundedInteger(bound: string): SpecText {
  const rules = [`MIN_VALUE, value: "-${bound}"`, `MAX_VALUE, value: "${bound}"`].map(
    (rule, i) => `  - { ruleId: bound-${i}, field: n, ruleType: ${rule} }`,
  );
  const text = [
    'name: bounds',
    'format: CSV',
    'fields:',
    '  - { name: n, type: INTEGER }',
    'validationRules:',
    ...rules,
  ];
  return { text: [...text, ''].join('\n'), path: 'bounds.yaml', syntax: 'yaml' };
}

test('an issue about a text that is not a DATE or DECIMAL names the expected form', async () => {
  const fields = [
    ['a', 'DATE', 'a must be a DATE in the format yyyy-MM-dd'],
    ['b', 'DATE, format: dd.MM.yyyy', 'b must be a DATE in the format dd.MM.yyyy'],
    ['c', 'DECIMAL', 'c must be a DECIMAL with decimal separator \\".\\"'],
    [
      'd',
      'DECIMAL, groupSeparator: "\'"',
      'd must be a DECIMAL with decimal separator \\".\\" and group separator \\"\'\\"',
    ],
    ['e', 'DECIMAL, scale: 0', 'e must be a DECIMAL with digits only'],
  ] as const;
  const text = [
    'name: orders',
    'format: CSV',
    'fields:',
    ...fields.map(([name, type]) => `  - { name: ${name}, type: ${type} }`),
    '',
  ].join('\n');
  const { module: compiled } = await compile({ text, path: 'orders.yaml', syntax: 'yaml' });
  const plain = (source: string) => source.replace(/\\(['"])/g, '$1');
  for (const [, , message] of fields) assert.ok(plain(compiled?.source ?? '').includes(plain(message)), message);
});

test.run();
