/** Issues survive the transfer to another thread unchanged. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import type { Issue, RecordIssues } from '../../../compiler/kernel/model/contract.ts';
import { packIssues, unpackIssues } from '../../../runtime/reading/split/packed-issues.ts';

const constant = {
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'positive',
  field: 'amount',
  column: 'Amount',
  message: 'amount must be positive',
} as const;

function arrive(problems: RecordIssues[]): RecordIssues[] {
  return unpackIssues(structuredClone(packIssues(problems)));
}

test('every form of an issue, with its members in order', () => {
  const values: Partial<Issue>[] = [
    {},
    { value: null },
    { value: '' },
    { value: '-1 \ud800 ü 😀' },
    { masked: true },
    { masked: true, length: 0 },
    { masked: true, length: 12 },
  ];
  const issues: Issue[] = values.flatMap((value) => [
    { ...constant, ...value },
    { ...constant, ruleId: null, field: null, column: null, ...value },
    { ...constant, severity: 'WARNING', ...value },
    { ...constant, code: 'MAX_VALUE', ...value },
    { ...constant, column: 'Betrag', ...value },
  ]);
  const outcomes = ['processed', 'skipped', 'failed'] as const;
  const problems = outcomes.map(
    (outcome, index): RecordIssues => ({
      record: 2 ** 33 + index,
      line: index,
      byteOffset: 2 ** 40,
      byteLength: 2 ** 31,
      outcome,
      issues: issues.slice(index),
    }),
  );
  assert.equal(JSON.stringify(arrive(problems)), JSON.stringify(problems));
});

test('the key of a rejected record arrives with it', () => {
  const problem = { record: 1, line: 1, byteOffset: 0, byteLength: 1, outcome: 'failed' as const, issues: [constant] };
  const problems: RecordIssues[] = [{ ...problem, key: 'ü' }, problem, { ...problem, key: '["a","1"]' }];
  assert.deepEqual(arrive(problems), problems);
});

test('the record type, and the earlier record of an issue, arrive with it', () => {
  const problem = { record: 1, line: 1, byteOffset: 0, byteLength: 1, outcome: 'failed' as const };
  const problems: RecordIssues[] = [
    { ...problem, issues: [constant, { ...constant, firstRecord: 7 }], recordType: 'debit', key: 'a' },
    { ...problem, issues: [constant] },
    { ...problem, issues: [{ ...constant, value: 'x', firstRecord: 2 ** 40 }], recordType: 'credit' },
  ];
  assert.equal(JSON.stringify(arrive(problems)), JSON.stringify(problems));
});

test('the cell as sent arrives with its issue', () => {
  const problem = { record: 1, line: 1, byteOffset: 0, byteLength: 1, outcome: 'failed' as const };
  const read = [{ field: 'amount', value: '1' }];
  const problems: RecordIssues[] = [
    { ...problem, issues: [{ ...constant, value: 'A', original: ' a' }, constant] },
    { ...problem, issues: [{ ...constant, value: null, original: '' }] },
    { ...problem, issues: [{ ...constant, value: '1', fields: read, original: null }] },
    { ...problem, issues: [{ ...constant, masked: true, length: 2, originalLength: 3 }] },
  ];
  assert.equal(JSON.stringify(arrive(problems)), JSON.stringify(problems));
});

test('common parts of issues are transferred once', () => {
  const problems = Array.from(
    { length: 100 },
    (_, index): RecordIssues => ({
      record: index,
      line: index,
      byteOffset: index,
      byteLength: 1,
      outcome: 'skipped',
      issues: [{ ...constant, value: String(index) }],
    }),
  );
  assert.equal(packIssues(problems).constants.length, 1);
  assert.deepEqual(arrive(problems), problems);
});

test.run();
