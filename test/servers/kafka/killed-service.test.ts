/**
 * SIGKILL of the service at random points of a run that publishes to Kafka. The run resumes on its own each time. The
 * proxy is slow, so that every kill interrupts the run, and bytes already sent still arrive. SPECMILL_KILLS sets the
 * number of kills, SPECMILL_RECORDS the number of records.
 */
import * as assert from 'uvu/assert';
import { waitForEnd, killDuringRun, sendFile, readEnd } from '../../runtime/service-run.ts';
import { type RecordCounts, countRecords, findMissing } from './consumer.ts';
import { isLong, createOrdersPlace, mixedOrders, ordersForm, printNote, waitForBytes } from './orders.ts';
import { kafkaSuite, type KafkaContext } from './suite.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';

const random = randomOf(seed, 0);

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? (isLong ? 20 : 5));
const RECORDS = Number(process.env['SPECMILL_RECORDS'] ?? (isLong ? 2_000_000 : 300_000));
const BYTES_A_SECOND = isLong ? 25_000_000 : 10_000_000;
/** The last bytes of a run, where a kill could come too late. */
const END_BYTES = 4_000_000;
/** How many records a crash may have sent in vain. */
const MOST_DOUBLES = 5000;

type Delivery = 'at-least-once' | 'exactly-once' | 'all-or-nothing';
type RunReport = Awaited<ReturnType<typeof readEnd>>;

interface Undisturbed {
  report: RunReport;
  messages: RecordCounts;
  letters: RecordCounts;
  /** Bytes that were sent to the broker. */
  sent: number;
}

const { test, run } = kafkaSuite('serve with Kafka, killed');
const file = mixedOrders(RECORDS);
const undisturbed = new Map<Delivery, Undisturbed>();

for (const delivery of ['exactly-once', 'at-least-once', 'all-or-nothing'] as const) {
  test(`${delivery}: a run of ${RECORDS} records without interruption`, async (surroundings) => {
    undisturbed.set(delivery, await runWhole(surroundings, delivery));
  });

  test(`${delivery}: the same run, killed ${KILLS} times`, async (surroundings) => {
    const whole = undisturbed.get(delivery);
    if (whole === undefined) throw new Error('the run without interruption failed');
    await runKilled(surroundings, delivery, whole);
  });
}

test('all-or-nothing: no message of a failed run is ever visible', async ({ broker, proxied, serve }) => {
  await createTopics(broker, 'refused');
  const at = createOrdersPlace();
  const service = await serve(at, proxied);
  const runId = await sendFile(
    service,
    ordersForm('refused', file, { ...optionsOf('all-or-nothing', 'refused'), maxErrors: '0' }),
  );
  const { status, failure } = await waitForEnd(service, runId);
  assert.equal([status, failure?.code], ['FAILED', 'too_many_errors']);
  await service.stop();
  at.remove();
  assert.is((await countRecords(broker.address, 'refused', RECORDS, { isolation: 'read_uncommitted' })).messages, 0);
});

async function runWhole({ broker, proxy, proxied, serve }: KafkaContext, delivery: Delivery): Promise<Undisturbed> {
  const topic = `whole-${delivery}`;
  await createTopics(broker, topic);
  const at = createOrdersPlace();
  proxy.slow(Infinity);
  const before = proxy.sent();
  const service = await serve(at, proxied);
  const runId = await sendFile(service, ordersForm(topic, file, optionsOf(delivery, topic)));
  const report = await readEnd(service, runId);
  const sent = proxy.sent() - before;
  await service.stop();
  at.remove();
  const messages = await countRecords(broker.address, topic, RECORDS);
  const letters = await countRecords(broker.address, `${topic}.dead`, RECORDS);
  assert.equal(
    [report.view.status, report.view.totalRecords, report.view.processedRecords],
    ['PARTIAL_SUCCESS', RECORDS, messages.messages],
  );
  assert.equal([messages.outOfOrder, letters.outOfOrder], [0, 0], 'each partition is in file order');
  for (let record = 1; record <= RECORDS; record++) {
    if ((messages.times[record] ?? 0) + (letters.times[record] ?? 0) !== 1)
      assert.unreachable(`record ${record} is seen other than once`);
  }
  printNote(
    `${delivery}, undisturbed: ${RECORDS} records, ${messages.messages} messages and ${letters.messages} dead letters, ${(sent / 1e6).toFixed(0)} MB, ${report.durationMs} ms`,
  );
  return { report, messages, letters, sent };
}

