/**
 * Three instances that are killed, frozen and cut off at random moments while they execute runs. Every record is published exactly
 * once, and all counters are those of a run without disturbances. SPECMILL_LONG selects the long form. SPECMILL_KILLS and
 * SPECMILL_SEED configure it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { isLong, mixedOrders, ordersForm } from '../kafka/orders.ts';
import { fetchRun, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { eventually } from '../../runtime/service.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { findTaker, type Instance, listInstances, testCluster } from './cluster-place.ts';
import { checkTopics, createTopics, optionsOf, withoutTimes } from './cluster-runs.ts';

const random = randomOf(seed, 0);
const RUNS = isLong ? 200 : 12;
const KILLS = Number(process.env['SPECMILL_KILLS'] ?? (isLong ? 60 : 4));
const FREEZES = isLong ? 20 : 2;
const FREEZE_MS = 25_000;
/** The short form of cuts is in cut-networks.test.ts. */
const CUTS = isLong ? 10 : 0;
const RECORDS = 20_000;
/** So slow that the runs take longer than the disturbances. */
const BYTES_A_SECOND = isLong ? 2_000_000 : 1_200_000;
/** The run of this file takes longer than a lease. */
const LARGE = 300_000;
const TAKEN_OVER_MS = 20_000;
/** All runs of the long form wait at the same time. */
const QUEUE = ['--max-queued-runs-per-caller', String(RUNS)];
const file = mixedOrders(RECORDS);

await testCluster('instances that die', (test) => {
  test('the runs of a dead instance continue elsewhere within 20 seconds', async (place) => {
    const { start, proxy } = place;
    const instances = [await start(), await start(), await start()];
    await createTopics(place, 't');
    proxy.slow(2_000_000);
    const [asked] = instances;
    if (asked === undefined) throw new Error('no instance');
    const runId = await sendFile(asked, ordersForm('t', mixedOrders(LARGE), optionsOf('t')));
    const taker = await findTaker(instances, asked);
    await eventually(async () => (await fetchRun(asked, runId)).totalRecords > 0, 60_000);
    const rest = instances.filter((instance) => instance !== taker);
    taker.signal('SIGKILL');
    const killed = performance.now();
    const next = await findTaker(rest, rest[0] ?? asked);
    const ms = performance.now() - killed;
    console.log(`note: the run of a killed instance was taken after ${(ms / 1000).toFixed(1)} s`);
    assert.ok(ms < TAKEN_OVER_MS, `${ms} ms`);
    proxy.slow(Infinity);
    assert.is((await waitForEnd(next, runId)).totalRecords, LARGE);
    await checkTopics(place, 't', LARGE);
  });

  test(`${RUNS} runs of ${RECORDS} records, ${KILLS} kills, ${FREEZES} freezes, ${CUTS} cuts: each record once`, async (place) => {
    const { start, proxy, network } = place;
    const instances: Instance[] = [await start(QUEUE), await start(QUEUE), await start(QUEUE)];
    const anyone = (): Instance => instances[random.below(instances.length)] as Instance;
    await createTopics(place, 'whole');
    const whole = withoutTimes(
      await waitForEnd(anyone(), await sendFile(anyone(), ordersForm('whole', file, optionsOf('whole')))),
    );
    const topics = Array.from({ length: RUNS }, (_, run) => `run-${run}`);
    for (const topic of topics) await createTopics(place, topic);
    proxy.slow(BYTES_A_SECOND);
    const runIds: string[] = [];
    for (const topic of topics) runIds.push(await sendFile(anyone(), ordersForm(topic, file, optionsOf(topic))));

    const frozen = new Set<Instance>();
    const freeze = async (): Promise<void> => {
      const victim = instances.find((instance) => !frozen.has(instance)) as Instance;
      frozen.add(victim);
      victim.signal('SIGSTOP');
      await sleep(FREEZE_MS);
      victim.signal('SIGCONT');
      frozen.delete(victim);
    };
    const freezes: Promise<void>[] = [];
    let cuts = 0;
    for (let killed = 0; killed < KILLS; killed++) {
      if (freezes.length < FREEZES && frozen.size < 2) freezes.push(freeze());
      await sleep(1500 + random.below(4000));
      if (cuts < CUTS && (cuts * KILLS) / CUTS <= killed) {
        await network.cut((['kafka', 'postgresql', 'both'] as const)[cuts++ % 3] ?? 'both');
        await sleep(2000 + random.below(6000));
        await network.restore();
      }
      const victims = instances.filter((instance) => !frozen.has(instance));
      const victim = victims[random.below(victims.length)] as Instance;
      victim.signal('SIGKILL');
      instances[instances.indexOf(victim)] = await start(QUEUE);
    }
    for (; freezes.length < FREEZES; ) {
      await Promise.all(freezes);
      freezes.push(freeze());
    }
    const awake = instances.find((instance) => !frozen.has(instance)) as Instance;
    const open = (await Promise.all(runIds.map((runId) => fetchRun(awake, runId)))).filter(
      (run) => run.finishedAt === null,
    );
    await Promise.all(freezes);
    proxy.slow(Infinity);
    for (const runId of runIds) assert.equal(withoutTimes(await waitForEnd(awake, runId)), whole);
    for (const topic of topics) await checkTopics(place, topic, RECORDS);
    const losses = place.logs().reduce((sum, log) => sum + log.split('"event":"lease_lost"').length - 1, 0);
    console.log(`note: ${open.length} runs were unfinished at the last disturbance; ${losses} leases were lost`);
    assert.equal(
      (await listInstances(awake)).filter(({ state, runs }) => state === 'alive' && runs > 0),
      [],
    );
  });
});
