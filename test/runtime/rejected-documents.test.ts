import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import type { RunOptions } from '../../runtime/base/model/run-info.ts';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import type { Sink } from '../../runtime/sink/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { createTestInfo } from '../support/run-info.ts';

const spec = (more = '') => `
name: orders
format: CSV
hasHeader: false
${more}
recordTypes:
  - name: order
    when: { column: 1, values: [O] }
    reject: WHOLE
    fields:
      - { name: kind, type: STRING }
      - { name: number, type: INTEGER, required: true }
  - name: line
    in: order
    when: { column: 1, values: [L] }
    fields:
      - { name: kind, type: STRING }
      - { name: quantity, type: INTEGER }
    validationRules:
      - { ruleId: in-order, field: quantity, ruleType: MAX_VALUE, value: "99" }
  - name: trailer
    when: { column: 1, values: [T] }
    publish: false
    fields:
      - { name: kind, type: STRING }
      - { name: orders, type: INTEGER }
`;

/** Orders 1 to 40 with three lines each. Every fourth has a line that is no number. */
const bytes = Buffer.from(
  Array.from({ length: 40 }, (_, at) => `O,${at + 1}\nL,1\nL,${at % 4 === 3 ? 'x' : '2'}\nL,3\n`).join('') + 'T,40\n',
);
const isRejected = (order: number) => order % 4 === 0;
const messagesOf = (orders: readonly number[]) =>
  orders.flatMap((order) => [
    `{"kind":"O","number":${order}}`,
    ...[1, 2, 3].map((quantity) => `{"kind":"L","quantity":${quantity}}`),
  ]);
const numbers = (to: number) => Array.from({ length: to }, (_, at) => at + 1).filter((order) => !isRejected(order));

interface Done {
  result: ProcessingResult;
  messages: string[];
  checkpoints: Checkpoint[];
}

const load = (more = '') => loadModule({ text: spec(more), path: 'orders.yaml', syntax: 'yaml' });

async function run(
  module: Awaited<ReturnType<typeof load>>,
  options: Partial<RunOptions>,
  { chunk = bytes.length, from, isTwice = false }: { chunk?: number; from?: Checkpoint; isTwice?: boolean } = {},
): Promise<Done> {
  const messages: string[] = [];
  const checkpoints: Checkpoint[] = [];
  const sink: Sink = {
    messages: true,
    open: async () => from ?? createCheckpoint(),
    commit: async ({ bytes: written, ends }: Batch, checkpoint) => {
      const text = Buffer.from(written);
      for (const [at, end] of ends.entries()) messages.push(text.subarray(at === 0 ? 0 : ends[at - 1], end).toString());
      checkpoints.push(structuredClone(checkpoint));
    },
    close: async () => {},
  };
  const rest = bytes.subarray(from?.position?.byteOffset ?? 0);
  const chunks = Array.from({ length: Math.ceil(rest.length / chunk) }, (_, at) =>
    rest.subarray(at * chunk, (at + 1) * chunk),
  );
  const source = { ...createStreamSource(Readable.from(chunks), 'f'), chunks: () => Readable.from(chunks) };
  const info = createTestInfo(module, { today: '2024-02-29', ...options });
  const all = { ...source, chunks: () => Readable.from([bytes]), close: async () => {} };
  const result = await runFile({ info, module, sink, source, ...(isTwice && { openAgain: async () => all }) });
  return { result, messages, checkpoints };
}

test('a rejected document publishes no record, and the result counts documents', async () => {
  const { result, messages } = await run(await load(), {});
  assert.equal(result.documents, [{ recordType: 'order', total: 40, processed: 30, failed: 10, skipped: 0 }]);
  assert.is(result.failedRecords, 40);
  assert.is(result.status, 'PARTIAL_SUCCESS');
  assert.equal(messages, messagesOf(numbers(40)));
});

test('a run resumes at each checkpoint with the same messages, and no checkpoint is inside a document', async () => {
  const module = await load();
  for (const [batchRecords, chunk] of [
    [1, 5],
    [1, 1000],
    [7, 64],
    [1000, 10],
  ] as const) {
    const whole = await run(module, { batchRecords }, { chunk });
    assert.equal(whole.messages, messagesOf(numbers(40)));
    for (const checkpoint of whole.checkpoints.slice(0, -1)) {
      const { position } = checkpoint;
      // Record 161 is the trailer after the last document.
      if (position?.record === 161) continue;
      assert.is((position?.record ?? 0) % 4, 0, `record ${position?.record}`);
      const resumed = await run(module, { batchRecords }, { chunk: 13, from: structuredClone(checkpoint) });
      const before = numbers((position?.record ?? 0) / 4);
      assert.equal([...messagesOf(before), ...resumed.messages], whole.messages);
      assert.equal(resumed.result.documents, whole.result.documents);
      assert.equal(resumed.result.issueCounts, whole.result.issueCounts);
    }
  }
});

