/**
 * PostgreSQL fails over to a synchronous standby while runs are in progress: every record is published once, and what
 * was accepted before is still there.
 */
import * as assert from 'uvu/assert';
import { startStandby } from '../connectors/servers/postgresql-standby.ts';
import { mixedOrders, ordersForm } from '../kafka/orders.ts';
import { fetchRun, waitForEnd } from '../../runtime/service-run.ts';
import { eventually } from '../../runtime/service.ts';
import { testCluster } from './cluster-place.ts';
import { checkTopics, createTopics, optionsOf, sendUntilStored, withoutTimes } from './cluster-runs.ts';

const RECORDS = 30_000;
/** So slow that the runs are in progress at the failover. */
const BYTES_A_SECOND = 600_000;
const file = mixedOrders(RECORDS);

await testCluster('a failover of PostgreSQL', (test) => {
  test('runs continue with the standby: each record once, and nothing accepted is forgotten', async (place) => {
    const { start, proxy, network, server } = place;
    const standby = await startStandby(server);
    try {
      const instances = [await start(), await start()] as const;
      const [asked, other] = instances;
      const send = async (topic: string, by = asked): Promise<string> => {
        await createTopics(place, topic);
        return sendUntilStored(by, ordersForm(topic, file, optionsOf(topic)));
      };
      const whole = withoutTimes(await waitForEnd(asked, await send('before')));
      proxy.slow(BYTES_A_SECOND);
      const runIds = [await send('first'), await send('second', other)];
      await eventually(async () => (await fetchRun(asked, runIds[0] ?? '')).status === 'RUNNING', 60_000);
      const open = await Promise.all(runIds.map((runId) => fetchRun(asked, runId)));
      assert.ok(open.some(({ finishedAt }) => finishedAt === null));

      await server.kill();
      await eventually(async () => (await asked.fetch('//health/ready')).status === 503, 30_000);
      await standby.promote();
      network.moveDatabase(standby.port);
      await eventually(async () => (await asked.fetch('//health/ready')).status === 200, 60_000);

      proxy.slow(Infinity);
      for (const runId of runIds) assert.equal(withoutTimes(await waitForEnd(other, runId)), whole);
      assert.equal(withoutTimes(await waitForEnd(other, await send('after'))), whole);
      for (const topic of ['before', 'first', 'second', 'after']) await checkTopics(place, topic, RECORDS);
    } finally {
      await standby.close();
    }
  });
});
