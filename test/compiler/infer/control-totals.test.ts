import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordTypesSpec } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { draftSpec, lines } from './draft-spec.ts';

// Drafts of the control totals of fixed-width files: debits and credits, hash totals, sums of totals, and blocks.

interface Entry {
  readonly bank: number;
  readonly amount: number;
  readonly isDebit: boolean;
}

const WIDTH = 70;
const padded = (value: number, width: number) => String(value).padStart(width, '0');
const line = (text: string) => text.padEnd(WIDTH);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Returns debits and credits with widths of 12 digits. */
function writeSums(entries: readonly Entry[]): string {
  const sums = [true, false].map((side) => sumOf(entries.flatMap((one) => (one.isDebit === side ? one.amount : []))));
  return sums.map((sum) => padded(sum, 12)).join('');
}

const hashOf = (entries: readonly Entry[]) => padded(sumOf(entries.map(({ bank }) => bank)) % 10 ** 10, 10);

/** Batches of payments: the trailer of a batch repeats its code, and its numbers have no gaps between them. */
function writeFile(batches: readonly (readonly Entry[])[]): string[] {
  const written = batches.flatMap((entries, index) => [
    line(`5200SALARIES OF ${index}`),
    ...entries.map(({ bank, amount, isDebit }, at) =>
      line(`6${isDebit ? 27 : 22}${padded(bank, 8)} ${padded(amount, 10)} PERSON ${String.fromCharCode(65 + at)}`),
    ),
    line(`8200${padded(entries.length, 6)}${hashOf(entries)}${writeSums(entries)} ABC`),
  ]);
  const all = batches.flat();
  const blocks = Math.ceil((written.length + 2) / 10);
  const numbers = `${padded(batches.length, 6)}${padded(blocks, 6)}${padded(all.length, 8)}`;
  const file = [line('1A BANK       ANOTHER BANK'), ...written, line(`9${numbers}${hashOf(all)}${writeSums(all)}`)];
  while (file.length % 10 !== 0) file.push('9'.repeat(WIDTH));
  return file;
}

const BATCHES: readonly (readonly Entry[])[] = [
  [
    { bank: 23_138_010, amount: 123_456, isDebit: true },
    { bank: 12_104_288, amount: 67_890, isDebit: false },
    { bank: 99_999_999, amount: 55_566, isDebit: false },
  ],
  [
    { bank: 31_415_926, amount: 4711, isDebit: false },
    { bank: 27_182_818, amount: 81_500, isDebit: true },
  ],
];

async function draftTypes(file: readonly string[]) {
  const drawn = await draftSpec(lines(...file), { fileName: 'a.txt' });
  // The draft of a file with record types has no fields at the top.
  return { ...drawn, spec: drawn.spec as unknown as RecordTypesSpec };
}

/** Returns the rules of a file in short form. */
function rulesOf({ fileRules = [] }: RecordTypesSpec): string[] {
  return fileRules
    .map((rule) => {
      const where = 'where' in rule && rule.where !== undefined ? ` where ${String(rule.where.values)}` : '';
      const modulus = 'modulus' in rule ? ` modulus ${rule.modulus}` : '';
      const blockOf = 'blockOf' in rule ? ` blockOf ${rule.blockOf}` : '';
      return `${'field' in rule ? rule.field : ''} = ${String(rule.of)}${where}${modulus}${blockOf}`;
    })
    .sort();
}

const ALL_RULES = [
  'batchTrailer.count = record6',
  'batchTrailer.hash = record6.number modulus 10000000000',
  'batchTrailer.total = record6.amount where 7',
  'batchTrailer.total2 = record6.amount where 2',
  'fileTrailer.blocks = * blockOf 10',
  'fileTrailer.count = batch',
  'fileTrailer.count2 = batchTrailer.count',
  'fileTrailer.hash = batchTrailer.hash modulus 10000000000',
  'fileTrailer.total = batchTrailer.total',
  'fileTrailer.total2 = batchTrailer.total2',
];

test('debits, credits, hash totals, blocks, and sums of totals', async () => {
  const { spec, rating, yaml } = await draftTypes(writeFile(BATCHES));
  assert.equal(rulesOf(spec), ALL_RULES, yaml);
  assert.is(spec.filler?.blockOf, 10);
  assert.equal([rating.accepted, rating.failure, rating.otherLines], [11, null, 9]);
});

