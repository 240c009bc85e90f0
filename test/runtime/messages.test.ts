import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, Outcome, RecordIssues } from '../../compiler/kernel/model/contract.ts';
import { headersOf, createMessageHeaders, toDeadLetterHeaders } from '../../runtime/base/model/message-headers.ts';
import { publishedIssues, recordNumbers } from '../../runtime/base/model/record-numbers.ts';

const problem = (record: number, outcome: Outcome): RecordIssues => ({
  record,
  line: record,
  byteOffset: 0,
  byteLength: 1,
  outcome,
  issues: [{ severity: 'WARNING', code: 'REGEX', ruleId: 'r', field: 'f', column: 'c', message: 'm', value: 'ü\n' }],
});

function batchOf(firstRecord: number, records: number, recordIssues: RecordIssues[]): Batch {
  const count = records - recordIssues.filter(({ outcome }) => outcome !== 'processed').length;
  return {
    firstRecord,
    records,
    count,
    recordIssues,
    bytes: new Uint8Array(0),
    ends: new Uint32Array(count),
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(count),
    corrected: 0,
    otherLines: 0,
    warnings: [],
    failure: null,
    next: { byteOffset: 0, line: 0, record: firstRecord + records - 1, state: null },
  };
}

test('a message names the record that it was made from', () => {
  const batch = batchOf(11, 8, [
    problem(11, 'failed'),
    problem(13, 'processed'),
    problem(15, 'skipped'),
    problem(16, 'failed'),
    problem(18, 'processed'),
  ]);
  assert.equal([...recordNumbers(batch)], [12, 13, 14, 17, 18]);
  assert.equal(
    [...publishedIssues(batch)].map(([message, { record }]) => [message, record]),
    [
      [1, 13],
      [4, 18],
    ],
  );
  assert.equal([...recordNumbers(batchOf(1, 3, []))], [1, 2, 3]);
  assert.equal([...recordNumbers(batchOf(5, 2, [problem(5, 'failed'), problem(6, 'failed')]))], []);
});

test('messages have the six CloudEvents headers, and issues if there are any', () => {
  const spec = { name: 'Große Zahlung', version: '0123456789abcdef'.repeat(4), format: 'CSV' as const, fields: [] };
  const headers = createMessageHeaders(spec, 'fedcba9876543210'.repeat(4));
  assert.equal(headersOf(headers, 42), {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: 'fedcba9876543210-01234567:42',
    ce_source: '/specs/Gro%C3%9Fe%20Zahlung',
    ce_type: 'Gro%C3%9Fe%20Zahlung.record',
    ce_dataschema: '/specs/Gro%C3%9Fe%20Zahlung/0123456789abcdef',
  });
  assert.equal(headersOf(toDeadLetterHeaders(headers), 42), {
    'content-type': 'application/octet-stream',
    ce_specversion: '1.0',
    ce_id: 'fedcba9876543210-01234567:42',
    ce_source: '/specs/Gro%C3%9Fe%20Zahlung',
    ce_type: 'Gro%C3%9Fe%20Zahlung.rejected',
  });
  const issues = JSON.parse(headersOf(headers, 1, problem(1, 'processed'))['issues'] ?? '') as unknown[];
  assert.equal(issues, problem(1, 'processed').issues);
});

test.run();
