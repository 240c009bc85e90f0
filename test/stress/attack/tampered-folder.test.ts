import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDataFolder, createRequest, openAll } from '../../runtime/data-folder.ts';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS,
  ORDERS_CSV,
  ORDERS_YAML,
  startService,
} from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';

const test = suite<{ folder: string; remove(): void }>('a data folder that others change');

test.before.each((context) => void Object.assign(context, createDataFolder()));
test.after.each(({ remove }) => remove());

const LINES = 'a line of a file\n'.repeat(50_000);

/** Accepts a run and stops before it has ended. Returns its id. */
async function leaveRun(folder: string): Promise<string> {
  const all = await openAll(folder);
  const { runId } = (await all.runs.accept(await createRequest(folder, LINES))) as { runId: string };
  await all.close();
  return runId;
}

/** Resumes a run in another process. Returns the code of its failure. */
async function resume(folder: string, runId: string): Promise<string | undefined> {
  const all = await openAll(folder);
  try {
    await all.runs.resume();
    return (await all.runs.finished(runId)).failure?.code;
  } finally {
    await all.close();
  }
}

test('a service whose data folder is deleted stores no spec, and is not ready', async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const service = await startService(at);
  assert.is((await service.fetch('//health/ready')).status, 200);
  rmSync(at.path('.data'), { recursive: true });
  assert.is((await service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'lost' }))).status, 503);
  const body = formOf({ specId: 'orders', brokerTopic: 't', file: csvFile(ORDERS_CSV) });
  assert.is((await service.fetch('/transform/file-to-events', { method: 'POST', body })).status, 503);
  const ready = await service.fetch('//health/ready');
  assert.equal([ready.status, ((await ready.json()) as { status: string }).status], [503, 'data_folder_lost']);
  service.signal('SIGKILL');
  at.remove();
});

test('a file that was altered before its run resumes ends the run as FAILED', async ({ folder }) => {
  const runId = await leaveRun(folder);
  const [name = ''] = readdirSync(join(folder, 'spool'));
  appendFileSync(join(folder, 'spool', name), 'a line more\n');
  assert.is(await resume(folder, runId), 'file_altered');
});

for (const forged of [
  '{}',
  'null',
  '{"position":{"byteOffset":-1}}',
  '[1]',
  '{"position":null,"counters":null}',
  'no JSON',
]) {
  test(`a forged progress slot (${forged}) does not stop its run`, async ({ folder }) => {
    const runId = await leaveRun(folder);
    const json = `{"runId":"${runId}","durationMs":1,"checkpoint":${forged}}`;
    const hash = createHash('sha256').update(json).digest('hex');
    mkdirSync(join(folder, 'progress'), { recursive: true });
    writeFileSync(join(folder, 'progress', runId), `specmill-progress-1 ${hash} ${json}\n`.padEnd(131_072, '\0'));
    assert.is(await resume(folder, runId), undefined);
  });
}

test('a damaged database ends a run instead of pausing it for ever', async ({ folder }) => {
  const all = await openAll(folder);
  let opened = 0;
  const { insertOpened } = all.store.runs;
  // The journal that opens with the run would not meet the damage.
  all.store.runs.insertOpened = async (run) => {
    const inserted = await insertOpened(run);
    await inserted.journal?.journal.close();
    return { ...inserted, journal: null };
  };
  all.store.runs.openJournal = () => {
    opened++;
    return Promise.reject(Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' }));
  };
  const { runId } = (await all.runs.accept(await createRequest(folder, LINES))) as { runId: string };
  await all.runs.finished(runId).catch(() => {});
  await eventually(async () => (await all.runs.get(runId))?.status !== 'PAUSED');
  // Two attempts to read the file, because a page that could not be read once looks the same, and one to record the end.
  assert.is(opened, 3);
  await all.close();
});

test('a broken cache does not end the start', async () => {
  const at = createWorkplace({ hasOwnModules: true });
  at.write('specs/orders.yaml', ORDERS_YAML);
  at.write('orders.csv', ORDERS_CSV);
  at.call(['validate', '--spec', 'orders', 'orders.csv']);
  for (const name of readdirSync(at.path('.data/modules'))) {
    rmSync(at.path(`.data/modules/${name}`));
    mkdirSync(at.path(`.data/modules/${name}/x`), { recursive: true });
  }
  const service = await startService(at);
  const body = formOf({ specId: 'orders', file: csvFile(ORDERS_CSV) });
  assert.is((await service.fetch('/transform/validate', { method: 'POST', body })).status, 200);
  const body2 = formOf({ specId: 'orders', brokerTopic: 't', file: csvFile(ORDERS_CSV) });
  assert.is((await service.fetch('/transform/file-to-events', { method: 'POST', body: body2 })).status, 200);
  await service.stop();
  at.remove();
});

test.run();
