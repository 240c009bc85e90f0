/**
 * Faults that a mock cluster can simulate. With a real Kafka its own tests cover more. At least once only, because the
 * mock has no transactions.
 */
import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { eventually, type Service, startService } from '../../runtime/service.ts';
import { waitForEnd, fetchRun, sendFile } from '../../runtime/service-run.ts';
import type { Workplace } from '../../runtime/specmill.ts';
import { countRecords, findMissing } from './consumer.ts';
import { LINE_BYTES, LINES_YAML, peakMemory, writeLines } from './lines.ts';
import { createOrdersPlace, ordersForm, ordersOf, printNote } from './orders.ts';
import type { MockCluster } from './peer/mock-cluster.ts';
import { hasPeer } from './peer/install.ts';
import { startPeer } from './peer/peer.ts';

const RECORDS = 60_000;
const PARTITIONS = 8;
/** Slow enough for a run to be in progress during the next step of the test. */
const DELAY_MS = 50;
/** The maximum number of records sent in vain each time an attempt ends. */
const MOST_DOUBLES = 5000;
/** UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE, NOT_LEADER_FOR_PARTITION, REQUEST_TIMED_OUT, NOT_ENOUGH_REPLICAS */
const ERRORS = [3, 5, 6, 7, 19];
const LARGE_BYTES = 200e6;
const MOST_MEMORY = 300e6;

const tests = suite('a mock cluster');
const isThere = hasPeer();
if (!isThere) console.log('skip: a mock cluster: npm run test:kafka installs it if kcat is installed');
const orders = ordersOf(Array.from({ length: isThere ? RECORDS : 0 }, (_, index) => `order ${index}`));

/** Declares a test with its own service, topic and mock cluster. */
function test(
  name: string,
  check: (given: { cluster: MockCluster; service: Service; at: Workplace }) => Promise<void>,
): void {
  if (!isThere) return tests.skip(name, () => {});
  tests(name, async () => {
    const cluster = await startPeer();
    cluster.createTopic('t', PARTITIONS);
    const at = createOrdersPlace();
    at.write('specs/lines.yaml', LINES_YAML);
    const service = await startService(at, ['--broker', `kafka://${cluster.address}`]);
    try {
      await check({ cluster, service, at });
      await service.stop();
      at.remove();
    } finally {
      service.signal('SIGKILL');
      cluster.remove();
    }
  });
}

test('transient errors of produce requests: every record arrives once, in order', async ({ cluster, service }) => {
  cluster.delay(DELAY_MS);
  const runId = await sendFile(service, ordersForm('t', orders));
  for (let times = 0; times < 4; times++) {
    cluster.refuseProduce(ERRORS);
    await sleep(4 * DELAY_MS);
  }
  cluster.delay(0);
  const { status, processedRecords } = await waitForEnd(service, runId);
  await sendOnce(cluster);
  const counted = await countRecords(cluster.address, 't', RECORDS);
  assert.equal([status, processedRecords], ['SUCCESS', RECORDS]);
  assert.equal({ ...findMissing(counted), outOfOrder: counted.outOfOrder }, { missing: [], doubled: 0, outOfOrder: 0 });
});

/** Throws if the mock has simulated fewer errors than planned, because the run did not see them all. */
async function sendOnce({ address, createTopic }: MockCluster): Promise<void> {
  createTopic('other', 1);
  const producer = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING, retry: { retries: 0 } }).producer({
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  await producer.send({ topic: 'other', messages: [{ value: 'x' }] });
  await producer.disconnect();
}

test('a short and a long outage of the broker: the run pauses, resumes on its own and loses nothing', async ({
  cluster,
  service,
}) => {
  cluster.delay(DELAY_MS);
  const runId = await sendFile(service, ordersForm('t', orders));
  await eventually(async () => (await fetchRun(service, runId)).processedRecords > 0);
  for (const isLong of [false, true, false]) {
    assert.is((await fetchRun(service, runId)).finishedAt, null, 'the outage interrupts the run');
    cluster.down();
    if (isLong) await eventually(async () => (await fetchRun(service, runId)).pause?.code === 'broker_unavailable');
    else await sleep(300);
    cluster.up();
    await sleep(2 * DELAY_MS);
  }
  cluster.delay(0);
  const { status, processedRecords } = await waitForEnd(service, runId);
  const { missing, doubled } = findMissing(await countRecords(cluster.address, 't', RECORDS));
  printNote(`a broker that was away three times: ${doubled} of ${RECORDS} records are doubled`);
  assert.equal([status, processedRecords, missing], ['SUCCESS', RECORDS, []]);
  assert.ok(doubled <= 3 * MOST_DOUBLES, `${doubled} duplicates`);
});

test(`a slow broker and a file of ${LARGE_BYTES / 1e6} MB: peak memory under ${MOST_MEMORY / 1e6} MB`, async ({
  cluster,
  service,
  at,
}) => {
  const records = LARGE_BYTES / LINE_BYTES;
  // The mock retains 5 MiB per partition.
  cluster.createTopic('large', 60);
  cluster.delay(2 * DELAY_MS);
  await writeLines(at.path('large.csv'), records);
  const { status, processedRecords } = await waitForEnd(
    service,
    await sendFile(service, {
      specId: gitSpecId('lines'),
      brokerTopic: 'large',
      file: await openAsBlob(at.path('large.csv')),
    }),
  );
  const peak = peakMemory(service.pid);
  printNote(`a slow broker: peak memory ${(peak / 1e6).toFixed(0)} MB`);
  assert.equal([status, processedRecords], ['SUCCESS', records]);
  assert.ok(peak < MOST_MEMORY, `${peak} bytes`);
});

tests.run();
