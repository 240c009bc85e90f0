import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordTypesSpec } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { draftSpec, lines } from './draft-spec.ts';

/** Returns a number with leading zeros. */
const padded = (value: number, width: number) => String(value).padStart(width, '0');

/** Batches of payments, in the manner of a clearing house: batches, addenda, totals, and lines of nines at the end. */
function writeBatches(batches: readonly (readonly number[])[]): string[] {
  const width = 40;
  const written = batches.flatMap((amounts, index) => [
    `5SALARIES            ${padded(index + 1, 7)}`.padEnd(width),
    ...amounts.flatMap((amount, at) => [
      `622ABCD ${padded(amount, 10)} NAME OF PERSON ${at}`.padEnd(width),
      ...(at % 2 === 0 ? [`705 A REMARK ABOUT ${index}`.padEnd(width)] : []),
    ]),
    `8${padded(amounts.length + Math.ceil(amounts.length / 2), 6)}${padded(sumOf(amounts), 12)}`.padEnd(width),
  ]);
  const file = [
    '1A BANK       ANOTHER BANK'.padEnd(width),
    ...written,
    `9${padded(batches.length, 6)}${padded(sumOf(batches.flat()), 12)}`.padEnd(width),
  ];
  while (file.length % 10 !== 0) file.push('9'.repeat(width));
  return file;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Returns the number of lines that do not only fill up a block. */
function recordsOf(file: readonly string[]): number {
  return file.filter((line) => !/^9+$/.test(line)).length;
}

async function draftTypes(file: readonly string[], more: object = {}) {
  const drawn = await draftSpec(lines(...file), { fileName: 'a.txt', ...more });
  // The draft of a file with record types has no fields at the top.
  return { ...drawn, spec: drawn.spec as unknown as RecordTypesSpec };
}

/** Returns the rules of a file in short form. */
function rulesOf({ fileRules = [] }: RecordTypesSpec): string[] {
  return fileRules.map((rule) => `${rule.ruleType} ${'field' in rule ? rule.field : ''} ${String(rule.of)}`).sort();
}

const BATCHES = [
  [12345, 67890, 5],
  [4711, 815],
];

test('record types of several letters', async () => {
  const file = [
    'HDR20261128BANK0001EUR'.padEnd(50),
    'DTL0000000001000000001234567+20261130MUELLER GMBH'.padEnd(50),
    'DTL0000000002000000000000099-20261201SCHMIDT'.padEnd(50),
    'DTX0000000002000000000000007 A REMARK'.padEnd(50),
    'DTL0000000003000000000500000+20261202WEISS'.padEnd(50),
    'TRL0000003'.padEnd(50),
  ];
  const { spec } = await draftTypes(file);
  assert.equal(
    spec.recordTypes.map((type) => type.when),
    ['HDR', 'DTL', 'DTX', 'TRL'].map((value) => ({ start: 1, length: 3, values: [value] })),
  );
  assert.equal(rulesOf(spec), ['COUNT_EQUALS fileTrailer.count recordDTL']);
});

test('record types, nesting and totals of a file with batches', async () => {
  const { spec, rating, yaml } = await draftTypes(writeBatches(BATCHES));
  assert.equal(
    spec.recordTypes.map((type) => `${type.in ?? ''}/${type.name} ${String(type.occurs ?? '')}`),
    [
      '/fileHeader ONCE',
      '/batch ',
      'batch/record6 ',
      'record6/record7 ',
      'batch/batchTrailer ONCE',
      '/fileTrailer ONCE',
    ],
    yaml,
  );
  assert.equal(
    spec.recordTypes.filter(({ publish }) => publish !== false).map(({ name }) => name),
    ['record6', 'record7'],
  );
  const rules = rulesOf(spec);
  assert.ok(rules.includes('COUNT_EQUALS batchTrailer.count record6,record7'), yaml);
  assert.ok(rules.includes('COUNT_EQUALS fileTrailer.count batch'), yaml);
  assert.ok(rules.includes('SUM_EQUALS batchTrailer.total record6.amount'), yaml);
  assert.ok(
    rules.some((rule) => rule.startsWith('SUM_EQUALS fileTrailer.total ')),
    yaml,
  );
  assert.equal([rating.accepted, rating.failure], [rating.records, null]);
});

test('the drafted totals find a wrong total', async () => {
  const { yaml } = await draftTypes(writeBatches(BATCHES));
  const { createTransformer } = await loadModule({ text: yaml, path: 'sample.yaml', syntax: 'yaml' });
  const brokenRules = (file: readonly string[]) => {
    const transformer = createTransformer();
    const batches = [...transformer.push(new TextEncoder().encode(lines(...file))), ...transformer.end()];
    return batches.flatMap(({ fileIssues = [] }) => fileIssues.map(({ ruleId }) => ruleId));
  };
  assert.equal(brokenRules(writeBatches(BATCHES)), []);
  const wrong = writeBatches(BATCHES).map((line) => line.replace('0000012345', '0000012346'));
  assert.ok(brokenRules(wrong).includes('batchTrailer-total'));
});

test('lines whose second character numbers the parts of a record', async () => {
  const movement = (amount: number, reference: string) => [
    `21${reference} ${padded(amount, 15)} A`,
    `22${reference} SOME TEXT       B`,
    `23${reference} MORE OF IT      C`,
  ];
  const file = [
    '0A SENDER              A',
    ...[123_456, 99_887, 1_234].flatMap((amount, index) => movement(amount, `R${index}`)),
    `9 ${padded(9, 6)}${padded(224_577, 15)}X`,
  ];
  const width = Math.max(...file.map(({ length }) => length));
  const { spec, yaml } = await draftTypes(file.map((line) => line.padEnd(width)));
  assert.equal(
    spec.recordTypes.map((type) => `${type.in ?? ''}/${type.name}`),
    ['/fileHeader', '/record21', 'record21/record22', 'record21/record23', '/fileTrailer'],
    yaml,
  );
  assert.ok(rulesOf(spec).includes('SUM_EQUALS fileTrailer.total record21.amount'), yaml);
  assert.ok(rulesOf(spec).includes('COUNT_EQUALS fileTrailer.count record21,record22,record23'), yaml);
});

test('the first part of a record encloses its other parts, which may repeat', async () => {
  const movement = (amount: number, remarks: readonly string[]) => [
    `21 ${padded(amount, 15)} A`,
    '22 SOME TEXT       B',
    ...remarks.map((part) => `${part} A REMARK       D`),
  ];
  const file = [
    '0A SENDER              A',
    ...movement(123_456, ['31', '32', '31', '32', '31']),
    ...movement(99_887, []),
    ...movement(1234, ['31', '31']),
    `9 ${padded(13, 6)}${padded(224_577, 15)}X`,
  ];
  const width = Math.max(...file.map(({ length }) => length));
  const { spec, rating, yaml } = await draftTypes(file.map((line) => line.padEnd(width)));
  assert.equal(
    spec.recordTypes.map((type) => `${type.in ?? ''}/${type.name} ${type.order ?? ''}`.trim()),
    ['/fileHeader', '/record21', 'record21/record22', 'record21/record31', 'record31/record32', '/fileTrailer'],
    yaml,
  );
  assert.equal([rating.accepted, rating.failure], [rating.records, null]);
});

test('a file without totals, and the beginning of a file, get one record type', async () => {
  const width = 30;
  const without = ['1HEADER', '6ONE   A   B', '6TWO   A   B', '6THREE A   B', '7NOTE', '9END'].map((line) =>
    line.padEnd(width),
  );
  assert.is((await draftTypes(without)).spec.recordTypes, undefined);
  assert.is((await draftTypes(writeBatches(BATCHES), { isWhole: false })).spec.recordTypes, undefined);
});

test('a file of a megabyte is drafted within seconds, with the totals of its batches', async () => {
  const batches = Array.from({ length: 1450 }, (_, index) =>
    Array.from({ length: 10 }, (__, at) => 1000 + ((index * 7919 + at * 104_729) % 900_000)),
  );
  const file = writeBatches(batches);
  assert.ok(lines(...file).length > 900_000 && lines(...file).length < 1024 * 1024, String(lines(...file).length));
  const began = process.cpuUsage().user;
  const { spec, rating } = await draftTypes(file);
  assert.ok(process.cpuUsage().user - began < 30_000_000);
  assert.is(rating.accepted, recordsOf(file));
  assert.ok(rulesOf(spec).includes('SUM_EQUALS batchTrailer.total record6.amount'));
});

test('a total that does not hold for the whole file is left out of the draft', async () => {
  const file = writeBatches(Array.from({ length: 400 }, (_, index) => [1234 + index, 5678, 91_011 * index]));
  const at = file.findLastIndex((line) => line.startsWith('622'));
  assert.ok(at > 2000);
  const wrong = file.with(
    at,
    (file[at] ?? '').replace(/0(?= NAME)|[1-9](?= NAME)/, (digit) => (digit === '0' ? '1' : '0')),
  );
  const { spec, rating } = await draftTypes(wrong);
  const rules = rulesOf(spec);
  assert.ok(!rules.includes('SUM_EQUALS batchTrailer.total record6.amount'));
  assert.ok(rules.includes('COUNT_EQUALS batchTrailer.count record6,record7'));
  assert.equal([rating.accepted, rating.brokenRules], [recordsOf(wrong), []]);
});

const due = scaleRuns(20);

test(`${due} random files with batches: the draft accepts the file, and has its counts and sums`, async () => {
  for (let index = 0; index < due; index++) {
    const random = randomOf(seed, index);
    const batches = Array.from({ length: 2 + random.below(4) }, () =>
      Array.from({ length: 2 + random.below(6) }, () => 1000 + random.below(9_000_000)),
    );
    const { spec, rating, yaml } = await draftTypes(writeBatches(batches));
    const place = `SPECMILL_SEED=${seed}, file ${index}\n${yaml}`;
    assert.equal([rating.accepted, rating.failure], [rating.records, null], place);
    const rules = rulesOf(spec);
    assert.ok(rules.includes('COUNT_EQUALS batchTrailer.count record6,record7'), place);
    assert.ok(rules.includes('COUNT_EQUALS fileTrailer.count batch'), place);
    assert.ok(rules.includes('SUM_EQUALS batchTrailer.total record6.amount'), place);
  }
});

test.run();
