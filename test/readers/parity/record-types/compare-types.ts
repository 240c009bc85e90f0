import * as assert from 'node:assert/strict';
import type {
  Batch,
  DocumentCounts,
  FileIssue,
  Issue,
  SpecModule,
} from '../../../../compiler/kernel/model/contract.ts';
import { canonical } from '../../oracle/record-types/file-rules.ts';
import type { TypedInterpretation } from '../../oracle/record-types/interpret.ts';
import type { Random } from '../../../support/random.ts';
import { summarizeBatches } from '../read-result.ts';
import { cutChunks, readAll, transform } from '../run-module.ts';

/** What a module and the oracle must agree on. */
interface Comparable {
  records: object[];
  messages: string[];
  keys: (string | null)[];
  types: object[];
  otherLines: number;
  fileIssues: FileIssue[];
  documents: object[];
  failure: string | null;
}

/** A file, and what the oracle reads in it. */
export interface TypedFile {
  module: SpecModule;
  bytes: Uint8Array;
  interpretation: TypedInterpretation;
  options: { today: string; skipInvalidRecords: boolean };
  /** Draws chunks and batches. */
  random: Random;
  hasUniqueRules: boolean;
  /** The text of a failure: the spec and the file. */
  place: string;
}

/** Compares a module with the oracle: by batches, resumed after each of them, and by `read`. */
export async function compareTypes(file: TypedFile): Promise<void> {
  const { module, bytes, interpretation, options, random, hasUniqueRules, place } = file;
  const expected = summarize(interpretation);
  const chunks = () => cutChunks(bytes, [1 + random.below(40)]);
  const cut = { ...options, batchRecords: 1 + random.below(4) };
  const batches = transform(module, chunks(), cut);
  assert.deepEqual(join(batches), expected, place);
  for (const [at, { next }] of batches.slice(0, -1).entries()) {
    // The run stores the values of UNIQUE rules, not the position.
    if (hasUniqueRules) break;
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = transform(module, cutChunks(bytes.slice(from.byteOffset), [7]), { ...cut, from });
    assert.deepEqual(join([...batches.slice(0, at + 1), ...rest]), expected, `resumed after batch ${at}: ${place}`);
  }
  await compareRead(chunks(), file);
}

async function compareRead(chunks: Uint8Array[], { module, interpretation, options, place }: TypedFile): Promise<void> {
  const { records, error } = await readAll(module, chunks, options);
  const { failure, fileIssues } = interpretation;
  const isBroken = failure !== null || fileIssues.some(({ severity }) => severity === 'FATAL');
  assert.equal(error !== null, isBroken, `read failed with ${String(error)}: ${place}`);
  assert.deepEqual(
    records.map(({ record, recordType, outcome, issues }) => [record, recordType ?? null, outcome, strip(issues)]),
    interpretation.records.map(({ record, recordType, outcome, issues }) => [record, recordType, outcome, issues]),
    `read: ${place}`,
  );
}

function summarize({ records, otherLines, fileIssues, failure, documents }: TypedInterpretation): Comparable {
  const published = records.filter(({ message }) => message !== null);
  return {
    records: records
      .filter(({ issues }) => issues.length > 0)
      .map(({ record, line, byteOffset, byteLength, outcome, issues, recordType }) => ({
        record,
        line,
        byteOffset,
        byteLength,
        outcome,
        issues: strip(issues),
        ...(recordType !== null && { recordType }),
      })),
    messages: published.map(({ message }) => message ?? ''),
    keys: published.map(({ key }) => key),
    types: countTypes(records),
    otherLines,
    fileIssues: sortIssues(fileIssues),
    documents,
    failure,
  };
}

function join(batches: readonly Batch[]): Comparable {
  const { problems, messages, keys, otherLines, failure } = summarizeBatches(batches);
  const counts = new Map<string | null, Record<string, number>>();
  for (const { name, ...numbers } of batches.flatMap(({ typed }) => typed?.types ?? [])) {
    const sums = counts.get(name) ?? {};
    for (const [key, number] of Object.entries(numbers)) sums[key] = (sums[key] ?? 0) + number;
    counts.set(name, sums);
  }
  return {
    records: problems.map((problem) => ({ ...problem, issues: strip(problem.issues) })),
    messages,
    keys,
    types: [...counts]
      .filter(([, { total }]) => total !== 0)
      .map(([name, numbers]) => ({ name, ...numbers }))
      .sort(byName),
    otherLines,
    fileIssues: sortIssues(batches.flatMap(({ fileIssues = [] }) => fileIssues)),
    documents: joinDocuments(batches),
    failure,
  };
}

function joinDocuments(batches: readonly Batch[]): object[] {
  const sums = new Map<string, DocumentCounts>();
  for (const one of batches.flatMap(({ typed }) => typed?.documents ?? [])) {
    const sum = sums.get(one.recordType) ?? {
      recordType: one.recordType,
      total: 0,
      processed: 0,
      failed: 0,
      skipped: 0,
    };
    for (const member of ['total', 'processed', 'failed', 'skipped'] as const) sum[member] += one[member];
    sums.set(one.recordType, sum);
  }
  return [...sums.values()];
}

function countTypes(records: TypedInterpretation['records']): object[] {
  const names = [...new Set(records.map(({ recordType }) => recordType))];
  return names
    .map((name) => {
      const own = records.filter(({ recordType }) => recordType === name);
      const of = (outcome: string) => own.filter((record) => record.outcome === outcome).length;
      const published = own.filter(({ message }) => message !== null).length;
      return {
        name,
        total: own.length,
        processed: of('processed'),
        failed: of('failed'),
        skipped: of('skipped'),
        published,
      };
    })
    .sort(byName);
}

function byName({ name: one }: { name: string | null }, { name: other }: { name: string | null }): number {
  return String(one) < String(other) ? -1 : 1;
}

/** Removes messages, because the oracle has none. */
function strip(issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, message: '' }));
}

function sortIssues(issues: readonly FileIssue[]): FileIssue[] {
  const stripped = issues.map(({ expected, actual, ...issue }) => ({
    ...issue,
    message: '',
    ...(expected !== undefined && { expected: canonical(expected) }),
    ...(actual !== undefined && { actual: canonical(actual) }),
  }));
  return stripped.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
