import { openSync, rmSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLargeWorkplace, megabytes, printMemory } from './large-file.ts';

/** CSV files of gigabytes in bounded memory, read by the built program. */
const MOST_RESIDENT = 250 * 1024 * 1024;
const at = createLargeWorkplace();
test.after(() => at.remove());

const SPEC = `name: large
format: CSV
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: name, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
  - { name: booked, type: DATE }
correctionRules:
  - { ruleId: trim, field: name, correctionType: TRIM }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0" }
`;
const specPath = at.write('large.yaml', [SPEC]);

/** Yields blocks of one megabyte of valid records, with their number of records. */
function* goodBlocks(from: number, count: number): Generator<{ text: string; records: number }> {
  for (let number = from; number < from + count; number++) {
    let text = '';
    let records = 0;
    while (text.length < 1024 * 1024) {
      text += `${number * 100_000 + records},  Müller & Söhne ${records} ,${records % 1000}.50,2024-0${1 + (records % 9)}-1${records % 10}\n`;
      records++;
    }
    yield { text, records };
  }
}

function* chain<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}

function writeFile(
  name: string,
  parts: Iterable<string | { text: string; records: number }>,
): { path: string; records: number } {
  let records = 0;
  const texts = function* () {
    yield 'id,name,amount,booked\n';
    for (const part of parts) {
      if (typeof part !== 'string') records += part.records;
      yield typeof part === 'string' ? part : part.text;
    }
  };
  const path = at.write(name, texts());
  return { path, records };
}

test('a large file of valid records', async () => {
  const { path, records } = writeFile('good.csv', goodBlocks(0, megabytes));
  const { result, ended } = await at.validate(specPath, path);
  printMemory('good records', ended, path);
  assert.is(result.totalRecords, records);
  assert.is(result.processedRecords, records);
  assert.is(ended.status, 0);
  assert.ok(ended.resident > 0 && ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);

  const piped = await at.validate(specPath, '-', openSync(path, 'r'));
  printMemory('the same from a pipe', piped.ended, path);
  assert.ok(piped.ended.resident < MOST_RESIDENT, `${piped.ended.resident} bytes`);
  assert.is(piped.result.fileSha256, result.fileSha256);
  rmSync(path);
});

test('an unclosed quote swallows no record and takes no memory', async () => {
  const half = megabytes >> 1;
  const { path, records } = writeFile(
    'quote.csv',
    chain<string | { text: string; records: number }>(
      goodBlocks(0, 1),
      ['1,"never closed,1,2024-01-01\n'],
      goodBlocks(1, half),
    ),
  );
  const { result, ended } = await at.validate(specPath, path);
  printMemory('an unclosed quote', ended, path);
  assert.is(result.totalRecords, records + 1);
  assert.is(result.processedRecords, records);
  // The quote is not closed within maxRecordBytes, so the record is too long, whatever follows.
  assert.equal(
    result.issueCounts.map(({ code, count }) => [code, count]),
    [['RECORD_TOO_LONG', 1]],
  );
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('lines that each open a quote take linear time', async () => {
  const lines = (megabytes * 2 ** 20) / 4 / 8;
  const { path } = writeFile('attack.csv', Array<string>(16).fill('a","b\n'.repeat(lines / 16)));
  const { result, ended } = await at.validate(specPath, path);
  printMemory('lines that each open a quote', ended, path);
  assert.is(result.totalRecords, lines);
  assert.is(result.failedRecords, lines);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('an endless line is one oversized record', async () => {
  const { path, records } = writeFile(
    'line.csv',
    chain<string | { text: string; records: number }>(
      ['1,'],
      Array<string>(megabytes).fill('x'.repeat(2 ** 20)),
      ['\n'],
      goodBlocks(0, 1),
    ),
  );
  const { result, ended } = await at.validate(specPath, path);
  printMemory('an endless line', ended, path);
  assert.is(result.totalRecords, records + 1);
  assert.equal(
    result.errors.map(({ record, line, messages }) => [record, line, messages[0]?.code]),
    [[1, 2, 'RECORD_TOO_LONG']],
  );
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('millions of columns, and an issue in every record', async () => {
  const { path } = writeFile('columns.csv', [
    '1' + ','.repeat(1_000_000) + '\n',
    ...Array<string>(megabytes >> 2).fill('x,,y,z\n'.repeat(2 ** 17)),
  ]);
  const { result, ended } = await at.validate(specPath, path);
  printMemory('an issue in every record', ended, path);
  assert.is(result.totalRecords, 1 + (megabytes >> 2) * 2 ** 17);
  assert.is(result.errors.length, 1000);
  assert.ok(result.errorsTruncated);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test.run();
