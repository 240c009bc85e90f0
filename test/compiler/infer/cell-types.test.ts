import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordTypesSpec } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { draftSpec, lines } from './draft-spec.ts';

// Drafts of delimited files whose lines begin with a record type.

interface Account {
  readonly amounts: readonly number[];
  /** After which record, from 0, a line continues it. -1: after the account itself. */
  readonly continued: readonly number[];
}

/** A report of accounts in groups, in the manner of banks: the trailers count all lines, and totals of totals. */
function writeReport(groups: readonly (readonly Account[])[], end = '/'): string[] {
  const body: string[] = [];
  let fileTotal = 0;
  for (const [index, accounts] of groups.entries()) {
    const from = body.length;
    let groupTotal = 0;
    for (const [at, { amounts, continued }] of accounts.entries()) {
      const first = body.length;
      body.push(`03,ACC${index}${at},EUR,010,${4000 + at},,${end}`);
      const more = (record: number) => continued.includes(record) && body.push(`88,100,${record + 77},7${end}`);
      more(-1);
      for (const [record, amount] of amounts.entries()) {
        body.push(`16,409,${amount},V,TEXT OF ${record}${end}`);
        more(record);
      }
      const total = amounts.reduce((sum, amount) => sum + amount, 4000 + at);
      groupTotal += total;
      body.push(`49,${total},${body.length - first + 1}${end}`);
    }
    fileTotal += groupTotal;
    body.splice(from, 0, `02,ME,YOU${index},1,26012${index},0900${end}`);
    body.push(`98,${groupTotal},${accounts.length},${body.length - from + 1}${end}`);
  }
  return [`01,YOU,ME,260101,0900,7,,,2${end}`, ...body, `99,${fileTotal},${groups.length},${body.length + 2}${end}`];
}

const REPORT = [
  [
    { amounts: [1500, 27_000, 300], continued: [-1, 1] },
    { amounts: [812, 99_000], continued: [] },
  ],
  [{ amounts: [5000], continued: [0] }],
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
      const including = 'including' in rule ? ` with ${String(rule.including)}` : '';
      return `${rule.ruleType} ${'field' in rule ? rule.field : ''} ${String(rule.of)}${including}`;
    })
    .sort();
}

const ALL_RULES = [
  'COUNT_EQUALS batchTrailer.count group',
  'COUNT_EQUALS batchTrailer.records * with self,enclosing,continuation',
  'COUNT_EQUALS fileTrailer.count batch',
  'COUNT_EQUALS fileTrailer.records * with self,continuation',
  'COUNT_EQUALS groupTrailer.records * with self,enclosing,continuation',
  'SUM_EQUALS batchTrailer.total groupTrailer.total',
  'SUM_EQUALS fileTrailer.total batchTrailer.total',
];

test('a report with groups, accounts and continuation lines: types, nesting and all totals', async () => {
  const { spec, rating, yaml } = await draftTypes(writeReport(REPORT));
  assert.equal(
    spec.recordTypes.map((type) => `${type.in ?? ''}/${type.name} ${String(type.occurs ?? '')}`),
    [
      '/fileHeader ONCE',
      '/batch ',
      'batch/group ',
      'group/record16 ',
      'group/groupTrailer ONCE',
      'batch/batchTrailer ONCE',
      '/fileTrailer ONCE',
    ],
    yaml,
  );
  assert.ok(yaml.includes('continuation: { when: { column: 1, values: [ 88 ] }, joins: previous }'), yaml);
  assert.equal([spec.quote, spec.onMissingColumns, spec.onExtraColumns], ['', 'IGNORE', 'IGNORE']);
  assert.equal(rulesOf(spec), ALL_RULES, yaml);
  assert.equal([rating.accepted, rating.failure], [rating.records, null]);
});

test('the drafted totals find a lost continuation line, a wrong amount and a lost account', async () => {
  const { yaml } = await draftTypes(writeReport(REPORT));
  const { createTransformer } = await loadModule({ text: yaml, path: 'sample.yaml', syntax: 'yaml' });
  const brokenRules = (file: readonly string[]) => {
    const transformer = createTransformer();
    const batches = [...transformer.push(new TextEncoder().encode(lines(...file))), ...transformer.end()];
    return batches.flatMap(({ fileIssues = [] }) => fileIssues.map(({ ruleId }) => ruleId));
  };
  const file = writeReport(REPORT);
  assert.equal(brokenRules(file), []);
  const lost = file.findIndex((line) => line.startsWith('88'));
  assert.equal(brokenRules(file.toSpliced(lost, 1)), [
    'groupTrailer-records',
    'batchTrailer-records',
    'fileTrailer-records',
  ]);
  const total = file.findIndex((line) => line.startsWith('98'));
  assert.equal(brokenRules(file.with(total, (file[total] ?? '').replace('98,', '98,1'))), [
    'batchTrailer-total',
    'fileTrailer-total',
  ]);
});

