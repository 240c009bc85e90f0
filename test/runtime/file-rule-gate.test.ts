import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, SpecModule } from '../../compiler/kernel/model/contract.ts';
import { createMessageHeaders, headersOf, toTypeHeaders } from '../../runtime/base/model/message-headers.ts';
import type { RunOptions } from '../../runtime/base/model/run-info.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { readStored, type StoredMessage } from '../../runtime/base/model/stored-batch.ts';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import { packBatch } from '../../runtime/sink/pack-batch.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import { createTestInfo } from '../support/run-info.ts';
import { loadModule } from '../support/load-module.ts';

const samples = resolve(import.meta.dirname, '../samples');

interface Outcome {
  result: ProcessingResult;
  /** The batches that the sink received. */
  batches: Batch[];
  /** How often the file was opened. */
  opened: number;
}

/** Transforms a file with the spec of a sample. */
async function transform(sample: string, text: string, options: Options = {}): Promise<Outcome> {
  const path = join(samples, sample, 'spec.yaml');
  return transformWith(await loadModule({ text: readFileSync(path, 'utf8'), path, syntax: 'yaml' }), text, options);
}

type Options = Partial<RunOptions> & { hasAgain?: boolean };

async function transformWith(
  module: SpecModule,
  text: string,
  { hasAgain = true, ...options }: Options,
): Promise<Outcome> {
  let opened = 0;
  const open = () => {
    opened++;
    return createStreamSource(Readable.from([Buffer.from(text)]), 'f');
  };
  const batches: Batch[] = [];
  const result = await runFile({
    info: createTestInfo(module, { today: '2024-02-29', ...options }),
    module,
    source: open(),
    sink: {
      messages: true,
      open: async () => null,
      commit: async (batch) => void batches.push(batch),
      close: async () => {},
    },
    ...(hasAgain && { openAgain: async () => open() }),
  });
  return { result, batches, opened };
}

const inputOf = (sample: string) => readFileSync(join(samples, sample, 'input.txt'), 'utf8');
const messagesIn = (batches: readonly Batch[]) => batches.reduce((sum, { count }) => sum + count, 0);

test('a broken FATAL file rule publishes nothing and reports everything', async () => {
  const text = inputOf('file-rule-totals-broken');
  const { result, batches, opened } = await transform('file-rule-totals-broken', text);
  assert.is(opened, 2);
  assert.is(result.status, 'FAILED');
  assert.is(result.failure?.code, 'file_rule_broken');
  assert.is(messagesIn(batches), 0);
  assert.is(result.publishedRecords, 0);
  assert.is(result.fileIssues?.length, 5);
  assert.is(result.errors.length, 1);
  assert.is(result.totalRecords, 9);
  assert.is(batches.length, 1, 'one batch stores the checkpoint');
});

test('a file whose FATAL file rules hold is published after the first reading', async () => {
  const { result, batches, opened } = await transform('file-rule-totals', inputOf('file-rule-totals'));
  assert.is(opened, 2);
  assert.is(result.status, 'PARTIAL_SUCCESS');
  assert.is(messagesIn(batches), 1);
  assert.is(result.publishedRecords, 1);
});

/** Returns a sample without its last line, the trailer of the file. */
const withoutTrailer = (sample: string) => inputOf(sample).replace(/[^\n]+\n?$/, '');

test('a record that is missing at the end of the file publishes nothing if a file rule is FATAL', async () => {
  const { result, batches, opened } = await transform('file-rule-totals', withoutTrailer('file-rule-totals'));
  assert.is(opened, 2);
  assert.is(result.status, 'FAILED');
  assert.ok(result.fileIssues?.some(({ code, severity }) => code === 'MISSING_RECORD' && severity === 'FATAL'));
  assert.is(messagesIn(batches), 0);
  assert.is(result.publishedRecords, 0);
});

test('without a FATAL file rule, a missing record at the end of the file follows the published records', async () => {
  const { result, batches, opened } = await transform('record-types', withoutTrailer('record-types'));
  assert.is(opened, 1);
  assert.is(result.status, 'FAILED');
  assert.ok(result.fileIssues?.some(({ code, severity }) => code === 'MISSING_RECORD' && severity === 'FATAL'));
  assert.is(messagesIn(batches), result.publishedRecords);
  assert.ok(messagesIn(batches) > 0);
});

