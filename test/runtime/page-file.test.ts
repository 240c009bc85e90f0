/** The part of the page that reads a file, in Node.js: it has the result of a dry run, and bounded memory. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileLayout } from '../../compiler/browser.ts';
import { readAndCheck, requireOneType, type SpecText } from '../../compiler/index.ts';
import type { Issue, RecordIssues, SpecModule } from '../../compiler/kernel/model/contract.ts';
import { formatRoute, parseRoute } from '../../runtime/page/route/route.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { createDownload } from '../../runtime/page/file/downloads.ts';
import { FileCheck } from '../../runtime/page/file/file-check.ts';
import { errorOf, IssueStore, MAX_ISSUES } from '../../runtime/page/file/issue-store.ts';
import { createPage } from '../../runtime/page/file/record-page.ts';
import { splitMessage } from '../../runtime/page/file/split-message.ts';
import { runSample } from '../../runtime/runs/sample-tests/run-sample.ts';
import { loadModule } from '../readers/parity/run-module.ts';
import { findSpecSamples } from '../samples/sample.ts';

const SPEC = {
  name: 'small',
  format: 'CSV',
  skipLines: { bottom: 1 },
  fields: [
    { name: 'id', type: 'STRING' },
    { name: 'amount', type: 'DECIMAL', decimalSeparator: ',' },
    { name: 'pin', type: 'INTEGER', sensitive: true },
  ],
  correctionRules: [{ ruleId: 'upper', field: 'id', correctionType: 'UPPER_CASE' }],
  validationRules: [{ ruleId: 'positive', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01' }],
};
const TEXT = 'amount,id,pin\n"1,50",a,1\n"0,00","b""c",2\nx,d,abc\nend\n';

async function checkText(text: string): Promise<FileCheck> {
  const module = await loadModule({ spec: SPEC, syntax: 'json' });
  const check = new FileCheck({ file: new Blob([text]), fileName: 'a.csv', module, skipInvalidRecords: false });
  await check.read(() => {});
  return check;
}

const layoutOf = (): ReturnType<typeof createFileLayout> => {
  const input: SpecText = { text: JSON.stringify(SPEC), path: 'small.json', syntax: 'json' };
  const { spec } = readAndCheck(input);
  if (spec === null) throw new Error('the spec has errors');
  return createFileLayout(requireOneType(spec, 'a test'));
};

test('a spec with reference tables is refused with a message for the user', async () => {
  const reference = { countries: { key: 'code' } };
  const validationRules = [{ ruleId: 'known', field: 'id', ruleType: 'IN_REFERENCE', value: 'countries' }];
  const module = await loadModule({ spec: { ...SPEC, reference, validationRules }, syntax: 'json' });
  assert.throws(
    () => new FileCheck({ file: new Blob([TEXT]), fileName: 'a.csv', module, skipInvalidRecords: false }),
    (error: unknown) =>
      error instanceof Error &&
      error.message ===
        'The spec reads reference tables ("countries"), which this page does not have. Choose their files, send the file to the service, or check it with: specmill validate --spec small FILE',
  );
});

test('the result is that of a dry run, for every sample', async () => {
  const samples = findSpecSamples(join(import.meta.dirname, '../../specs'));
  assert.ok(samples.length > 10);
  for (const { name, inputPath } of samples) {
    const spec = basename(dirname(inputPath));
    // The cast is safe: the file is the generated module of the spec.
    const module = (await import(`../../generated/${spec}.ts`)) as SpecModule;
    const file = new Blob([readFileSync(inputPath)]);
    const check = new FileCheck({ file, fileName: basename(inputPath), module, skipInvalidRecords: false });
    await check.read(() => {});
    const { result, errors } = await runSample(module, inputPath, {});
    assert.equal(withoutErrors(check.result), withoutErrors(result), name);
    const places = (records: readonly { record: number; line: number }[]) =>
      records.map(({ record, line }) => [record, line]);
    assert.equal(places(check.issues.select({}).map(errorOf)), places(errors), name);
  }
});

/** The result without what depends on the time and the reader, and without the records, which are compared apart. */
function withoutErrors({
  errors: _,
  errorsTruncated: __,
  durationMs: ___,
  fileSha256: ____,
  ...result
}: ProcessingResult) {
  return result;
}