test('maxRejectedDocuments stops a run at the end of the document, by the option or by the spec', async () => {
  for (const [more, options, limit] of [
    ['', { maxRejectedDocuments: 0 }, 0],
    ['', { maxRejectedDocuments: 3 }, 3],
    ['maxRejectedDocuments: 2', {}, 2],
    ['maxRejectedDocuments: 2', { maxRejectedDocuments: 5 }, 5],
  ] as const)
    for (const [batchRecords, chunk] of [
      [1000, bytes.length],
      [3, 11],
    ] as const) {
      const { result, messages } = await run(await load(more), { ...options, batchRecords }, { chunk });
      assert.is(result.status, 'FAILED');
      assert.is(result.failure?.code, 'too_many_rejected_documents');
      const last = 4 * (limit + 1);
      assert.equal(result.documents?.[0], {
        recordType: 'order',
        total: last,
        processed: last - limit - 1,
        failed: limit + 1,
        skipped: 0,
      });
      assert.equal(messages, messagesOf(numbers(last)));
    }
  const { result } = await run(await load(), { maxRejectedDocuments: 10 });
  assert.is(result.status, 'PARTIAL_SUCCESS');
});

test('maxErrors counts records, and stops a run at the end of the document', async () => {
  const { result, messages } = await run(await load(), { maxErrors: 5, batchRecords: 2 }, { chunk: 9 });
  assert.is(result.failure?.code, 'too_many_errors');
  assert.is(result.errorRecords, 8);
  assert.equal(messages, messagesOf(numbers(8)));
});

test('a document that is too long is rejected without being held, and its run resumes inside it', async () => {
  const module = await load('maxDocumentRecords: 2');
  const whole = await run(module, { batchRecords: 1 }, { chunk: 7 });
  assert.equal(whole.result.documents, [{ recordType: 'order', total: 40, processed: 0, failed: 40, skipped: 0 }]);
  assert.is(whole.result.failedRecords, 160);
  assert.is(whole.result.issueCounts.find(({ code }) => code === 'DOCUMENT_TOO_LONG')?.count, 40);
  for (const checkpoint of whole.checkpoints.slice(0, 20)) {
    const { result } = await run(module, { batchRecords: 3 }, { from: structuredClone(checkpoint) });
    assert.equal(result.documents, whole.result.documents);
    assert.equal(result.issueCounts, whole.result.issueCounts);
  }
});

/** What a run says, apart from its time. */
const told = ({ result: { durationMs: _, specVersion: __, ...result } }: Done) => result;

test('a file that is read twice: documents that are too long to be held have the same outcome, and are published whole', async () => {
  const [held, long] = [await load(), await load('maxDocumentRecords: 2')];
  for (const options of [{}, { skipInvalidRecords: true }, { maxErrors: 5 }, { maxRejectedDocuments: 3 }])
    for (const [batchRecords, chunk] of [
      [1000, bytes.length],
      [1, 7],
      [3, 50],
    ] as const) {
      const expected = await run(held, options);
      const actual = await run(long, { ...options, batchRecords }, { chunk, isTwice: true });
      assert.equal(actual.messages, expected.messages);
      // A run that stops may do so inside of a rejected document, which publishes nothing.
      if (expected.result.failure !== undefined) assert.equal(actual.result.failure, expected.result.failure);
      else assert.equal(told(actual), told(expected));
    }
});

test('such a run resumes inside of documents', async () => {
  const module = await load('maxDocumentRecords: 2');
  const whole = await run(module, { batchRecords: 1 }, { chunk: 7, isTwice: true });
  const inside = whole.checkpoints.filter(({ position }) => (position?.record ?? 0) % 4 === 3);
  assert.ok(inside.length > 10);
  for (const checkpoint of whole.checkpoints.slice(0, 60)) {
    const published = checkpoint.recordTypes?.reduce((sum, one) => sum + one.published, 0) ?? 0;
    const resumed = await run(module, { batchRecords: 3 }, { from: structuredClone(checkpoint), isTwice: true });
    assert.equal([...whole.messages.slice(0, published), ...resumed.messages], whole.messages);
    assert.equal(resumed.result.documents, whole.result.documents);
    assert.equal(resumed.result.issueCounts, whole.result.issueCounts);
  }
});

test.run();
