/** Connections that break after the broker has executed a request and before its answer arrives. */
import * as assert from 'uvu/assert';
import { waitForEnd, sendFile } from '../../runtime/service-run.ts';
import { countRecords, findMissing } from './consumer.ts';
import { createOrdersPlace, ordersForm, ordersOf } from './orders.ts';
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

run();
