import { createReadStream, createWriteStream, openSync, rmSync, statSync } from 'node:fs';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLargeWorkplace, megabytes, printMemory } from './large-file.ts';

/** Fixed-width files of gigabytes in bounded memory: lines, blocks of EBCDIC, endless lines and blocks, compressed. */
const MOST_RESIDENT = 300 * 1024 * 1024;
const at = createLargeWorkplace();
test.after(() => at.remove());

const FIELDS = `fields:
  - { name: id, type: INTEGER, start: 1, length: 10, align: RIGHT, padChar: "0", required: true }
  - { name: name, type: STRING, start: 11, length: 24, required: true }
  - { name: amount, type: DECIMAL, scale: 2, start: 35, length: 11, align: RIGHT, padChar: "0" }
  - { name: booked, type: DATE, format: yyyyMMdd, start: 46, length: 8 }
  - { name: note, type: STRING, start: 54, length: 30 }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01" }
`;
const lines = at.write('lines.yaml', [
  `name: lines\nformat: FIXED_WIDTH\nrecordWhen: { start: 84, length: 1, values: [D] }\nrecordLength: 84\n${FIELDS}`,
]);
const blocks = at.write('blocks.yaml', [
  `name: blocks\nformat: FIXED_WIDTH\nencoding: IBM037\nlineTerminator: NONE\nrecordLength: 84\n${FIELDS}`,
]);

interface Counts {
  records: number;
  errors: number;
  others: number;
}

/** Returns a record of 84 characters. Each thousandth has an invalid amount, each hundredth line is not a record. */
function recordOf(number: number): string {
  const amount = number % 1000 === 0 ? '0'.repeat(11) : String(number % 99_999_999_999 || 1).padStart(11, '0');
  const name = ['Ada Lovelace', 'José Ortega', 'Zoë Müller', 'Grace Hopper'][number % 4] ?? '';
  const kind = number % 100 === 99 ? 'T' : 'D';
  return `${String(number).padStart(10, '0')}${name.padEnd(24)}${amount}2024${String(1 + (number % 12)).padStart(2, '0')}${String(1 + (number % 28)).padStart(2, '0')}${`note ${number % 977}`.padEnd(30)}${kind}`;
}

/** Yields blocks of about a megabyte. */
function* texts(count: number, end: string, counts: Counts): Generator<string> {
  const perBlock = Math.floor(2 ** 20 / 85);
  for (let number = 0; number < count * perBlock; number += perBlock) {
    let text = '';
    for (let i = number; i < number + perBlock; i++) {
      text += recordOf(i) + end;
      if (i % 100 === 99) counts.others++;
      else counts.records++;
      if (i % 1000 === 0) counts.errors++;
    }
    yield text;
  }
}

test('a large file of lines, from the disk and through a pipe', async () => {
  const counts = { records: 0, errors: 0, others: 0 };
  const path = at.write('lines.txt', texts(megabytes, '\n', counts));
  for (const [what, file, input] of [
    ['fixed width, lines', path, undefined],
    ['the same from a pipe', '-', openSync(path, 'r')],
  ] as const) {
    const { result, ended } = await at.validate(lines, file, input);
    printMemory(what, ended, path);
    assert.equal(
      [result.totalRecords, result.errorRecords, result.otherLines],
      [counts.records, counts.errors, counts.others],
    );
    assert.ok(ended.resident > 0 && ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  }
  const packed = at.path('lines.txt.gz');
  await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(packed));
  const { result, ended } = await at.validate(lines, packed);
  printMemory('the same, compressed', ended, packed);
  assert.equal(
    [result.totalRecords, result.errorRecords, result.otherLines],
    [counts.records, counts.errors, counts.others],
  );
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
  rmSync(packed);
});

test('a large file of EBCDIC records without line ends', async () => {
  const counts = { records: 0, errors: 0, others: 0 };
  const ebcdic = ebcdicTable();
  const encoded = function* () {
    for (const text of texts(megabytes >> 1, '', counts))
      yield Uint8Array.from(text, (char) => ebcdic.get(char) ?? 0x6f);
  };
  const path = at.write('blocks.bin', encoded());
  const { result, ended } = await at.validate(blocks, path);
  printMemory('fixed width, EBCDIC blocks', ended, path);
  assert.equal(
    [result.totalRecords, result.errorRecords, result.otherLines],
    [counts.records + counts.others, counts.errors, 0],
  );
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('an endless line, and records larger than memory', async () => {
  const junk = Array<string>(megabytes >> 1).fill('x'.repeat(2 ** 20));
  const path = at.write('line.txt', [`${recordOf(1)}\n`, ...junk, `\n${recordOf(2)}\n`]);
  const { result, ended } = await at.validate(lines, path);
  printMemory('an endless line', ended, path);
  assert.equal(
    [result.totalRecords, result.processedRecords, result.issueCounts.map(({ code, count }) => [code, count])],
    [3, 2, [['RECORD_TOO_LONG', 1]]],
  );
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);

  const huge = at.write('huge.yaml', [
    'name: huge\nformat: FIXED_WIDTH\nlineTerminator: NONE\nrecordLength: 40000000\nfields:\n  - { name: a, type: STRING, start: 1, length: 3 }\n',
  ]);
  const validated = await at.validate(huge, path);
  printMemory('records longer than maxRecordBytes', validated.ended, path);
  assert.is(validated.result.totalRecords, Math.ceil(readSize(path) / 40_000_000));
  assert.is(validated.result.failedRecords, validated.result.totalRecords);
  assert.ok(validated.ended.resident < MOST_RESIDENT, `${validated.ended.resident} bytes`);
  rmSync(path);
});

function readSize(path: string): number {
  return statSync(path).size;
}

/** Returns IBM037 for the characters of the records. */
function ebcdicTable(): Map<string, number> {
  const runs: [string, number][] = [
    ['0123456789', 0xf0],
    ['ABCDEFGHI', 0xc1],
    ['JKLMNOPQR', 0xd1],
    ['STUVWXYZ', 0xe2],
    ['abcdefghi', 0x81],
    ['jklmnopqr', 0x91],
    ['stuvwxyz', 0xa2],
    [' ', 0x40],
    ['é', 0x51],
    ['ë', 0x53],
    ['ü', 0xdc],
  ];
  return new Map(runs.flatMap(([chars, first]) => [...chars].map((char, i) => [char, first + i] as const)));
}

test.run();
