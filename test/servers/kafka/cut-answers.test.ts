/**
 * Connections that break after the broker has executed a request and before its answer arrives, and requests that arrive
 * late or twice. SPECMILL_HISTORIES sets the number of random histories (none without it, 1,000 in the long form).
 */
import * as assert from 'uvu/assert';
import { waitForEnd, sendFile } from '../../runtime/service-run.ts';
import { countRecords, findMissing } from './consumer.ts';
import { compareWithFile, runHistories } from './histories.ts';
import { createOrdersPlace, isLong, ordersForm, ordersOf } from './orders.ts';
import type { RequestName } from './proxy.ts';
import { kafkaSuite } from './suite.ts';

const RECORDS = 60_000;
/** Slow enough for exactly-once to need several transactions. */
const BYTES_A_SECOND = 5_000_000;
/** The number of answers to cut, for each kind of request. */
const CUTS: Record<string, Partial<Record<RequestName, number>>> = {
  'at-least-once': { produce: 10, initProducerId: 1 },
  'exactly-once': {
    produce: 10,
    initProducerId: 1,
    addPartitionsToTxn: 2,
    addOffsetsToTxn: 2,
    txnOffsetCommit: 2,
    endTxn: 2,
  },
  'all-or-nothing': { produce: 10, initProducerId: 1, addPartitionsToTxn: 1, endTxn: 1 },
};

const { test, run } = kafkaSuite('lost answers');

for (const [delivery, cuts] of Object.entries(CUTS)) {
  const wanted = Object.entries(cuts) as [RequestName, number][];

  test(`${delivery}: ${wanted.map(([request, times]) => `${request} ${times}`).join(', ')}; every record arrives once, in order`, async ({
    broker,
    proxy,
    proxied,
    serve,
  }) => {
    await broker.createTopic(delivery, { partitions: 3 });
    const file = ordersOf(Array.from({ length: RECORDS }, (_, index) => `order ${index}`));
    const at = createOrdersPlace();
    proxy.slow(BYTES_A_SECOND);
    const before = wanted.map(([request]) => proxy.cuts(request));
    for (const [request, times] of wanted) proxy.cutAnswers(request, times);
    const service = await serve(at, proxied);
    const runId = await sendFile(service, ordersForm(delivery, file, { delivery }));
    const { status, processedRecords, failure } = await waitForEnd(service, runId);
    await service.stop();
    at.remove();
    assert.equal([status, processedRecords, failure], ['SUCCESS', RECORDS, undefined]);
    assert.equal(
      wanted.map(([request], index) => [request, proxy.cuts(request) - (before[index] ?? 0)]),
      wanted,
      'every answer was cut',
    );
    const counted = await countRecords(broker.address, delivery, RECORDS);
    assert.equal(
      { ...findMissing(counted), outOfOrder: counted.outOfOrder },
      { missing: [], doubled: 0, outOfOrder: 0 },
    );
  });
}

const HISTORIES = Number(process.env['SPECMILL_HISTORIES'] ?? (isLong ? 1000 : 0));
/** Enough for several transactions at this rate. */
const LATE_RECORDS = 400_000;
const LATE_BYTES_A_SECOND = 10_000_000;
/** Long enough to arrive in the middle of the next transaction. */
const LATE_MS = 600;

for (const [kind, what] of [
  ['HOLD', 'arrives during the next transaction, after it was repeated'],
  ['REPEAT', 'arrives a second time during the next transaction'],
] as const) {
  test(`exactly-once: each second request of the transactions ${what}; every record arrives once, in order`, async (context) => {
    const { broker, proxy, proxied, serve } = context;
    const topic = `late-${kind}`;
    await broker.createTopic(topic, { partitions: 2 });
    const at = createOrdersPlace();
    const service = await serve(at, proxied);
    const seen = new Map<RequestName, number>();
    proxy.chooseFaults((request) => {
      const times = (seen.get(request) ?? 0) + 1;
      seen.set(request, times);
      // A late InitProducerId ends the attempt, so only the first is late. Of the others each second one, so that the
      // repeated request arrives.
      const isLate = request === 'initProducerId' ? times === 1 : request !== 'produce' && times % 2 === 1;
      return isLate ? { kind, ms: LATE_MS } : null;
    });
    proxy.slow(LATE_BYTES_A_SECOND);
    const file = ordersOf(Array.from({ length: LATE_RECORDS }, (_, index) => `order ${index}`));
    const runId = await sendFile(service, ordersForm(topic, file, { delivery: 'exactly-once' }));
    const { status, processedRecords } = await waitForEnd(service, runId);
    proxy.slow(Infinity);
    await proxy.released();
    proxy.chooseFaults(null);
    await service.stop();
    at.remove();
    assert.ok((seen.get('endTxn') ?? 0) > 2, 'there were several transactions');
    assert.equal([status, processedRecords], ['SUCCESS', LATE_RECORDS]);
    assert.equal(await compareWithFile(broker, topic, LATE_RECORDS), { missing: 0, doubled: 0, outOfOrder: 0 });
  });
}

if (HISTORIES > 0) {
  test(`exactly-once: ${HISTORIES} random histories; every record arrives once, in order`, async (context) => {
    assert.equal(await runHistories(context, HISTORIES), []);
  });
}

run();
