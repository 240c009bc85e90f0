/** Requests to one instance about runs, specs and jobs that another one executes or has changed. */
import * as assert from 'uvu/assert';
import { mixedOrders, ordersForm } from '../kafka/orders.ts';
import { fetchRun, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { csvFile, eventually, formOf, jsonInit, ORDERS, problemOf } from '../../runtime/service.ts';
import { countRecords } from '../kafka/consumer.ts';
import { findTaker, listInstances, testCluster } from './cluster-place.ts';

const RECORDS = 20_000;
const file = mixedOrders(RECORDS);
const OPTIONS = { delivery: 'exactly-once', skipInvalidRecords: 'true' };
/** So slow that a run of the file takes several seconds. */
const SLOW = 600_000;
/** At this rate of bytes, what is on the way to the broker arrives within two seconds, and a run of this number of records takes long. */
const STEADY = 3_000_000;
const MANY = 300_000;

await testCluster('any instance', (test) => {
  test('answers requests about a run of another instance', async ({ start, broker, proxy }) => {
    const [a, b] = [await start(), await start()];
    assert.equal(
      (await listInstances(b)).map(({ id, state, isThis }) => [id, state, isThis]),
      [
        [a.id, 'alive', false],
        [b.id, 'alive', true],
      ],
    );
    for (const topic of ['t', 'cancelled']) await broker.createTopic(topic, { partitions: 2 });
    proxy.slow(SLOW);
    const runId = await sendFile(a, ordersForm('t', file, OPTIONS));
    const taker = await findTaker([a, b], a);
    const other = taker === a ? b : a;
    await eventually(async () => (await fetchRun(other, runId)).status === 'RUNNING');
    const events = await other.fetch(`/runs/${runId}/events`);
    await problemOf(await other.fetch(`/runs/${runId}`, { method: 'DELETE' }), 409, 'run_not_finished');
    const again = { method: 'POST', body: formOf(ordersForm('t', file, OPTIONS)) };
    await problemOf(await other.fetch('/transform/file-to-events', again), 409, 'run_in_progress');

    const cancelled = await sendFile(taker, ordersForm('cancelled', file, { ...OPTIONS, delivery: 'at-least-once' }));
    await eventually(async () => (await fetchRun(other, cancelled)).status === 'RUNNING', 30_000);
    assert.is((await other.fetch(`/runs/${cancelled}/cancel`, { method: 'POST' })).status, 202);
    assert.is((await waitForEnd(other, cancelled)).failure?.code, 'cancelled');

    proxy.slow(Infinity);
    const { status, totalRecords } = await waitForEnd(other, runId);
    assert.equal([status, totalRecords], ['PARTIAL_SUCCESS', RECORDS]);
    assert.match(await events.text(), 'event: result');
    const errors = async (service: typeof a) => (await service.fetch(`/runs/${runId}/errors`)).text();
    assert.is(await errors(other), await errors(taker));
    assert.is((await other.fetch(`/runs/${runId}`, { method: 'DELETE' })).status, 204);
    assert.is((await taker.fetch(`/runs/${runId}`)).status, 404);
  });

  test('answers a caller who waits for a run of another instance; SIGTERM and drain free runs at once', async ({
    start,
    broker,
    proxy,
  }) => {
    const [a, b] = [await start(), await start()];
    await broker.createTopic('w', { partitions: 2 });
    const drained = await a.fetch(`/instances/${b.id}/drain`, { method: 'POST' });
    assert.equal([drained.status, ((await drained.json()) as { state: string }).state], [202, 'draining']);
    await problemOf(
      await a.fetch('/instances/6f2c1d8e-3b7a-4c55-9f0e-2a1b4c8d7e60/drain', { method: 'POST' }),
      404,
      'instance_not_found',
    );
    await eventually(async () => (await b.fetch('//health/ready')).status === 503);
    // The instance that drains accepts the file. The other one executes the run.
    const small = (topic: string, key: string) => ({
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: formOf(ordersForm(topic, csvFile('id,amount\na,1.50\n'), OPTIONS)),
    });
    const answer = await b.fetch('/transform/file-to-events', small('w', 'k1'));
    const result = (await answer.json()) as { runId: string; processedRecords: number };
    assert.equal([answer.status, result.processedRecords], [200, 1]);
    const repeated = await a.fetch('/transform/file-to-events', small('w', 'k1'));
    assert.is(((await repeated.json()) as { runId: string }).runId, result.runId);

    const c = await start();
    proxy.slow(STEADY);
    const runId = await sendFile(a, ordersForm('w', mixedOrders(MANY), OPTIONS));
    const first = await findTaker([a, c], a);
    const second = first === a ? c : a;
    const waiting = b.fetch('/transform/file-to-events', small('w', 'k2'));
    await eventually(async () => (await fetchRun(b, runId)).status === 'RUNNING');
    await first.fetch(`/instances/${first.id}/drain`, { method: 'POST' });
    await eventually(async () => (await listInstances(b)).find(({ id }) => id === second.id)?.runs !== 0, 10_000);
    const fresh = await start();
    const stopped = performance.now();
    second.signal('SIGTERM');
    assert.is(await second.exited, 0);
    await eventually(async () => (await listInstances(b)).find(({ id }) => id === fresh.id)?.runs !== 0, 10_000);
    assert.is((await fetchRun(b, runId)).finishedAt, null);
    console.log(
      `note: after SIGTERM, another instance had the run after ${Math.round(performance.now() - stopped)} ms`,
    );
    proxy.slow(Infinity);
    assert.is((await waiting).status, 200);
    assert.is((await waitForEnd(b, runId)).totalRecords, MANY);
    const { times } = await countRecords(broker.address, 'w', MANY);
    for (let record = 2; record <= MANY; record++) assert.ok((times[record] ?? 0) <= 1, `record ${record}`);
  });

  test('has the specs that another instance has changed, and the metrics of both', async ({ start }) => {
    const [a, b] = [await start(), await start()];
    const created = await a.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'other' }));
    const { id } = (await created.json()) as { id: string };
    await eventually(async () => (await b.fetch(`/specs/${id}`)).status === 200);
    await problemOf(await b.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'other' })), 409, 'name_taken');
    const changed = { ...ORDERS, name: 'other', messageKey: ['amount'] };
    assert.is((await b.fetch(`/specs/${id}`, jsonInit('PUT', changed))).status, 200);
    await eventually(async () => (await (await a.fetch(`/specs/${id}`)).text()).includes('"messageKey":["amount"]'));
    assert.is((await a.fetch(`/specs/${id}`, { method: 'DELETE' })).status, 204);
    await eventually(async () => (await b.fetch(`/specs/${id}`)).status === 404);
    const metrics = await (await b.fetch('//metrics')).text();
    assert.match(metrics, `specmill_instance_info{instance="${b.id}"`);
    assert.match(metrics, 'specmill_tasks{state="RUNNING"} 0');
  });
});
