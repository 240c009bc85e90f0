import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuditLog } from '../../runtime/state/access/audit/audit-log.ts';
import { DiskFull } from '../../runtime/base/model/disk-full.ts';
import { openTestStore } from '../support/test-store.ts';
import type { AuditEntry } from '../../runtime/state/store/audit.ts';
import { collect, createDataFolder, createRequest, openAll, type Opened, rejectionOf, SILENT } from './data-folder.ts';
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

test('nothing of an unfinished run is removed, whatever the times are', async ({ folder }) => {
  const LINES = 5000;
  const text = Array.from({ length: LINES }, (_, index) => `line ${index}\n`).join('');
  // How many commits have room. The first run has as many as it needs, which a slow database decides.
  let room = Infinity;
  const checkSpace = async (): Promise<void> => {
    if (room-- <= 0) throw new DiskFull();
  };
  const all = await openAll(folder, { keep: { runsMs: 0, messagesMs: 0 }, keepFilesMs: 0, checkSpace });
  const ended = (await all.runs.accept(await createRequest(folder, 'x\n', { topic: 'other' }))) as { runId: string };
  await all.runs.finished(ended.runId);
  // A slow database makes a commit for the start of the run, and others for several batches.
  room = 4;
  const request = await createRequest(folder, text, { options: { batchRecords: 50 } });
  const { runId } = (await all.runs.accept(request)) as { runId: string };
  await rejectionOf(all.runs.finished(runId));
  const read = async () => (await collect(all.store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
  const before = await read();
  assert.ok(before.length > 0 && before.length < LINES, `${before.length}`);
  await sweepUntilGone(all, ended.runId);
  assert.equal(await read(), before, 'the messages of the paused run');
  await all.close();
  const later = await openAll(folder);
  await later.runs.resume();
  await later.runs.finished(runId);
  assert.is((await later.runs.get(runId))?.processedRecords, LINES, 'the run has found its file');
  await later.close();
});

/** Sweeps until this run is removed. */
async function sweepUntilGone({ runs }: Opened, runId: string): Promise<void> {
  await eventually(async () => {
    runs.sweep();
    return (await runs.get(runId)) === null;
  });
}

test('messages and entries of the audit are removed in small steps', async ({ folder }) => {
  const all = await openAll(folder);
  const text = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
  const accepted = await all.runs.accept(await createRequest(folder, text, { options: { batchRecords: 1 } }));
  await all.runs.finished((accepted as { runId: string }).runId);
  const read = async () => (await collect(all.store.topics.messages('t', { from: 0, limit: Infinity }))).flat().length;
  const messages: number[] = [];
  while (await all.store.runs.removeOldBatches(Date.now())) messages.push(await read());
  assert.equal(messages, [68, 36, 4, 0]);
  for (let index = 0; index < 3; index++)
    await all.store.audit.append(() => Array.from({ length: 400 }, () => entryAt(5)));
  await all.store.audit.append(() => [entryAt(10)]);
  const entries: number[] = [];
  while (await all.store.audit.removeBefore(10)) entries.push((await all.store.audit.list({ limit: 5000 })).length);
  assert.equal(entries, [701, 201, 1], 'an entry of that time or later stays');
  await all.close();
});

test('the audit removes old entries when it is opened, and adds new ones at the same time', async ({ folder }) => {
  const store = await openTestStore(folder);
  const now = Date.now();
  await store.audit.append(() => [
    ...Array.from({ length: 900 }, () => entryAt(now - 7_200_000)),
    entryAt(now - 60_000),
  ]);
  const audit = createAuditLog({ store: store.audit, file: null, keepMs: 3_600_000, log: SILENT });
  await audit.recordChange(entryAt(now));
  await eventually(async () => (await audit.list({ limit: 1000 })).length === 2);
  assert.equal(
    (await audit.list({ limit: 10 })).map(({ at }) => at),
    [now, now - 60_000],
  );
  await audit.close();
  await store.close();
});

function entryAt(at: number): AuditEntry {
  const none = {
    keyId: null,
    target: null,
    specVersionBefore: null,
    specVersionAfter: null,
    runId: null,
    comment: null,
  };
  return { ...none, at, principal: 'key:k', address: '', method: 'GET', path: '/api/v1/specs', status: 200 };
}

test.run();
