import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/run/result.ts';

/**
 * Files of gigabytes in bounded memory, through the built program. The short form takes 128 MB;
 * SPECMILL_LARGE_MB=1024 is the long one.
 */
const megabytes = Number(process.env['SPECMILL_LARGE_MB'] ?? '128');
const program = new URL('../../dist/specmill.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'specmill-large-'));
const MOST_RESIDENT = 250 * 1024 * 1024;

test.after(() => rmSync(folder, { recursive: true, force: true }));

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
const specPath = join(folder, 'large.yaml');
writeText(specPath, [SPEC]);

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Most resident memory of the process, in bytes. */
  resident: number;
}

function run(args: string[], input: number | 'ignore' = 'ignore'): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args, '--data', join(folder, 'data')], { stdio: [input, 'pipe', 'pipe'] });
    const ended: Ended = { status: null, stdout: '', stderr: '', resident: 0 };
    child.stdout?.on('data', (bytes: Buffer) => (ended.stdout += bytes.toString()));
    child.stderr?.on('data', (bytes: Buffer) => (ended.stderr += bytes.toString()));
    const watch = setInterval(() => (ended.resident = Math.max(ended.resident, residentOf(child.pid))), 25);
    child.on('close', (status) => {
      clearInterval(watch);
      resolve({ ...ended, status });
    });
  });
}

/** The high-water mark that Linux keeps (proc(5), VmHWM); 0 once the process is gone. */
function residentOf(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function writeText(path: string, blocks: Iterable<string>): void {
  const file = openSync(path, 'w');
  for (const block of blocks) writeSync(file, block);
  closeSync(file);
}

/** Blocks of one megabyte of good records, and how many records they hold. */
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

function writeFile(name: string, parts: Iterable<string | { text: string; records: number }>): { path: string; records: number } {
  const path = join(folder, name);
  let records = 0;
  const texts = function* () {
    yield 'id,name,amount,booked\n';
    for (const part of parts) {
      if (typeof part !== 'string') records += part.records;
      yield typeof part === 'string' ? part : part.text;
    }
  };
  writeText(path, texts());
  return { path, records };
}

function tell(name: string, { resident }: Ended, path: string): void {
  console.log(`note: ${name}: ${(statSync(path).size / 2 ** 20).toFixed(0)} MiB in ${(resident / 2 ** 20).toFixed(0)} MiB of memory`);
}

async function validate(path: string, ...more: string[]): Promise<{ result: ProcessingResult; ended: Ended }> {
  const ended = await run(['validate', '--spec', specPath, path, '--json', ...more]);
  return { result: JSON.parse(ended.stdout) as ProcessingResult, ended };
}

test('a large file of good records', async () => {
  const { path, records } = writeFile('good.csv', goodBlocks(0, megabytes));
  const { result, ended } = await validate(path);
  tell('good records', ended, path);
  assert.is(result.totalRecords, records);
  assert.is(result.processedRecords, records);
  assert.is(ended.status, 0);
  assert.ok(ended.resident > 0 && ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);

  const piped = await run(['validate', '--spec', specPath, '-', '--json'], openSync(path, 'r'));
  tell('the same from a pipe', piped, path);
  assert.ok(piped.resident < MOST_RESIDENT, `${piped.resident} bytes`);
  assert.is((JSON.parse(piped.stdout) as ProcessingResult).fileSha256, result.fileSha256);
  rmSync(path);
});

test('a quote that never closes swallows no record and no memory', async () => {
  const half = megabytes >> 1;
  const { path, records } = writeFile('quote.csv', chain<string | { text: string; records: number }>(goodBlocks(0, 1), ['1,"never closed,1,2024-01-01\n'], goodBlocks(1, half)));
  const { result, ended } = await validate(path);
  tell('a quote that never closes', ended, path);
  assert.is(result.totalRecords, records + 1);
  assert.is(result.processedRecords, records);
  assert.equal(result.issueCounts.map(({ code, count }) => [code, count]), [['MALFORMED_QUOTES', 1]]);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('lines that each open a quote cost no square', async () => {
  const lines = (megabytes * 2 ** 20) / 4 / 8;
  const { path } = writeFile('attack.csv', Array<string>(16).fill('a","b\n'.repeat(lines / 16)));
  const { result, ended } = await validate(path);
  tell('lines that each open a quote', ended, path);
  assert.is(result.totalRecords, lines);
  assert.is(result.failedRecords, lines);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('a line without an end is one record that is too long', async () => {
  const { path, records } = writeFile('line.csv', chain<string | { text: string; records: number }>(['1,'], Array<string>(megabytes).fill('x'.repeat(2 ** 20)), ['\n'], goodBlocks(0, 1)));
  const { result, ended } = await validate(path);
  tell('a line without an end', ended, path);
  assert.is(result.totalRecords, records + 1);
  assert.equal(result.errors.map(({ record, line, messages }) => [record, line, messages[0]?.code]), [[1, 2, 'RECORD_TOO_LONG']]);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test('millions of columns, and an issue in every record', async () => {
  const { path } = writeFile('columns.csv', ['1' + ','.repeat(1_000_000) + '\n', ...Array<string>(megabytes >> 2).fill('x,,y,z\n'.repeat(2 ** 17))]);
  const { result, ended } = await validate(path);
  tell('an issue in every record', ended, path);
  assert.is(result.totalRecords, 1 + (megabytes >> 2) * 2 ** 17);
  assert.is(result.errors.length, 1000);
  assert.ok(result.errorsTruncated);
  assert.ok(ended.resident < MOST_RESIDENT, `${ended.resident} bytes`);
  rmSync(path);
});

test.run();
