/** A transform with FATAL file rules reads its file twice in splits, with the results of one thread. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Checkpoint } from '../../../runtime/base/model/checkpoint.ts';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { runFile } from '../../../runtime/reading/run/run-file.ts';
import { openFileSource } from '../../../runtime/reading/source/file-source.ts';
import { createTestInfo } from '../../support/run-info.ts';
import { loadModule } from '../../support/load-module.ts';
import { ownHelpers } from './own-helpers.ts';
import { nested, writeNested } from './typed-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-split-gate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const module = await loadModule({ text: JSON.stringify(nested), path: 'spec.json', syntax: 'json' });

interface Outcome {
  result: Omit<ProcessingResult, 'durationMs'>;
  events: string;
  /** The checkpoint after each batch, and the events up to it. */
  commits: { checkpoint: Checkpoint; events: string }[];
  /** How often helpers were requested. */
  requests: number;
}

async function transform(
  text: string,
  splitBytes: number | null,
  { stored, minReaders = 1 }: { stored?: Outcome['commits'][0]; minReaders?: number } = {},
): Promise<Outcome> {
  const path = join(folder, 'file.txt');
  writeFileSync(path, text);
  const own = ownHelpers(module, 1);
  let requests = 0;
  const helpers: typeof own = {
    ...own,
    requestHelpers(...request) {
      requests++;
      return own.requestHelpers(...request);
    },
  };
  const source = await openFileSource(path, 'f');
  const commits: Outcome['commits'] = [];
  let events = stored?.events ?? '';
  const { durationMs: _, ...result } = await runFile({
    info: createTestInfo(module, { today: '2026-06-30', batchRecords: 200 }),
    module,
    source,
    sink: {
      messages: true,
      minReaders,
      open: async () => stored?.checkpoint ?? null,
      commit: async ({ bytes }, checkpoint) => {
        events += Buffer.from(bytes).toString();
        commits.push({ checkpoint: structuredClone(checkpoint), events });
      },
      close: async () => {},
    },
    openAgain: async () => openFileSource(path, 'f'),
    ...(splitBytes !== null && { splits: { helpers, bytes: splitBytes } }),
  });
  await own.over();
  await source.close();
  return { result, events, commits, requests };
}

const SPLIT_BYTES = 10_000;
const text = writeNested(40, 100);
const broken = writeNested(40, 100, 1);

test('a broken total of the last split closes the gate', async () => {
  const { result, events, commits, requests } = await transform(broken, SPLIT_BYTES);
  assert.is(requests, 1, 'only the first reading');
  assert.is(result.failure?.code, 'file_rule_broken');
  assert.is(events, '');
  assert.is(commits.length, 1);
  assert.equal(result, (await transform(broken, null)).result);
});

test('an open gate publishes the events of one thread', async () => {
  const { result, events, requests } = await transform(text, SPLIT_BYTES);
  const expected = await transform(text, null);
  assert.is(requests, 2);
  assert.is(result.status, 'SUCCESS');
  assert.is(result.publishedRecords, 4000);
  assert.equal(result, expected.result);
  assert.ok(events === expected.events);
});

test('with too few threads for the sink, only the first reading is in splits', async () => {
  const { result, events, requests } = await transform(text, SPLIT_BYTES, { minReaders: 3 });
  const expected = await transform(text, null);
  assert.is(requests, 1);
  assert.equal(result, expected.result);
  assert.ok(events === expected.events);
  assert.is((await transform(text, SPLIT_BYTES, { minReaders: 2 })).requests, 2);
});

test('a run resumes after a batch of a split, with one thread or in splits', async () => {
  const { result, events, commits } = await transform(text, SPLIT_BYTES);
  assert.ok(commits.length > 12);
  for (const commit of [commits[3], commits[commits.length - 4]]) {
    const stored = JSON.parse(JSON.stringify(commit)) as Outcome['commits'][0];
    for (const splitBytes of [null, SPLIT_BYTES]) {
      const resumed = await transform(text, splitBytes, { stored: structuredClone(stored) });
      assert.ok(resumed.events === events);
      assert.equal(resumed.result, result);
    }
  }
});

test.run();
