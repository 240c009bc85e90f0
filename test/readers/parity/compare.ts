import * as assert from 'node:assert/strict';
import type { Batch, Issue, RecordOutcome } from '../../../compiler/kernel/model/contract.ts';
import { trimBlanks } from '../oracle/blanks.ts';
import { isCertain } from '../oracle/originals.ts';
import type { Interpretation, OracleRecord } from '../oracle/interpret.ts';
import type { ReadResult } from './read-result.ts';

/** Compares the results of a module and the oracle. Compares issue messages only where the spec defines them. */
export function compareResults(module: ReadResult, oracle: ReadResult): void {
  // Text that may be JSON or XML is refused by its name if its header or its first record has a wrong structure.
  if (module.failure === 'unsupported_file' && oracle.failure !== null) return;
  const expected = new Map(oracle.problems.map((problem) => [problem.record, problem.issues]));
  const problems = module.problems.map((problem) => ({
    ...problem,
    issues: dropOwnTexts(problem.issues, expected.get(problem.record) ?? []),
  }));
  assert.deepEqual({ ...module, problems }, oracle);
}

/** Compares a record from `read` with the oracle's record. */
export function compareRecord(module: RecordOutcome<unknown>, oracle: OracleRecord): void {
  const { record, line, byteOffset, outcome, issues } = oracle;
  const { value, ...rest } = module;
  assert.deepEqual(
    { ...rest, issues: dropOwnTexts(module.issues, issues) },
    { record, line, byteOffset, outcome, issues },
  );
  if (oracle.value === null) return assert.equal(value, null);
  const found = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value as Record<string, unknown>)) {
    const isWrong = issues.some(({ field }) => field === name);
    found.set(name, toPlain(member, oracle.value.get(name), isWrong));
  }
  assert.deepEqual(found, oracle.value);
}

/** Compares the issues that `check` returns for a record's plain object with the oracle's rule issues. */
export function compareCheck(issues: readonly Issue[], oracle: OracleRecord): void {
  const name = ({ code, ruleId, field, column, severity }: Issue) => ({ code, ruleId, field, column, severity });
  assert.deepEqual(issues.map(name), oracle.issues.filter(({ field }) => field !== null).map(name));
}

/**
 * Returns whether converting a record to a plain object loses information: a text that is not of its type, the sign of
 * -0, or digits of a number that violates its bounds.
 */
export function isLossy({ value, issues }: OracleRecord): boolean {
  const refused = issues.some(({ code }) => code === 'TYPE_MISMATCH' || code === 'VALUE_TOO_LONG');
  const inexact = (plain: unknown) =>
    plain === '-0' ||
    (issues.length > 0 &&
      typeof plain === 'string' &&
      !Number.isSafeInteger(Math.trunc(Number(plain))) &&
      /^-?\d+$/u.test(plain));
  return value === null || refused || [...value.values()].some(inexact);
}

/**
 * Returns a number or bigint as the oracle's digits if it is the same number. A field with bounds within ±2^53 is a
 * number even if its value violates them: then the nearest double counts as equal.
 */
function toPlain(member: unknown, expected: unknown, isWrong: boolean): unknown {
  if (typeof expected !== 'string' || !/^-?\d+$/u.test(expected)) return member;
  if (typeof member === 'number' && isWrong) return member === Number(expected) ? expected : member;
  const isExact = typeof member === 'bigint' || (Number.isInteger(member) && Math.abs(member as number) <= 2 ** 53);
  return isExact && BigInt(member as number | bigint) === BigInt(expected) ? expected : member;
}

/** Removes the messages that the spec does not define, after checking that they are not empty. */
function dropOwnTexts(issues: readonly Issue[], expected: readonly Issue[]): Issue[] {
  return issues.map((issue, i) => {
    assert.ok(typeof issue.message === 'string' && issue.message !== '', 'an issue without a message');
    const { message, original, originalLength } = expected[i] ?? issue;
    const own = message === '' ? { ...issue, message } : { ...issue };
    // The module may leave out what it does not know for certain.
    if (own.original !== undefined || own.originalLength !== undefined || isCertain(own.field ?? '')) return own;
    return {
      ...own,
      ...(original !== undefined && { original }),
      ...(originalLength !== undefined && { originalLength }),
    };
  });
}

/**
 * Checks what must hold for the batches of any file. A document is in one batch, however many records it has, and its
 * event has several records.
 */
export function checkBatches(batches: readonly Batch[], batchRecords: number, hasDocuments = false): void {
  let records = 0;
  let at = { byteOffset: 0, line: 0 };
  for (const batch of batches) {
    assert.equal(batch.firstRecord, records + 1);
    assert.ok(hasDocuments || batch.records <= batchRecords, `${batch.records} records in a batch of ${batchRecords}`);
    records += batch.records;
    assert.equal(batch.next.record, records);
    assert.ok(batch.next.byteOffset >= at.byteOffset && batch.next.line >= at.line, 'the position moves backwards');
    at = batch.next;
    assert.equal(batch.ends.length, batch.count);
    assert.equal(batch.keyEnds.length, batch.count);
    assert.equal(batch.ends.at(-1) ?? 0, batch.bytes.length);
    assert.equal(batch.keyEnds.at(-1) ?? 0, batch.keys.length);
    const rejected = batch.recordIssues.filter(({ outcome }) => outcome !== 'processed').length;
    const known = batch.count + (batch.typed?.unpublished ?? 0) + rejected;
    if (hasDocuments) assert.ok(batch.records >= known);
    else assert.equal(batch.records, known);
    assert.deepEqual(JSON.parse(JSON.stringify(batch.next)), batch.next);
  }
}

/** Checks that no issue message contains the value of a sensitive field, unless the spec contains the same text. */
export function checkSecrets(
  records: readonly RecordOutcome<unknown>[],
  interpretation: Interpretation,
  spec: { fields: Record<string, unknown>[] },
): void {
  const sensitive = spec.fields.filter((field) => field['sensitive'] === true).map(({ name }) => String(name));
  const own = JSON.stringify(spec);
  for (const { record, issues } of records) {
    for (const { field, message } of issues.filter((issue) => sensitive.includes(issue.field ?? ''))) {
      const secret = interpretation.records[record - 1]?.value?.get(field ?? '');
      if (
        typeof secret !== 'string' ||
        secret.length < 8 ||
        own.includes(JSON.stringify(trimBlanks(secret)).slice(1, -1))
      )
        continue;
      assert.ok(!message.includes(secret), `an issue contains ${secret}`);
    }
  }
}
