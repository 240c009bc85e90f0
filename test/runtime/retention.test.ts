import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collect, createDataFolder, createRequest, openAll } from './data-folder.ts';
import { eventually } from './service.ts';

const test = suite<{ folder: string; remove(): void }>('retention of runs and messages');

test.before.each((context) => {
  Object.assign(context, createDataFolder());
});
test.after.each(({ remove }) => remove());

/** Publishes a file in a process that stores everything for ever, or for `keep`. */
async function publish(folder: string, text: string): Promise<string> {
  const all = await openAll(folder);
  const accepted = await all.runs.accept(await createRequest(folder, text));
  const { runId } = accepted as { runId: string };
  await all.runs.finished(runId);
  await all.close();
  return runId;
}

test('runs are removed with their files after the configured time, and their messages stay', async ({ folder }) => {
  const runId = await publish(folder, 'a\nE b\n');
  const all = await openAll(folder, { keep: { runsMs: 3_600_000, messagesMs: null } });
  await all.runs.resume();
  all.runs.sweep();
  assert.is((await all.runs.get(runId))?.status, 'PARTIAL_SUCCESS', 'a younger run stays');
  await all.close();
  const later = await openAll(folder, { keep: { runsMs: 0, messagesMs: null } });
  await later.runs.resume();
  await eventually(async () => (await later.runs.get(runId)) === null);
  assert.equal(readdirSync(join(folder, 'spool')), []);
  assert.is((await collect(later.store.topics.messages('t', { from: 0, limit: 10 }))).flat().length, 2);
  await later.close();
});

test('old messages are removed, the offsets of later ones stay, and their runs remain', async ({ folder }) => {
  const first = await publish(folder, 'a\nb\n');
  const all = await openAll(folder, { keep: { runsMs: null, messagesMs: 0 } });
  await all.runs.resume();
  const read = async () => (await collect(all.store.topics.messages('t', { from: 0, limit: 10 }))).flat();
  await eventually(async () => (await read()).length === 0);
  assert.is((await all.runs.get(first))?.processedRecords, 2);
  assert.equal(await all.store.topics.list(), [{ name: 't', messages: 2 }]);
  await all.close();
  await publish(folder, 'c\n');
  const later = await openAll(folder);
  const messages = (await collect(later.store.topics.messages('t', { from: 0, limit: 10 }))).flat();
  assert.equal(
    messages.map(({ offset, value }) => [offset, value]),
    [[2, '{"line":"c"}']],
  );
  await later.close();
});

test.run();
