/**
 * SIGKILL and restart of the broker, five times, while runs of all deliveries publish to it. Uses SPECMILL_KILLS and
 * SPECMILL_RECORDS like the other tests.
 */
import * as assert from 'uvu/assert';
import { eventually } from '../../runtime/service.ts';
import { waitForEnd, fetchRun, sendFile } from '../../runtime/service-run.ts';
import { countRecords, findMissing } from './consumer.ts';
import { isLong, createOrdersPlace, ordersForm, ordersOf, printNote, waitForBytes } from './orders.ts';
import { kafkaSuite } from './suite.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';

const random = randomOf(seed, 0);

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 5);
const RECORDS = Number(process.env['SPECMILL_RECORDS'] ?? (isLong ? 2_000_000 : 200_000));
const BYTES_A_SECOND = 8_000_000;
/** How many records a failed attempt may have sent in vain. */
const MOST_DOUBLES = 5000;
const DELIVERIES = ['at-least-once', 'exactly-once', 'all-or-nothing'] as const;

const { test, run } = kafkaSuite('a killed broker');

test(`${KILLS} kills during runs in each delivery; runs pause during a long outage and resume on their own`, async ({
  broker,
  proxy,
  proxied,
  serve,
}) => {
  const file = ordersOf(Array.from({ length: RECORDS }, (_, index) => `order ${index}`));
  const at = createOrdersPlace();
  const service = await serve(at, proxied, ['--threads', '3']);
  proxy.slow(BYTES_A_SECOND);
  const runs: string[] = [];
  for (const delivery of DELIVERIES) {
    await broker.createTopic(delivery, { partitions: 3 });
    runs.push(await sendFile(service, ordersForm(delivery, file, { delivery })));
  }
  // The approximate size of the requests for a file of this length, three times.
  const bytes = 3 * RECORDS * 330;
  for (let kills = 0; kills < KILLS; kills++) {
    await waitForBytes(proxy, random.below(bytes / (KILLS + 1)));
    const states = await Promise.all(runs.map(async (runId) => (await fetchRun(service, runId)).finishedAt));
    assert.ok(
      states.some((finishedAt) => finishedAt === null),
      `kill ${kills + 1} interrupts runs`,
    );
    await broker.kill();
    if (kills === 1) {
      await eventually(
        async () =>
          (await Promise.all(runs.map((runId) => fetchRun(service, runId)))).some(
            ({ status, pause }) => status === 'PAUSED' && pause?.code === 'broker_unavailable',
          ),
        60_000,
      );
    }
    await broker.start();
  }
  proxy.slow(Infinity);
  for (const [index, delivery] of DELIVERIES.entries()) {
    const { status, totalRecords, processedRecords, failure } = await waitForEnd(service, runs[index] ?? '');
    assert.equal([status, totalRecords, processedRecords, failure], ['SUCCESS', RECORDS, RECORDS, undefined], delivery);
    const counted = await countRecords(broker.address, delivery, RECORDS);
    const { missing, doubled } = findMissing(counted);
    printNote(
      `${delivery}, broker killed ${KILLS} times: ${counted.messages} messages of ${RECORDS} records, ${doubled} doubled`,
    );
    assert.is(missing.length, 0, `missing: ${missing.slice(0, 10).join(', ')}`);
    if (delivery === 'at-least-once') assert.ok(doubled <= KILLS * MOST_DOUBLES);
    else assert.equal([doubled, counted.outOfOrder], [0, 0]);
  }
  await service.stop();
  at.remove();
});

run();