test('a row has the original cells, their issues, and what they become', async () => {
  const check = await checkText(TEXT);
  const request = { filter: {}, from: 0, count: 10, showsSensitive: true };
  const { rows, total } = await createPage(check, layoutOf(), request);
  assert.is(total, 2);
  assert.equal(
    rows.map(({ line, cells }) => [line, cells.map(({ text, after, issues }) => [text, after, issues.length])]),
    [
      [
        3,
        [
          ['b"c', 'B"C', 0],
          ['0,00', '0.00', 1],
          ['2', undefined, 0],
        ],
      ],
      [
        4,
        [
          ['d', undefined, 0],
          ['x', undefined, 1],
          ['abc', undefined, 1],
        ],
      ],
    ],
  );
  assert.is(rows[0]?.text, '"0,00","b""c",2');
  assert.equal(rows[0]?.marks, [{ start: 0, end: 6 }]);
});

test('without a wish, a sensitive cell and the text of its record are masked', async () => {
  const check = await checkText(TEXT);
  const request = { filter: {}, from: 0, count: 10, showsSensitive: false };
  const { rows } = await createPage(check, layoutOf(), request);
  assert.equal(
    rows[1]?.cells.map(({ text, isMasked }) => [text, isMasked]),
    [
      ['d', false],
      ['x', false],
      [null, true],
    ],
  );
  assert.is(JSON.stringify(rows).includes('abc'), false);
});

test('rejects are the original bytes with what surrounds the records', async () => {
  const check = await checkText(TEXT);
  const pieces: Uint8Array[] = [];
  for await (const piece of createDownload(check, 'rejects')) pieces.push(piece.slice());
  assert.is(Buffer.concat(pieces).toString(), 'amount,id,pin\n"0,00","b""c",2\nx,d,abc\nend\n');
});

test('issues as CSV have no formula that a spreadsheet executes', async () => {
  const check = await checkText('amount,id,pin\n=1+1,a,1\n"-1,5",b,2\nend\n');
  const pieces: Uint8Array[] = [];
  for await (const piece of createDownload(check, 'issues')) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  assert.match(text, /,"'=1\+1",/);
  assert.match(text, /,"-1\.5",/);
});

const issue = (code: string): Issue => ({
  severity: 'ERROR',
  code,
  ruleId: null,
  field: 'a',
  column: 'a',
  message: code,
});
const recordWith = (record: number, issues: Issue[]): RecordIssues => ({
  record,
  line: record + 1,
  byteOffset: record,
  byteLength: 1,
  outcome: 'failed',
  issues,
});

test(`at most ${MAX_ISSUES} issues are in memory, and a rare kind that occurs late is one of them`, () => {
  const store = new IssueStore();
  for (let record = 1; record <= 120_000; record++) store.add(recordWith(record, [issue('COMMON')]));
  for (let record = 1; record <= 500; record++) store.add(recordWith(120_000 + record, [issue('RARE')]));
  const stored = store.select({}).length;
  assert.ok(stored >= 90_000 && stored <= MAX_ISSUES, String(stored));
  assert.is(store.select({ code: 'RARE' }).length, 100);
  assert.is(store.isComplete, false);
  assert.equal(store.examples[1], { ...issueKind('RARE'), message: 'RARE', lines: [120_002, 120_003, 120_004] });
});

function issueKind(code: string): object {
  return { severity: 'ERROR', code, ruleId: null, field: 'a' };
}

test('a message is split without loss of digits', () => {
  const json = '{"a\\"b":1.10,"c":"x,\\"y\\"","d":null,"e":true,"f":123456789012345678901}';
  assert.equal(
    [...splitMessage({}, new TextEncoder().encode(json))],
    [
      ['a"b', '1.10'],
      ['c', 'x,"y"'],
      ['d', null],
      ['e', 'true'],
      ['f', '123456789012345678901'],
    ],
  );
});

test('a route survives its URL, and an unknown URL is the start', () => {
  const route = {
    view: 'check',
    spec: 'a/b?c',
    filter: { rule: '#x&y=z', severity: 'FATAL' },
    page: 3,
    rejects: 'r1',
  } as const;
  assert.equal(parseRoute(formatRoute(route)), route);
  for (const url of ['', '#', '#/nothing/here', '#/check/%E0%A4%A', '#/check/?page=-1'])
    assert.equal(parseRoute(url), { view: 'check', spec: null, filter: {}, page: 1, rejects: null }, url);
});

test.run();
