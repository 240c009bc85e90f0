/**
 * A full disk at each kind of write: a small tmpfs, filled with a ballast file. Mounting needs root. Without it the
 * tests are skipped, and fail in CI.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RunNotFinished } from '../../../runtime/runs/run-request.ts';
import { openSpool } from '../../../runtime/reading/source/spool.ts';
import { openConnection } from '../../../runtime/state/store/sqlite/open-connection.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import {
  cacheModule,
  collect,
  createRequest,
  openAll,
  type Opened,
  rejectionOf,
  toTopic,
} from '../../runtime/data-folder.ts';
import { cacheFakeModule, createWorkplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';
import { type Disk, DISK_MIB, mountDisk } from './small-disk.ts';

const test = suite<{ disk: Disk; all: Opened }>('a full disk');
const canMount = mountDisk();
canMount?.remove();
const check = skipIf(canMount === null ? 'only root can mount a tmpfs' : null, test);

test.before.each(async (context) => {
  const disk = mountDisk();
  if (disk === null) return;
  context.disk = disk;
  context.all = await openPatiently(disk.folder);
});
test.after.each(async ({ disk, all }) => {
  if (disk === undefined) return;
  await all.close();
  const connection = await openConnection(join(disk.folder, 'specmill.sqlite'), { mode: 'read', busyMs: 0 });
  assert.equal(await connection.all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
  await connection.close();
  disk.remove();
});

// Long enough for a pause to be observed.
const openPatiently = (folder: string) => openAll(folder, { pauseMs: { first: 1000, max: 1000 } });
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index % 10 === 0 ? 'E ' : ''}a line of some length ${index}\n`).join(
    '',
  );
async function* chunks(bytes: number) {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536, 'x');
}
const values = async ({ store }: Opened) =>
  (await collect(store.topics.messages('t', { from: 0, limit: Infinity }))).flat().map(({ value }) => value);

check('receiving a file: DiskFull, nothing remains of it, and there is room for the next one', async ({ disk }) => {
  const spool = openSpool(disk.folder);
  assert.is(
    (await rejectionOf(spool.receive(chunks((2 * DISK_MIB) << 20), { fileName: 'a', maxBytes: Infinity }))).name,
    'DiskFull',
  );
  assert.equal(readdirSync(join(disk.folder, 'spool')), []);
  assert.is((await spool.receive(chunks(1 << 20), { fileName: 'a', maxBytes: Infinity })).bytes, 1 << 20);
  disk.fill(0);
  assert.is(
    (await rejectionOf(spool.receive(chunks(1 << 20), { fileName: 'a', maxBytes: Infinity }))).name,
    'DiskFull',
  );
});

check(
  'specs and requests: DiskFull, no partial effect, and the same call succeeds once there is room',
  async ({ disk, all }) => {
    const spec = { id: '1', name: 'a', body: 'x'.repeat(1 << 20), version: 'v' };
    const request = await createRequest(disk.folder, 'a\n');
    disk.fill(0);
    assert.is((await rejectionOf(all.store.specs.insert(spec))).name, 'DiskFull');
    // A small row may fit into a free page, many rows do not.
    const accepted: string[] = [];
    const tries = Array.from({ length: 500 }, (_, index) => ({
      ...request,
      topic: `t${index}`,
      requestHash: 'h'.repeat(20_000),
    }));
    let error: Error | null = null;
    for (const one of tries) {
      try {
        const { runId } = (await all.runs.accept(one)) as { runId: string };
        accepted.push(runId);
      } catch (reason) {
        error = reason as Error;
        break;
      }
    }
    assert.is(error?.name, 'DiskFull');
    assert.equal(await all.store.specs.list(), []);
    disk.free();
    assert.is((await all.store.specs.insert(spec)).kind, 'inserted');
    const after = (await all.runs.accept({ ...request, destination: toTopic('last') })) as { runId: string };
    for (const runId of [...accepted, after.runId]) {
      while (!['SUCCESS'].includes((await all.runs.get(runId))?.status ?? ''))
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.is((await all.runs.list({ limit: 1000 })).length, accepted.length + 1);
  },
);

check('a run without room pauses, and resumes on its own once there is some', async ({ disk, all }) => {
  const text = lines(100_000);
  const request = await createRequest(disk.folder, text, {
    deadLetterTopic: 'd',
    options: { skipInvalidRecords: true, batchRecords: 500 },
  });
  disk.fill(2 << 20);
  const { runId } = (await all.runs.accept(request)) as { runId: string };
  const failure = await rejectionOf(all.runs.finished(runId));
  assert.ok(failure instanceof RunNotFinished, String(failure));
  assert.equal([failure.code, failure.runId], ['disk_full', runId]);
  const paused = await all.runs.get(runId);
  assert.equal([paused?.status, paused?.pause?.code, paused?.finishedAt], ['PAUSED', 'disk_full', null]);
  const seen = await values(all);
  assert.is(seen.length, paused?.processedRecords);
  await new Promise((resolve) => setTimeout(resolve, 300));
  disk.free();
  while ((await all.runs.get(runId))?.finishedAt === null) await new Promise((resolve) => setTimeout(resolve, 20));
  const result = await all.runs.finished(runId);
  assert.equal(
    [result.status, result.totalRecords, result.skippedRecords, result.errors.length],
    ['PARTIAL_SUCCESS', 100_000, 10_000, 1000],
  );
  const expected = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('E'))
    .map((line) => JSON.stringify({ line }));
  const published = await values(all);
  assert.is(published.length, expected.length);
  published.forEach((value, index) => assert.is(value, expected[index]));
});

check('a run that is paused over a full disk can be cancelled, and its space is free', async ({ disk, all }) => {
  for (const [delivery, size] of [
    ['all-or-nothing', 2 << 20],
    ['at-least-once', 2 << 20],
  ] as const) {
    const request = await createRequest(disk.folder, lines(100_000), { options: { delivery, maxErrors: 1e6 } });
    disk.fill(size);
    const { runId } = (await all.runs.accept(request)) as { runId: string };
    await rejectionOf(all.runs.finished(runId));
    disk.fill(0);
    await all.runs.cancel(runId);
    while ((await all.runs.get(runId))?.finishedAt === null) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.is((await all.runs.get(runId))?.failure?.code, 'cancelled');
    await all.runs.remove(runId);
    disk.free();
  }
});

check('a run killed by a full disk resumes in the next process', async (context) => {
  const { disk } = context;
  const request = await createRequest(disk.folder, lines(100_000));
  disk.fill(2 << 20);
  const { runId } = (await context.all.runs.accept(request)) as { runId: string };
  await rejectionOf(context.all.runs.finished(runId));
  await context.all.close();
  // A process that finds no room for its own files does not start.
  disk.free();
  context.all = await openAll(disk.folder);
  assert.is(await context.all.runs.resume(), 1);
  while ((await context.all.runs.get(runId))?.finishedAt === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await values(context.all)).length, 100_000);
});

check(
  'transform --topic reports it with exit code 3, and the same command resumes once there is room',
  async (context) => {
    const { disk } = context;
    await context.all.close();
    const at = createWorkplace();
    await cacheFakeModule(at);
    cpSync(at.path('.data/modules'), join(disk.folder, 'modules'), { recursive: true });
    at.write('a.txt', lines(60_000));
    const call = () =>
      at.call(['transform', '--spec', 'fake', 'a.txt', '--topic', 't', '--data', disk.folder, '--json']);
    disk.fill(1 << 20);
    const received = call();
    assert.equal(
      [received.code, received.stdout, received.stderr],
      [3, '', 'specmill: there is no space left on the device of the data folder\n'],
    );
    disk.free();
    disk.fill(6 << 20);
    const broken = call();
    assert.equal([broken.code, broken.stdout], [3, '']);
    assert.match(
      broken.stderr,
      /^specmill: the run was interrupted: there is no space left on the device of the data folder\. Run the same command again to resume it\n$/,
    );
    disk.free();
    const whole = call();
    assert.match(whole.stderr, /^resuming an interrupted run of this file/);
    assert.equal([whole.code, JSON.parse(whole.stdout).processedRecords], [1, 60_000]);
    at.remove();
    context.all = await openAll(disk.folder);
    assert.is((await values(context.all)).length, 60_000);
  },
);

check('a data folder cannot be opened without room, and opens later', async (context) => {
  const { disk } = context;
  await context.all.close();
  for (const name of readdirSync(disk.folder)) rmSync(join(disk.folder, name), { recursive: true });
  disk.fill(0);
  const data = join(disk.folder, 'data');
  const error = await rejectionOf(openStore(data));
  assert.is(error.name, 'DiskFull', String(error));
  disk.free();
  context.all = await openAll(disk.folder);
  await (await openStore(data)).close();
  cacheModule(data);
  assert.ok(existsSync(join(data, 'specmill.sqlite')));
});

test.run();
