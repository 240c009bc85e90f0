/**
 * The network between the instances and PostgreSQL, Kafka or both is cut and restored while runs are in progress. Every
 * record is published once, all counters are those of a run without disturbances, and no run needs help. SPECMILL_LONG
 * selects the long form.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { isLong, mixedOrders, ordersForm } from '../kafka/orders.ts';
import { fetchRun, waitForEnd } from '../../runtime/service-run.ts';
import { eventually } from '../../runtime/service.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { type Cut, type Instance, testCluster } from './cluster-place.ts';
import { checkTopics, createTopics, optionsOf, sendUntilStored, withoutTimes } from './cluster-runs.ts';

const RECORDS = 30_000;
/** So slow that runs are in progress at each cut. */
const BYTES_A_SECOND = 600_000;
const BEFORE_CUT_MS = 2000;
/** In the long form, the longest cut is longer than a lease: 15 s. */
const CUTS: readonly { from: Cut; ms: number }[] = [
  { from: 'kafka', ms: 3000 },
  { from: 'postgresql', ms: 3000 },
  { from: 'both', ms: isLong ? 17_000 : 3000 },
];
const file = mixedOrders(RECORDS);
const random = randomOf(seed, 0);

await testCluster('instances without a network', (test) => {
  test(`${2 * CUTS.length} runs of ${RECORDS} records, ${CUTS.length} cuts: each record once`, async (place) => {
    const { start, proxy, network } = place;
    const instances = [await start(), await start()] as const;
    const [asked] = instances;
    const runs: { topic: string; runId: string }[] = [];
    const send = async (topic: string, by: Instance): Promise<string> => {
      await createTopics(place, topic);
      const runId = await sendUntilStored(by, ordersForm(topic, file, optionsOf(topic)));
      runs.push({ topic, runId });
      return runId;
    };
    const whole = withoutTimes(await waitForEnd(asked, await send('whole', asked)));
    proxy.slow(BYTES_A_SECOND);
    let interrupted = 0;
    for (const { from, ms } of CUTS) {
      const runIds = [await send(`${from}-0`, instances[0]), await send(`${from}-1`, instances[1])];
      await eventually(async () => (await fetchRun(asked, runIds[0] ?? '')).status === 'RUNNING', 60_000);
      await sleep(random.below(BEFORE_CUT_MS));
      const open = await Promise.all(runIds.map((runId) => fetchRun(asked, runId)));
      // On a busy machine, both may have finished in the meantime.
      if (open.some(({ finishedAt }) => finishedAt === null)) interrupted++;
      await network.cut(from);
      await sleep(ms);
      await network.restore();
      await eventually(async () => (await asked.fetch('//health/ready')).status === 200, 30_000);
    }
    const views = await Promise.all(runs.map(({ runId }) => fetchRun(asked, runId)));
    console.log(
      `note: ${views.filter(({ finishedAt }) => finishedAt === null).length} runs were unfinished after the last cut`,
    );
    assert.ok(interrupted > 0, 'runs were in progress at a cut');
    proxy.slow(Infinity);
    for (const [at, { topic, runId }] of runs.entries()) {
      assert.equal(withoutTimes(await waitForEnd(instances[at % 2 === 0 ? 0 : 1], runId)), whole);
      await checkTopics(place, topic, RECORDS);
    }
  });
});
