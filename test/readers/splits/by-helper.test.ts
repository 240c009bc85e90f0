/**
 * A run whose file another thread reads has the same result as one that reads it itself, whatever happens to the other
 * thread.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { readSpecFile } from '../../../runtime/state/registry/folder/spec-files.ts';
import type { Checkpoint } from '../../../runtime/base/model/checkpoint.ts';
import { runFile } from '../../../runtime/reading/run/run-file.ts';
import type { RunOptions } from '../../../runtime/base/model/run-info.ts';
import { openFileSource } from '../../../runtime/reading/source/file-source.ts';
import type { Helpers } from '../../../runtime/reading/split/read-in-splits.ts';
import { serveSplits } from '../../../runtime/reading/split/serve-splits.ts';
import { createTestInfo } from '../../support/run-info.ts';
import { loadModule } from '../../support/load-module.ts';
import { selectCases } from '../../support/property.ts';
import { ownHelpers } from './own-helpers.ts';

const specs = resolve(import.meta.dirname, '../../../specs');
const folder = mkdtempSync(join(tmpdir(), 'specmill-helper-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'payments.csv');
/** Large enough for data to remain when a helper becomes available. */
const BYTES = 3_000_000;

const module = await loadPayments();

async function loadPayments(): Promise<SpecModule> {
  const sample = readFileSync(join(specs, 'payments/payments.csv'));
  const behindHeader = sample.subarray(sample.indexOf(10) + 1);
  writeFileSync(
    path,
    Buffer.concat([sample, ...Array<Uint8Array>(Math.ceil(BYTES / behindHeader.length)).fill(behindHeader)]),
  );
  return loadModule(await readSpecFile(join(specs, 'payments.yaml')));
}

interface Kept {
  checkpoint: Checkpoint;
  batches: number;
}

async function run(
  options: Partial<RunOptions>,
  helpers: Helpers | null,
  { kept, signal, onCommit }: { kept?: Kept; signal?: AbortSignal; onCommit?: (batches: number) => void } = {},
) {
  const hash = createHash('sha256');
  const checkpoints: Kept[] = [];
  let readers = 0;
  const counted: SpecModule = {
    ...module,
    createTransformer: (...given) => (readers++, module.createTransformer(...given)),
  };
  const source = await openFileSource(path, 'f');
  try {
    const { durationMs: _, ...result } = await runFile({
      info: createTestInfo(module, { today: '2024-02-29', skipInvalidRecords: true, batchRecords: 1000, ...options }),
      module: counted,
      source,
      sink: {
        messages: true,
        open: async () => (kept === undefined ? null : structuredClone(kept.checkpoint)),
        async commit(batch, checkpoint) {
          hash.update(batch.bytes);
          checkpoints.push({ checkpoint: structuredClone(checkpoint), batches: checkpoints.length });
          onCommit?.(checkpoints.length);
          await turn();
        },
        close: async () => {},
      },
      ...(signal !== undefined && { signal }),
      ...(helpers !== null && { splits: { helpers, readers: 'one' as const, bytes: 1 } }),
    });
    return { result, events: hash.digest('hex'), checkpoints, readers };
  } finally {
    await source.close();
  }
}

test('with a helper, without one, and with one that leaves', async () => {
  const alone = await run({}, null);
  assert.ok(alone.checkpoints.length > 10);
  for (const [count, leavesAfterTurns] of [
    [1, Infinity],
    [2, Infinity],
    [0, Infinity],
    [1, 0],
    [1, 30],
    [2, 300],
  ] as const) {
    const helpers = ownHelpers(module, count, leavesAfterTurns);
    const { result, events, checkpoints, readers } = await run({}, helpers);
    await helpers.over();
    assert.equal(
      [result, events, checkpoints.at(-1)?.checkpoint.position],
      [alone.result, alone.events, alone.checkpoints.at(-1)?.checkpoint.position],
      `${count} ${leavesAfterTurns}`,
    );
    // Its own reader, and one more if it continues after a helper that has left.
    assert.ok(readers <= 2);
  }
});

test('the helper reads nearly everything', async () => {
  let readByHelper = 0;
  const counting: SpecModule = {
    ...module,
    createTransformer(options) {
      const transformer = module.createTransformer(options);
      return {
        push: (chunk) => ((readByHelper += chunk.length), transformer.push(chunk)),
        end: () => transformer.end(),
      };
    },
  };
  const helpers = ownHelpers(counting, 1);
  await run({}, helpers);
  await helpers.over();
  assert.ok(readByHelper > BYTES / 2, `${readByHelper} bytes`);
});

test('a helper cancelled before it starts reads nothing', async () => {
  const alone = await run({}, null);
  const serving: Promise<void>[] = [];
  const helpers: Helpers = {
    maxHelpers: 1,
    requestHelpers(request, onHelper) {
      const { port1, port2 } = new MessageChannel();
      serving.push(serveSplits(module, { ...request, port: port1 }, AbortSignal.abort()));
      onHelper(port2);
      return { end() {} };
    },
  };
  assert.equal((await run({}, helpers)).result, alone.result);
  await Promise.all(serving);
});

test('maxErrors stops the run at the same record', async () => {
  const { errorRecords } = (await run({}, null)).result;
  for (const maxErrors of [0, 7, Math.floor(errorRecords / 2), errorRecords - 1, errorRecords]) {
    const helpers = ownHelpers(module, 1);
    const alone = await run({ maxErrors }, null);
    const helped = await run({ maxErrors }, helpers);
    await helpers.over();
    assert.equal([helped.result, helped.events], [alone.result, alone.events], String(maxErrors));
  }
});

test('the run resumes after any batch', async () => {
  const alone = await run({}, null);
  for (const kept of selectCases(
    alone.checkpoints.filter((_, index) => index % 5 === 0),
    3,
  )) {
    const helpers = ownHelpers(module, 1);
    assert.equal((await run({}, helpers, { kept })).result, alone.result);
    await helpers.over();
  }
});

test('an aborted run releases its helper', async () => {
  const abort = new AbortController();
  const helpers = ownHelpers(module, 1);
  const reason = await run({ batchRecords: 10 }, helpers, {
    signal: abort.signal,
    onCommit: (batches) => batches === 3 && abort.abort(new Error('enough')),
  }).then(
    () => null,
    (error: unknown) => error,
  );
  assert.match(String(reason), /enough/);
  await helpers.over();
});

test.run();
