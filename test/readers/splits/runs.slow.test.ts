/** A run that reads its file in splits stops and resumes exactly like one that reads it as a whole. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { readSpecFile } from '../../../runtime/state/registry/folder/spec-files.ts';
import type { Checkpoint } from '../../../runtime/base/model/checkpoint.ts';
import { runFile } from '../../../runtime/reading/run/run-file.ts';
import { withErrorEmission } from '../../../runtime/runs/replay/emit-errors.ts';
import type { RunOptions } from '../../../runtime/base/model/run-info.ts';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { createNoneSink } from '../../../runtime/sink/none.ts';
import type { Sink } from '../../../runtime/sink/contract.ts';
import { openFileSource } from '../../../runtime/reading/source/file-source.ts';
import type { ThreadCall } from '../../../runtime/reading/workers/messages.ts';
import { createTestInfo } from '../../support/run-info.ts';
import { loadModule } from '../../support/load-module.ts';
import { selectCases } from '../../support/property.ts';
import { ownHelpers } from './own-helpers.ts';

const specs = resolve(import.meta.dirname, '../../../specs');
const folder = mkdtempSync(join(tmpdir(), 'specmill-split-runs-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  result: Omit<ProcessingResult, 'durationMs'>;
  events: string;
  /** The checkpoint after each batch, and the events up to it. */
  checkpoints: { checkpoint: Checkpoint; events: Buffer }[];
}

interface Way {
  module: SpecModule;
  path: string;
  options: Partial<RunOptions>;
  /** null: as a whole. */
  splits: { bytes: number; helpers: number } | null;
  /** Where the run resumes. */
  kept?: { checkpoint: Checkpoint; events: Buffer };
}

async function run({ module, path, options, splits, kept }: Way): Promise<Outcome> {
  let events = kept?.events ?? Buffer.alloc(0);
  const checkpoints: Outcome['checkpoints'] = [];
  const helpers = ownHelpers(module, splits?.helpers ?? 0);
  const source = await openFileSource(path, 'f');
  const { durationMs: _, ...result } = await runFile({
    info: createTestInfo(module, { today: '2024-02-29', ...options }),
    module,
    source,
    sink: {
      messages: true,
      open: async () => (kept === undefined ? null : structuredClone(kept.checkpoint)),
      commit: async (batch: Batch, checkpoint: Checkpoint) => {
        events = Buffer.concat([events, batch.bytes]);
        checkpoints.push({ checkpoint: structuredClone(checkpoint), events });
      },
      close: async () => {},
    },
    ...(splits !== null && { splits: { helpers, bytes: splits.bytes } }),
  });
  await helpers.over();
  await source.close();
  return { result, events: createHash('sha256').update(events).digest('hex'), checkpoints };
}

async function dryRun({
  module,
  path,
  options,
  splits,
  sink = createNoneSink(),
}: Omit<Way, 'kept'> & { sink?: Sink }): Promise<Outcome['result']> {
  const helpers = ownHelpers(module, splits?.helpers ?? 0);
  const source = await openFileSource(path, 'f');
  const { durationMs: _, ...result } = await runFile({
    info: createTestInfo(module, { today: '2024-02-29', ...options }, { fileSha256: null }),
    module,
    source,
    sink,
    ...(splits !== null && { splits: { helpers, bytes: splits.bytes } }),
  });
  await helpers.over();
  await source.close();
  return result;
}

