import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import type { RunRequest } from '../../runtime/runs/run-request.ts';
import { createFileMemory } from '../../runtime/reading/source/file-memory.ts';
import type { SpooledFile } from '../../runtime/reading/source/spool.ts';
import { collect, createRequest, type Given, openAll, type Opened, rejectionOf, suiteOfRuns } from './data-folder.ts';
import { eventually } from './service.ts';

/** Runs whose files are stored in the database. */
const test = suiteOfRuns('small files of runs', 'each');

const LINES = 'a\nE b\nF c\nW d\n';

async function inMemory(folder: string, content: Uint8Array): Promise<SpooledFile> {
  const options = { fileName: 'a.txt', maxBytes: Infinity };
  const file = await createFileMemory(folder).receive(Readable.from([content]), content.length, options);
  if (file === null) throw new Error('there is no room in the memory');
  return file;
}

/** Creates a request whose file is in memory. */
async function smallRequest(folder: string, content: string | Uint8Array, given: Given = {}): Promise<RunRequest> {
  return { ...(await createRequest(folder, '', given)), spooled: await inMemory(folder, Buffer.from(content)) };
}

async function accept({ runs }: Opened, request: RunRequest): Promise<string> {
  const accepted = await runs.accept(request);
  assert.is(accepted.kind, 'accepted');
  return (accepted as { runId: string }).runId;
}

async function everything({ runs, store }: Opened, runId: string, topic: string): Promise<unknown> {
  const result = { ...(await runs.finished(runId)), durationMs: 0, runId: '' };
  const messages = (await collect(store.topics.messages(topic, { from: 0, limit: 100 }))).flat();
  return {
    result,
    messages: messages.map(({ timestamp: _, ...message }) => message),
    errors: (await collect(runs.errors(runId))).join(''),
    rejects: Buffer.concat(await collect(runs.rejects(runId))).toString(),
  };
}

for (const [what, options] of Object.entries({
  'at-least-once': {},
  'all-or-nothing': { delivery: 'all-or-nothing', maxErrors: 9 },
  'with dead letters': {},
  'too many errors': { maxErrors: 0 },
} as const)) {
  test(`a run of a small file has the results of one in the spool: ${what}`, async ({ all, folder }) => {
    const given = (topic: string): Given => ({
      topic,
      ...(what === 'with dead letters' && { deadLetterTopic: 'd' }),
      options: { ...options, skipInvalidRecords: true },
      onDuplicateFile: 'ALLOW',
    });
    const small = await accept(all, await smallRequest(folder, LINES, given('small')));
    const expected = await accept(all, await createRequest(folder, LINES, given('spooled')));
    assert.equal(await everything(all, small, 'small'), await everything(all, expected, 'spooled'));
    assert.is((await all.store.runs.find(small))?.spoolName?.startsWith('small-'), true);
  });
}

test('a compressed small file is published, and its dead letters are the original bytes', async ({ all, folder }) => {
  const given: Given = { deadLetterTopic: 'd', options: { skipInvalidRecords: true } };
  const runId = await accept(all, await smallRequest(folder, gzipSync(LINES), given));
  assert.is((await all.runs.finished(runId)).totalRecords, 4);
  const letters = (await collect(all.store.topics.messages('d', { from: 0, limit: 9 }))).flat();
  assert.equal(
    letters.map(({ value }) => value),
    ['E b\n', 'F c\n'],
  );
});

test('a small file of an interrupted run is verified and published by the next process', async (at) => {
  const request = await smallRequest(at.folder, LINES);
  // This process stops before a thread starts the run.
  const runId = await accept(at.all, request);
  await at.all.close();
  at.all = await openAll(at.folder);
  await at.all.runs.resume();
  await eventually(async () => (await at.all.runs.get(runId))?.finishedAt !== null);
  const { fileSha256, totalRecords } = await at.all.runs.finished(runId);
  assert.equal([fileSha256, totalRecords], [createHash('sha256').update(LINES).digest('hex'), 4]);
  assert.is((await at.all.store.topics.list())[0]?.messages, 3);
});

test('small files of more runs than remain in memory are read from the store', async ({ all, folder }) => {
  const runs = await Promise.all(
    Array.from({ length: 100 }, async (_, index) =>
      accept(all, await smallRequest(folder, `line ${index}\n`, { topic: `t${index % 3}` })),
    ),
  );
  for (const runId of runs) assert.is((await all.runs.finished(runId)).status, 'SUCCESS');
  const topics = await all.store.topics.list();
  assert.is(
    topics.reduce((sum, { messages }) => sum + messages, 0),
    100,
  );
});

test('the small file of a run is removed with it, or after the configured time', async (at) => {
  const names: string[] = [];
  for (const text of ['a\n', 'b\n']) {
    const runId = await accept(at.all, await smallRequest(at.folder, text));
    await at.all.runs.finished(runId);
    names.push((await at.all.store.runs.find(runId))?.spoolName ?? '');
    assert.ok(await at.all.runs.hasFile(runId));
    if (text === 'a\n') await at.all.runs.remove(runId);
  }
  const [removed = '', kept = ''] = names;
  assert.equal([await at.all.store.smallFiles.has(removed), await at.all.store.smallFiles.has(kept)], [false, true]);
  await at.all.close();
  at.all = await openAll(at.folder, { keepFilesMs: 0 });
  await at.all.runs.resume();
  await eventually(async () => !(await at.all.store.smallFiles.has(kept)));
});

test('a run whose small file is missing fails, and nothing is written to the spool', async ({ all, folder }) => {
  const blocked = await smallRequest(folder, 'a\n');
  const runId = await accept(all, { ...blocked, spooled: { ...blocked.spooled, fileName: 'b' } });
  await all.runs.finished(runId);
  await all.store.smallFiles.remove((await all.store.runs.find(runId))?.spoolName ?? '');
  assert.is(await all.runs.hasFile(runId), false);
  assert.is((await rejectionOf(collect(all.runs.rejects(runId)))).name, 'FileGone');
  assert.not.ok(existsSync(join(folder, 'spool', (await all.store.runs.find(runId))?.spoolName ?? '')));
});

test.run();
