/**
 * Kafka of three nodes loses one for good while runs of all deliveries publish to it: the node that leads a partition of
 * their topics. The runs finish with the others.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchRun, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { eventually, startService } from '../../runtime/service.ts';
import { findKafka, type KafkaFiles } from './broker/install.ts';
import { startThreeNodes } from './broker/three-nodes.ts';
import { countRecords, findMissing } from './consumer.ts';
import { createOrdersPlace, ordersForm, ordersOf, printNote } from './orders.ts';

const RECORDS = Number(process.env['SPECMILL_RECORDS'] ?? 400_000);
/** How many records a failed attempt may have sent in vain. */
const MOST_DOUBLES = 5000;
const DELIVERIES = ['at-least-once', 'exactly-once', 'all-or-nothing'] as const;
/** Runs are in progress after this many records. */
const BEGUN = 20_000;

const tests = suite('a lost broker');
const files = findKafka();

if (files === null) {
  console.log('skip: no Apache Kafka; npm run test:kafka installs it if Java, Maven and kcat are installed');
  if (process.env['CI']) tests('Apache Kafka is installed', () => Promise.reject(new Error('there is none')));
  else tests.skip('needs Apache Kafka', () => {});
} else {
  tests('a node is lost during runs of all deliveries, and they finish with the others', () => loseNode(files));
}
tests.run();

async function loseNode(kafka: KafkaFiles): Promise<void> {
  const cluster = await startThreeNodes(kafka);
  const at = createOrdersPlace();
  const service = await startService(at, ['--broker', `kafka://${cluster.addresses}`, '--threads', '3']);
  try {
    const file = ordersOf(Array.from({ length: RECORDS }, (_, index) => `order ${index}`));
    const runIds: string[] = [];
    for (const delivery of DELIVERIES) {
      await cluster.createTopic(delivery);
      runIds.push(await sendFile(service, ordersForm(delivery, file, { delivery })));
    }
    const views = () => Promise.all(runIds.map((runId) => fetchRun(service, runId)));
    await eventually(async () => (await views()).every(({ status }) => status === 'RUNNING'), 60_000);
    await eventually(async () => (await views()).some(({ totalRecords }) => totalRecords > BEGUN), 60_000);
    const left = await cluster.killLeader('exactly-once');
    const open = (await views()).filter(({ finishedAt }) => finishedAt === null).length;
    assert.ok(open > 0, 'runs are in progress');
    printNote(`a node of Kafka is lost during ${open} of ${DELIVERIES.length} runs`);

    for (const [index, delivery] of DELIVERIES.entries()) {
      const { status, totalRecords, processedRecords, failure } = await waitForEnd(service, runIds[index] ?? '');
      assert.equal([status, totalRecords, processedRecords, failure], ['SUCCESS', RECORDS, RECORDS, undefined]);
      const counted = await countRecords(left, delivery, RECORDS);
      const { missing, doubled } = findMissing(counted);
      printNote(`${delivery}: ${counted.messages} messages of ${RECORDS} records, ${doubled} doubled`);
      assert.is(missing.length, 0, `missing: ${missing.slice(0, 10).join(', ')}`);
      if (delivery === 'at-least-once') assert.ok(doubled <= MOST_DOUBLES);
      else assert.equal([doubled, counted.outOfOrder], [0, 0]);
    }
  } finally {
    service.signal('SIGKILL');
    at.remove();
    await cluster.remove();
  }
}