const files = [
  ['payments', 'payments.csv'],
  ['people', 'people.csv'],
  ['direct-debits', 'direct-debits.txt'],
] as const;
for (const [name, file] of selectCases(files, 3)) {
  const path = join(folder, file);
  const load = async (): Promise<SpecModule> => loadModule(await readSpecFile(join(specs, `${name}.yaml`)));
  const sample = readFileSync(join(specs, name, file));
  const afterHeader = sample.subarray(name === 'direct-debits' ? 0 : sample.indexOf(10) + 1);
  writeFileSync(path, Buffer.concat([sample, ...Array<Uint8Array>(3).fill(afterHeader)]));

  test(`${name}: maxErrors stops a run in splits at the same record`, async () => {
    const module = await load();
    const {
      result: { errorRecords },
    } = await run({ module, path, options: {}, splits: null });
    assert.ok(errorRecords > 10);
    for (const maxErrors of selectCases([0, 1, 2, Math.floor(errorRecords / 2), errorRecords], 2)) {
      const options = { maxErrors, skipInvalidRecords: maxErrors % 2 === 0, batchRecords: 120 };
      const one = await run({ module, path, options, splits: null });
      assert.is(one.result.failure?.code, maxErrors < errorRecords ? 'too_many_errors' : undefined);
      for (const [bytes, helpers] of [
        [3000, 2],
        [700, 1],
        [20_000, 0],
      ] as const) {
        const { result, events } = await run({ module, path, options, splits: { bytes, helpers } });
        assert.equal({ result, events }, { result: one.result, events: one.events }, `${maxErrors} ${bytes}`);
      }
    }
  });

  test(`${name}: a dry run in splits has the same result, whatever the limit of its list and wherever it stops`, async () => {
    const module = await load();
    const { errorRecords, warningRecords } = await dryRun({ module, path, options: {}, splits: null });
    for (const errorLimit of selectCases(
      [0, 1, 7, errorRecords + warningRecords - 1, errorRecords + warningRecords],
      2,
    )) {
      for (const maxErrors of [null, Math.floor(errorRecords / 3)]) {
        const options = { errorLimit, maxErrors, skipInvalidRecords: errorLimit % 2 === 0 };
        const one = await dryRun({ module, path, options, splits: null });
        assert.is(
          one.errors.length,
          Math.min(
            errorLimit,
            maxErrors === null ? Infinity : one.errorRecords + one.warningRecords,
            errorRecords + warningRecords,
          ),
        );
        for (const [bytes, helpers] of [
          [3000, 2],
          [700, 1],
          [20_000, 0],
        ] as const) {
          assert.equal(
            await dryRun({ module, path, options, splits: { bytes, helpers } }),
            one,
            `${errorLimit} ${maxErrors} ${bytes}`,
          );
        }
      }
    }
  });

  test(`${name}: a dry run in splits reports every record with issues to its listener, whatever the limit of its list`, async () => {
    const module = await load();
    const reported: string[] = [];
    const signal = new AbortController().signal;
    const call = async (what: ThreadCall): Promise<void> => void (what.kind === 'lines' && reported.push(what.text));
    const report = async (splits: Way['splits']): Promise<string> => {
      reported.length = 0;
      await dryRun({
        module,
        path,
        options: { errorLimit: 1 },
        splits,
        sink: withErrorEmission(createNoneSink(), {
          signal,
          cancelled: new AbortController().signal,
          call,
          progress: () => {},
          helpers: null,
        }),
      });
      return reported.join('');
    };
    const one = await report(null);
    assert.ok(one.split('\n').length > 10);
    for (const splits of [
      { bytes: 3000, helpers: 2 },
      { bytes: 700, helpers: 0 },
    ])
      assert.is(await report(splits), one);
  });

  test(`${name}: a run in splits resumes after any batch`, async () => {
    const module = await load();
    const options = { skipInvalidRecords: true, batchRecords: 120 };
    const one = await run({ module, path, options, splits: null });
    const { checkpoints, ...first } = await run({ module, path, options, splits: { bytes: 2500, helpers: 1 } });
    assert.equal([first.result, first.events], [one.result, one.events]);
    assert.ok(checkpoints.length > 5, `${checkpoints.length} batches`);
    for (const kept of selectCases(checkpoints.slice(0, -1), 5)) {
      const { result, events } = await run({ module, path, options, splits: { bytes: 1800, helpers: 1 }, kept });
      assert.equal([result, events], [one.result, one.events]);
    }
  });
}

test.run();
