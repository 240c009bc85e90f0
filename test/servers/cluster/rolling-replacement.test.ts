/**
 * Instances are replaced one by one by a build whose tables have one more migration, while runs are in progress. Nothing
 * fails, and every record is published once.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { TABLES_VERSION } from '../../../runtime/state/store/engine/schema.ts';
import { openClient } from '../../../runtime/state/store/postgresql/client.ts';
import { mixedOrders, ordersForm } from '../kafka/orders.ts';
import { rejectionOf } from '../../runtime/data-folder.ts';
import { fetchRun, waitForEnd } from '../../runtime/service-run.ts';
import { eventually } from '../../runtime/service.ts';
import { findTestProgram } from '../../support/runner/test-program.ts';
import { type ClusterPlace, type Instance, testCluster } from './cluster-place.ts';
import { checkTopics, createTopics, optionsOf, sendUntilStored, withoutTimes } from './cluster-runs.ts';

const RUNS = 3;
const RECORDS = 40_000;
const BYTES_A_SECOND = 1_000_000;
const CUT_MS = 1000;
const file = mixedOrders(RECORDS);
const LAST_STEP = 'TABLES_VERSION = SCHEMA_STEPS.length';
const NEXT_STEP = 'ALTER TABLE runs ADD COLUMN next_build TEXT';

/** Creates a build with one more migration from that of this test run. Returns its program. */
async function createNextBuild(): Promise<string> {
  const folder = dirname((await findTestProgram()).program);
  const next = `${folder}-next`;
  process.on('exit', () => rmSync(next, { recursive: true, force: true }));
  cpSync(folder, next, { recursive: true });
  let changed = 0;
  for (const name of readdirSync(next, { recursive: true, encoding: 'utf8' }).filter((one) => /\.c?js$/.test(one))) {
    const text = readFileSync(join(next, name), 'utf8');
    if (!text.includes(LAST_STEP)) continue;
    writeFileSync(join(next, name), text.replace(LAST_STEP, `TABLES_VERSION = SCHEMA_STEPS.push("${NEXT_STEP}")`));
    changed++;
  }
  assert.is(changed, 1);
  return join(next, 'specmill.js');
}

async function readVersion({ postgres }: ClusterPlace): Promise<number> {
  const { client } = await openClient(postgres, 'test');
  try {
    const { rows } = await client.query<{ tables_version: number }>('SELECT tables_version FROM store_state');
    return rows[0]?.tables_version ?? 0;
  } finally {
    await client.end();
  }
}

await testCluster('rolling replacement', (test) => {
  test(`of three instances by a build with one more migration, during ${RUNS} runs`, async (place) => {
    const { start, proxy, network } = place;
    const next = await createNextBuild();
    const old: Instance[] = [await start(), await start(), await start()];
    const [first, second] = old as [Instance, Instance, Instance];
    const topics = ['whole', ...Array.from({ length: RUNS + 1 }, (_, run) => `run-${run}`)];
    for (const topic of topics) await createTopics(place, topic);
    const send = (topic: string, by: Instance): Promise<string> =>
      sendUntilStored(by, ordersForm(topic, file, optionsOf(topic)));
    const whole = withoutTimes(await waitForEnd(first, await send('whole', first)));
    proxy.slow(BYTES_A_SECOND);
    const runIds = await Promise.all(topics.slice(1, RUNS + 1).map((topic) => send(topic, first)));
    await eventually(async () => (await fetchRun(second, runIds[0] ?? '')).status !== 'QUEUED', 30_000);

    const replaced: Instance[] = [];
    for (const instance of old) {
      instance.signal('SIGTERM');
      assert.is(await instance.exited, 0, instance.stderr());
      replaced.push(await start([], next));
      if (replaced.length > 1) continue;
      assert.is(await readVersion(place), TABLES_VERSION + 1);
      // The earlier build works on the new tables, also after it has connected again.
      await network.cut('postgresql');
      await sleep(CUT_MS);
      await network.restore();
      await eventually(async () => (await second.fetch('//health/ready')).status === 200, 30_000);
      runIds.push(await send(topics.at(-1) ?? '', second));
      assert.is((await fetchRun(second, runIds[0] ?? '')).failure, undefined);
    }
    const refused = await rejectionOf(start());
    assert.match(refused.message, 'a newer specmill wrote the database');
    const [asked] = replaced as [Instance];
    const open = (await Promise.all(runIds.map((runId) => fetchRun(asked, runId)))).filter(
      (run) => run.finishedAt === null,
    );
    console.log(`note: ${open.length} of ${runIds.length} runs were unfinished after the replacement`);
    assert.ok(open.length > 0);
    proxy.slow(Infinity);
    for (const runId of runIds) assert.equal(withoutTimes(await waitForEnd(asked, runId)), whole);
    for (const topic of topics) await checkTopics(place, topic, RECORDS);
  });
});