const batches = `name: batches
format: CSV
hasHeader: false
maxDocumentRecords: 3
recordTypes:
  - name: batch
    when: { column: "1", values: [B] }
    reject: WHOLE
    publish: false
    fields: [{ name: kind, type: STRING }, { name: id, type: STRING }]
  - name: entry
    in: batch
    when: { column: "1", values: [E] }
    fields: [{ name: kind, type: STRING }, { name: amount, type: INTEGER }]
  - name: end
    when: { column: "1", values: [Z] }
    occurs: ONCE
    publish: false
    fields: [{ name: kind, type: STRING }, { name: total, type: INTEGER }]
fileRules:
  - { ruleId: total, ruleType: SUM_EQUALS, of: entry.amount, field: end.total, severity: FATAL }
`;

test('a file with a FATAL file rule and documents that are too long to be held is read twice', async () => {
  const module = await loadModule({ text: batches, path: 'batches.yaml', syntax: 'yaml' });
  const short = 'B,1\nE,1\nE,2\n';
  const long = 'B,2\nE,1\nE,2\nE,3\nE,4\n';
  const rejected = 'B,3\nE,1\nE,2\nE,3\nE,x\n';
  for (const [file, total, published] of [
    [short, 3, 2],
    [short + long, 13, 6],
    [rejected + short + long, 19, 6],
  ] as const) {
    const right = await transformWith(module, `${file}Z,${total}\n`, {});
    assert.is(right.opened, 2);
    assert.not(right.result.failure);
    assert.is(messagesIn(right.batches), published);
    assert.is(right.result.failedRecords, file.startsWith(rejected) ? 5 : 0);
    const wrong = await transformWith(module, `${file}Z,${total + 1}\n`, {});
    assert.ok(wrong.opened <= 3);
    assert.is(wrong.result.failure?.code, 'file_rule_broken');
    assert.is(messagesIn(wrong.batches), 0);
    assert.is(wrong.result.failedRecords, right.result.failedRecords);
  }
});

test('a share of errors counts the records of documents that are too long to be held', async () => {
  const module = await loadModule({ text: batches, path: 'batches.yaml', syntax: 'yaml' });
  const file = 'B,3\nE,1\nE,2\nE,3\nE,x\nB,1\nE,1\nZ,7\n';
  const few = await transformWith(module, file, { maxErrors: null, maxErrorShare: 6000 });
  assert.is(few.result.failedRecords, 5);
  const many = await transformWith(module, file, { maxErrors: null, maxErrorShare: 6300 });
  assert.not(many.result.failure);
  assert.is(few.result.failure?.code, 'too_many_errors');
});

test('maxErrors does not hide a broken file rule', async () => {
  const { result, batches } = await transform('file-rule-totals-broken', inputOf('file-rule-totals-broken'), {
    maxErrors: 0,
  });
  assert.is(result.failure?.code, 'file_rule_broken');
  assert.is(messagesIn(batches), 0);
});

test('maxErrors stops the second reading', async () => {
  const { result } = await transform('file-rule-totals', inputOf('file-rule-totals'), { maxErrors: 0 });
  assert.is(result.failure?.code, 'too_many_errors');
});

test('a run without a second source reads once, and still ends as FAILED', async () => {
  const { result, opened } = await transform('file-rule-totals-broken', inputOf('file-rule-totals-broken'), {
    hasAgain: false,
  });
  assert.is(opened, 1);
  assert.is(result.failure?.code, 'file_rule_broken');
});

test('a spec without FATAL file rules reads the file once', async () => {
  const { result, opened } = await transform('record-types', inputOf('record-types'));
  assert.is(opened, 1);
  assert.is(result.status, 'PARTIAL_SUCCESS');
});

test('each stored message has the type of its record', async () => {
  const { batches } = await transform('record-types', inputOf('record-types'));
  const stored = batches.flatMap((batch): StoredMessage[] => {
    const packed = packBatch(batch);
    return packed === null ? [] : [...readStored(packed, 0, packed.messages)];
  });
  assert.ok(stored.length > 0);
  assert.equal([...new Set(stored.map(({ recordType }) => recordType))], ['debit']);
});

test('the headers of a message name the type of its record', () => {
  const spec = { name: 'direct-debits', version: 'a'.repeat(64), format: 'CSV', fields: [] } as const;
  const headers = toTypeHeaders(createMessageHeaders(spec, 'f'.repeat(64)), 'debit');
  assert.is(headersOf(headers, 3)['ce_type'], 'direct-debits.debit');
});

test.run();