async function runKilled(
  { broker, proxy, proxied, serve }: KafkaContext,
  delivery: Delivery,
  whole: Undisturbed,
): Promise<void> {
  const topic = `killed-${delivery}`;
  await createTopics(broker, topic);
  const at = createOrdersPlace();
  proxy.slow(BYTES_A_SECOND);
  let service = await serve(at, proxied);
  const runId = await sendFile(service, ordersForm(topic, file, optionsOf(delivery, topic)));
  const kills: number[] = [];
  let left = whole.sent;
  for (let killed = 0; killed < KILLS; killed++) {
    // A share of the remaining bytes that leaves some for the other kills. All-or-nothing restarts each time.
    const most = delivery === 'all-or-nothing' ? whole.sent : (1.6 * left) / (KILLS - killed + 1);
    const bytes = random.below(Math.min(most, left - END_BYTES));
    await waitForBytes(proxy, bytes);
    const committed = await killDuringRun(service, runId, at.path('.data'));
    kills.push(committed);
    if (delivery !== 'all-or-nothing') left = whole.sent * (1 - committed / RECORDS);
    if (delivery === 'all-or-nothing')
      assert.is((await countRecords(broker.address, topic, RECORDS)).messages, 0, 'nothing is visible before the end');
    service = await serve(at, proxied);
  }
  proxy.slow(Infinity);
  const { durationMs, ...report } = await readEnd(service, runId);
  await service.stop();
  const messages = await countRecords(broker.address, topic, RECORDS);
  const letters = await countRecords(broker.address, `${topic}.dead`, RECORDS);
  const doubled = check(delivery, [messages, whole.messages]) + check(delivery, [letters, whole.letters]);
  printNote(
    `${delivery}, ${KILLS} kills at records ${kills.join(', ')}: ${messages.messages} messages, ${letters.messages} dead letters, ${doubled} doubled, ${durationMs} ms`,
  );
  assert.ok(doubled <= MOST_DOUBLES * KILLS, `${doubled} duplicates`);
  if (delivery !== 'at-least-once') assert.is(doubled, 0);
  const { durationMs: _, ...expected } = whole.report;
  assert.equal(report.view, expected.view);
  assert.ok(report.errors === expected.errors, 'the records with issues are the same');
  assert.ok(report.rejects === expected.rejects, 'the rejects are the same');
  at.remove();
}

/** Throws if a record is missing or unexpected. Returns the number of duplicates. */
function check(delivery: Delivery, [counted, expected]: [RecordCounts, RecordCounts]): number {
  assert.equal(counted.prefixes, expected.prefixes);
  for (let record = 1; record <= RECORDS; record++) {
    const [times = 0, wanted = 0] = [counted.times[record], expected.times[record]];
    if (times > 0 !== wanted > 0) assert.unreachable(`record ${record} is seen ${times} times, not ${wanted}`);
  }
  if (delivery !== 'at-least-once') assert.is(counted.outOfOrder, 0);
  return findMissing(counted).doubled;
}

function optionsOf(delivery: Delivery, topic: string): Record<string, string> {
  return {
    delivery,
    deadLetterTopic: `${topic}.dead`,
    skipInvalidRecords: 'true',
    ...(delivery === 'all-or-nothing' ? { maxErrors: String(RECORDS) } : {}),
  };
}

async function createTopics(broker: KafkaContext['broker'], topic: string): Promise<void> {
  await broker.createTopic(topic, { partitions: 4 });
  await broker.createTopic(`${topic}.dead`, { partitions: 2 });
}

run();