test('another delimiter, and records without a terminator', async () => {
  const file = ['H|20260101|A', 'D|X1|1250', 'D|X2|3375', 'D|X3|19', 'D|X4|4', 'T|4|4648'];
  const { spec, yaml } = await draftTypes(file);
  assert.equal([spec.delimiter, spec.continuation, spec.quote], ['|', undefined, undefined], yaml);
  assert.equal(rulesOf(spec), [
    'COUNT_EQUALS fileTrailer.count recordD',
    'SUM_EQUALS fileTrailer.total recordD.amount',
  ]);
});

test('lines of one length with delimiters are no fixed-width lines', async () => {
  for (const delimiter of [';', ',', '|', '\t']) {
    const records = ['1250', '3375', '1900', '4000'].map(
      (amount, at) => `REC,${at}00,NAME${at},${amount},2026-01-0${at + 1}`,
    );
    const file = ['HDR,20260131,01', ...records, 'TRL,000004,10525'].map((line) => line.replaceAll(',', delimiter));
    const { spec, rating, yaml } = await draftTypes(file);
    assert.equal([spec.format, spec.delimiter ?? ','], ['CSV', delimiter], yaml);
    assert.equal(rulesOf(spec), [
      'COUNT_EQUALS fileTrailer.count recordREC',
      'SUM_EQUALS fileTrailer.total recordREC.amount',
    ]);
    assert.equal([rating.accepted, rating.failure], [rating.records, null]);
  }
});

test('sums of amounts with decimals', async () => {
  for (const separator of ['.', ',']) {
    const amounts = ['12,50', '1337,75', '-19,05', '4,8'].map((amount) => amount.replace(',', separator));
    const file = ['H;20260101;A', ...amounts.map((amount, at) => `D;X${at};${amount}`), `T;4;1336${separator}00`];
    const { spec, rating, yaml } = await draftTypes(file);
    assert.equal(
      rulesOf(spec),
      ['COUNT_EQUALS fileTrailer.count recordD', 'SUM_EQUALS fileTrailer.total recordD.amount'],
      yaml,
    );
    assert.equal([rating.accepted, rating.failure], [rating.records, null]);
  }
  const file = ['H;20260101;A', 'D;X0;12.50', 'D;X1;1337.75', 'D;X2;1.00', 'D;X3;4.80', 'T;4;1336.00'];
  assert.equal(rulesOf((await draftTypes(file)).spec), ['COUNT_EQUALS fileTrailer.count recordD']);
});

test('quoted cells remain quoted cells', async () => {
  const file = ['H,20260101,A', 'D,"X, 1",1250', 'D,"X, 2",3375', 'D,X3,19', 'D,X4,4', 'T,4,4648'];
  const { spec, rating, yaml } = await draftTypes(file);
  assert.is(spec.quote, undefined, yaml);
  assert.equal(rulesOf(spec), [
    'COUNT_EQUALS fileTrailer.count recordD',
    'SUM_EQUALS fileTrailer.total recordD.amount',
  ]);
  assert.equal([rating.accepted, rating.failure], [rating.records, null]);
});

test('totals that do not hold, and a trailer without numbers, are no reason for record types', async () => {
  const head = ['H,20260101,A', 'D,X1,1250', 'D,X2,3375', 'D,X3,19', 'D,X4,4'];
  for (const trailer of ['T,7,4649', 'T,END,OF FILE'])
    assert.is((await draftTypes([...head, trailer])).spec.recordTypes, undefined, trailer);
});

test('50,000 lines are drafted within seconds', async () => {
  const accounts = Array.from({ length: 4000 }, (_, index) => ({
    amounts: Array.from({ length: 6 }, (__, at) => 1000 + ((index * 7919 + at * 104_729) % 9000)),
    continued: [2],
  }));
  const file = writeReport([accounts.slice(0, 2000), accounts.slice(2000)]);
  const began = process.cpuUsage().user;
  const { spec, rating } = await draftTypes(file);
  assert.ok(process.cpuUsage().user - began < 30_000_000);
  assert.is(rating.accepted, file.filter((line) => !line.startsWith('88')).length);
  assert.ok(rulesOf(spec).includes('COUNT_EQUALS groupTrailer.records * with self,enclosing,continuation'));
});

const due = scaleRuns(20);

test(`${due} random reports: the draft accepts the file, and has all totals`, async () => {
  for (let index = 0; index < due; index++) {
    const random = randomOf(seed, index);
    const groups = Array.from({ length: 2 + random.below(3) }, () =>
      Array.from({ length: 1 + random.below(3) }, () => ({
        amounts: Array.from({ length: 2 + random.below(5) }, () => 100 + random.below(9_000_000)),
        continued: Array.from({ length: random.below(3) }, () => random.below(3) - 1),
      })),
    );
    // One of the groups has two accounts, and one line is continued.
    groups[0]?.push({ amounts: [1, 20], continued: [0] }, { amounts: [300], continued: [] });
    const { spec, rating, yaml } = await draftTypes(writeReport(groups, ['/', '|', ''][random.below(3)]));
    const place = `SPECMILL_SEED=${seed}, file ${index}\n${yaml}`;
    assert.equal([rating.accepted, rating.failure], [rating.records, null], place);
    assert.equal(rulesOf(spec), ALL_RULES, place);
  }
});

test.run();