test('numbers without gaps between them have their own places, and amounts have decimals', async () => {
  const { spec, yaml } = await draftTypes(writeFile(BATCHES));
  const placesOf = (name: string) =>
    spec.recordTypes
      .find((type) => type.name === name)
      ?.fields.filter((field) => !/^(?:column|recordType)/.test(field.name))
      .map((field) => `${field.name} ${field.type} ${field.start} ${field.length} ${field.scale ?? ''}`.trim());
  assert.equal(
    placesOf('batchTrailer'),
    ['count INTEGER 5 6', 'hash INTEGER 11 10', 'total DECIMAL 21 12 2', 'total2 DECIMAL 33 12 2'],
    yaml,
  );
  assert.equal(
    placesOf('fileTrailer'),
    [
      'count INTEGER 2 6',
      'blocks INTEGER 8 6',
      'count2 INTEGER 14 8',
      'hash INTEGER 22 10',
      'total DECIMAL 32 12 2',
      'total2 DECIMAL 44 12 2',
    ],
    yaml,
  );
});

test('amounts that all end with one 0 have three decimals', async () => {
  const { yaml } = await draftTypes(
    writeFile(BATCHES.map((entries) => entries.map((one) => ({ ...one, amount: one.amount * 10 })))),
  );
  assert.ok(yaml.includes('name: amount, type: DECIMAL, scale: 3, start: 13'), yaml);
});

test('the draft of one file accepts another, and finds its broken totals', async () => {
  const { yaml } = await draftTypes(writeFile(BATCHES));
  const { createTransformer } = await loadModule({ text: yaml, path: 'sample.yaml', syntax: 'yaml' });
  const brokenRules = (file: readonly string[]) => {
    const transformer = createTransformer();
    const batches = [...transformer.push(new TextEncoder().encode(lines(...file))), ...transformer.end()];
    return batches.flatMap(({ fileIssues = [] }) => fileIssues.map(({ ruleId }) => ruleId));
  };
  const large = Array.from({ length: 150 }, (_, at) => ({
    bank: 99_999_800 + at,
    amount: 777 * at,
    isDebit: at % 3 > 0,
  }));
  const other = writeFile([large, ...BATCHES]);
  // The hash of the first batch has more than ten digits.
  assert.equal(brokenRules(other), []);
  const at = other.findIndex((text) => text.startsWith('627'));
  assert.equal(brokenRules(other.with(at, (other[at] ?? '').replace('627', '622'))), [
    'batchTrailer-total',
    'batchTrailer-total2',
  ]);
  assert.equal(brokenRules(other.with(at, (other[at] ?? '').replace(/^62\d{2}/, '6270'))), ['batchTrailer-hash']);
});

test('lines of 100,000 digits are read within seconds', async () => {
  const digits = (from: number) => Array.from({ length: 100_000 }, (_, at) => (from + at) % 10).join('');
  const file = ['1', '5', '6', '6', '8', '9'].map((kind, at) => kind + digits(at));
  const began = process.cpuUsage().user;
  await draftTypes(file).catch(() => null);
  assert.ok(process.cpuUsage().user - began < 30_000_000);
});

test('a count that is a part of a longer number is no total', async () => {
  const file = [
    line('1A BANK       ANOTHER BANK'),
    ...BATCHES.flat().map(({ amount }) => line(`6 NAME ${padded(amount, 10)}`)),
    line('7 A REMARK'),
    // 5 records, but the digits are those of an account.
    line(`9 000541234567 ${padded(sumOf(BATCHES.flat().map(({ amount }) => amount)), 12)}`),
  ];
  const { spec, yaml } = await draftTypes(file);
  assert.equal(rulesOf(spec), ['fileTrailer.total = record6.amount'], yaml);
});

function drawEntries(random: Random): Entry[] {
  return Array.from({ length: 2 + random.below(6) }, (_, at) => ({
    bank: 10_000_000 + random.below(89_999_999),
    amount: 1001 + random.below(9_000_000),
    isDebit: at === 0 || (at > 1 && random.below(2) === 0),
  }));
}

const due = scaleRuns(20);

test(`${due} random files with debits and credits: the draft accepts the file, and has all totals`, async () => {
  for (let index = 0; index < due; index++) {
    const random = randomOf(seed, index);
    const { spec, rating, yaml } = await draftTypes(
      writeFile(Array.from({ length: 2 + random.below(4) }, () => drawEntries(random))),
    );
    const place = `SPECMILL_SEED=${seed}, file ${index}\n${yaml}`;
    assert.equal([rating.accepted, rating.failure], [rating.records, null], place);
    const rules = rulesOf(spec);
    for (const rule of ALL_RULES.filter((one) => !one.includes('blocks')))
      assert.ok(rules.includes(rule), `${rule}: ${place}`);
  }
});

test.run();
