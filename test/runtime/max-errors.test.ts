import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { readSpecFile } from '../../runtime/state/registry/folder/spec-files.ts';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import { createRunOptions, DELIVERIES, type RunOptions } from '../../runtime/base/model/run-info.ts';
import { createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import { findTooManyErrors, parseErrorLimit, toErrorOptions } from '../../runtime/base/model/error-share.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import type { Sink } from '../../runtime/sink/contract.ts';
import { createTestInfo } from '../support/run-info.ts';
import { loadModule } from '../support/load-module.ts';

const specs = resolve(import.meta.dirname, '../../specs');

async function moduleOf(name: string): Promise<SpecModule> {
  return loadModule(await readSpecFile(join(specs, `${name}.yaml`)));
}

async function run(
  module: SpecModule,
  bytes: Uint8Array,
  options: Partial<RunOptions>,
  chunk: number,
): Promise<{ result: ProcessingResult; events: string }> {
  const hash = createHash('sha256');
  const sink: Sink = {
    messages: true,
    open: async () => null,
    commit: async (batch) => void hash.update(batch.bytes),
    close: async () => {},
  };
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) =>
    bytes.slice(i * chunk, (i + 1) * chunk),
  );
  const result = await runFile({
    info: createTestInfo(module, { today: '2024-02-29', ...options }),
    module,
    sink,
    source: createStreamSource(Readable.from(chunks), 'f'),
  });
  return { result, events: hash.digest('hex') };
}

// A stopped run reports the same as a run over the file cut off after the record at which it stopped. (The catalogue's
// spec drops the last line of a file, so the cut file gets another one.)
for (const name of ['payments', 'people', 'products', 'receipts']) {
  test(`${name}: maxErrors stops right after the first record over the limit`, async () => {
    const module = await moduleOf(name);
    const bytes = readFileSync(join(specs, name, `${name}.csv`));
    const { result: whole } = await run(module, bytes, {}, bytes.length);
    assert.ok(whole.errorRecords > 5);
    const wrong = whole.errors.filter(({ messages }) => messages.some(({ severity }) => severity !== 'WARNING'));
    for (const maxErrors of [0, 1, 2, Math.floor(wrong.length / 2), wrong.length - 1]) {
      const stop = wrong[maxErrors];
      const options = { maxErrors, skipInvalidRecords: maxErrors % 2 === 0 };
      const end = bytes.indexOf(10, stop?.byteOffset) + 1;
      const bottom = name === 'products' ? 1 : 0;
      const upTo = Buffer.concat([bytes.subarray(0, end), Buffer.from('cut off\n'.repeat(bottom))]);
      const cut = await run(module, upTo, { ...options, maxErrors: null }, upTo.length);
      cut.result.otherLines -= bottom;
      for (const [batchRecords, chunk] of [
        [1000, bytes.length],
        [1000, 777],
        [7, 4096],
        [1, 100],
      ] as const) {
        const stopped = await run(module, bytes, { ...options, batchRecords }, chunk);
        assert.equal([stopped.result.status, stopped.result.failure?.code], ['FAILED', 'too_many_errors']);
        assert.is(stopped.result.totalRecords, stop?.record);
        const { durationMs: _, status: _status, failure: _failure, ...counters } = stopped.result;
        const { durationMs: __, status: __status, failure: __failure, ...expected } = cut.result;
        assert.equal(counters, expected, `${name} ${maxErrors} ${batchRecords} ${chunk}`);
        assert.is(stopped.events, cut.events);
      }
    }
  });
}

test('a discarded line of any length takes no memory while errors are counted', async () => {
  const module = await moduleOf('payments');
  const sample = readFileSync(join(specs, 'payments/payments.csv'));
  const header = sample.subarray(0, sample.indexOf(10) + 1);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  let most = 0;
  async function* longLine(): AsyncGenerator<Uint8Array> {
    yield header;
    for (let mebibytes = 0; mebibytes < 100; mebibytes++) {
      yield piece;
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    yield Buffer.from('\n');
  }
  const sink: Sink = { messages: true, open: async () => null, commit: async () => {}, close: async () => {} };
  const before = process.memoryUsage().arrayBuffers;
  const { failure, totalRecords } = await runFile({
    info: createTestInfo(module, { maxErrors: 0 }),
    module,
    sink,
    source: createStreamSource(Readable.from(longLine()), 'f'),
  });
  assert.equal([failure?.code, totalRecords], ['too_many_errors', 1]);
  assert.ok(most - before < 64 * 1024 * 1024, `${most - before} bytes`);
});

const PAYMENTS = readFileSync(join(specs, 'payments', 'payments.csv'));

/** Reads a file with a share as the limit, and returns its result and how many messages were published. */
async function runWithShare(limit: string, delivery: RunOptions['delivery'] = 'at-least-once') {
  const module = await moduleOf('payments');
  const open = () => createStreamSource(Readable.from([PAYMENTS]), 'f');
  let messages = 0;
  const result = await runFile({
    info: createTestInfo(module, createRunOptions({ today: '2024-02-29', delivery, ...toErrorOptions(limit) })),
    module,
    sink: {
      messages: true,
      open: async () => null,
      commit: async ({ count }) => void (messages += count),
      close: async () => {},
    },
    source: open(),
    openAgain: async () => open(),
  });
  return { result, messages };
}

test('with a share as maxErrors, the whole file decides, and exactly the share is allowed', async () => {
  const { result: whole } = await runWithShare('100 %');
  const { errorRecords, totalRecords } = whole;
  assert.ok(errorRecords > 5 && errorRecords < totalRecords);
  // The share in hundredths of a per cent, rounded up and down.
  const allowed = Math.ceil((errorRecords * 10_000) / totalRecords) / 100;
  const below = (Math.ceil((errorRecords * 10_000) / totalRecords) - 1) / 100;
  for (const delivery of DELIVERIES) {
    const good = await runWithShare(`${allowed} %`, delivery);
    assert.is(good.result.status, 'PARTIAL_SUCCESS');
    assert.is(good.messages, good.result.processedRecords);
    const bad = await runWithShare(`${below}%`, delivery);
    assert.is(bad.result.failure?.code, 'too_many_errors');
    assert.ok(bad.result.failure?.message.startsWith(`${errorRecords} of ${totalRecords} records`));
    assert.equal([bad.messages, bad.result.publishedRecords, bad.result.totalRecords], [0, 0, totalRecords]);
  }
});

test('a share of errors is exact at its edge', () => {
  const counters = { ...createCheckpoint().counters, totalRecords: 100, errorRecords: 2 };
  assert.is(findTooManyErrors(toErrorOptions('2 %'), { counters, position: null }), null);
  assert.is(findTooManyErrors(toErrorOptions('2%'), { counters, position: null }), null);
  assert.is.not(findTooManyErrors(toErrorOptions('1.99 %'), { counters, position: null }), null);
  assert.is(findTooManyErrors(toErrorOptions(0), { counters, position: null }), null, 'a number stops the run earlier');
});

test('maxErrors takes numbers and shares, and nothing else', () => {
  assert.equal(['0', '12', '2 %', '2%', '0.5%', '100 %'].map(parseErrorLimit), [0, 12, '2 %', '2 %', '0.5 %', '100 %']);
  for (const text of ['', '-1', '1.5', '101 %', '2  %', '% 2', '2.123 %', '2 % '])
    assert.throws(() => parseErrorLimit(text), /takes a whole number, 0 or more, or a share of all records/);
});

test.run();
