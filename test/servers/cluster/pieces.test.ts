/**
 * Large files in pieces, which three instances publish at the same time: the messages, dead letters, counters, issues and
 * rejects are those of one thread of a service without other instances, also if instances die meanwhile. SPECMILL_LONG
 * selects the long form, SPECMILL_SEED the moments.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { consume } from '../kafka/consumer.ts';
import { isLong, mixedOrders, ordersForm } from '../kafka/orders.ts';
import { csvFile, eventually, formOf, ORDERS_YAML } from '../../runtime/service.ts';
import { createZip } from '../../runtime/zip.ts';
import { fetchRun, readEnd, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { type ClusterPlace, type Instance, testCluster } from './cluster-place.ts';
import { createTopics, optionsOf } from './cluster-runs.ts';
import { type Outcome, outcomeOf, publishAlone } from './outcome.ts';

const PIECE_BYTES = 100_000;
process.env['SPECMILL_TEST_PIECE_BYTES'] = String(PIECE_BYTES);
const random = randomOf(seed, 1);
const KILLS = isLong ? 40 : 4;
const RECORDS = isLong ? 400_000 : 60_000;
/** More than a lease. */
const FREEZE_MS = 18_000;
const mixed = mixedOrders(RECORDS);
let expectedOfMixed: Promise<Outcome> | undefined;

await testCluster('pieces', (test) => {
  test('a file with quoted lines has the result of one thread', async (place) => {
    const instances = await startThree(place);
    const file = quotedOrders();
    assert.ok(file.size > 10 * PIECE_BYTES);
    const expected = await alone(place, 'quoted', file);
    for (const delivery of ['exactly-once', 'at-least-once']) {
      const topic = `pieces-${delivery}`;
      await createTopics(place, topic);
      const runId = await sendFile(instances[0], orders(topic, file, { delivery, ordering: 'NONE' }));
      const end = await readEnd(instances[1], runId);
      assert.is(end.view.ordering, 'NONE');
      assert.equal(await outcomeOf(place, topic, end), expected);
    }
  });

  test(`${KILLS} kills and a freeze: each record is published once`, async (place) => {
    const instances = await startThree(place);
    const expected = await ofOneThread(place);
    await createTopics(place, 'once');
    place.proxy.slow(600_000);
    const runId = await sendFile(instances[0], orders('once', mixed, { ordering: 'NONE' }));
    await disturb(place, instances, runId);
    place.proxy.slow(Infinity);
    assert.equal(await outcomeOf(place, 'once', await readEnd(instances[0], runId)), expected);
  });

  test('at least once: no record is lost, and repeated ones are the same messages', async (place) => {
    const instances = await startThree(place);
    const expected = await ofOneThread(place);
    await createTopics(place, 'least');
    place.proxy.slow(600_000);
    const runId = await sendFile(instances[0], orders('least', mixed, { delivery: 'at-least-once', ordering: 'NONE' }));
    await disturb(place, instances, runId);
    place.proxy.slow(Infinity);
    const all = await outcomeOf(place, 'least', await readEnd(instances[0], runId));
    assert.equal({ ...all, messages: once(all.messages), letters: once(all.letters) }, expected);
    console.log(`note: ${all.messages.length - expected.messages.length} messages were sent twice`);
  });

  test('a cancelled run ends, and counts what it has published', async (place) => {
    const [asked, other] = await startThree(place);
    await createTopics(place, 'cancelled');
    place.proxy.slow(600_000);
    const runId = await sendFile(asked, orders('cancelled', mixed, { ordering: 'NONE' }));
    await eventually(async () => (await fetchRun(asked, runId)).totalRecords > 0, 60_000);
    const { progress, status } = await fetchRun(other, runId);
    assert.ok(progress.bytes > 0 && progress.bytes < progress.totalBytes && status === 'RUNNING', status);
    assert.is((await other.fetch(`/runs/${runId}/cancel`, { method: 'POST' })).status, 202);
    place.proxy.slow(Infinity);
    const view = await waitForEnd(other, runId);
    assert.equal([view.status, view.failure?.code], ['FAILED', 'cancelled']);
    const published = await consume(place.broker.address, 'cancelled');
    const letters = await consume(place.broker.address, 'cancelled.dead');
    assert.is(published.length, view.processedRecords);
    assert.is(letters.length, view.failedRecords + view.skippedRecords);
    for (const what of ['errors', 'rejects'])
      assert.is((await other.fetch(`/runs/${runId}/${what}`)).status, 409, what);
  });

  test('a run whose pieces fail ends with their failure', async (place) => {
    const [asked] = await startThree(place);
    const runId = await sendFile(asked, orders('missing', mixed, { ordering: 'NONE' }));
    const view = await waitForEnd(asked, runId);
    assert.equal([view.status, view.failure?.code, view.totalRecords], ['FAILED', 'topic_not_found', 0]);
  });

  test('a run that cannot be divided is one task, and the result says so', async (place) => {
    const [asked] = await startThree(place);
    const whole = { ordering: 'NONE', delivery: 'all-or-nothing' };
    const cases: [string, File, Record<string, string>][] = [
      ['all-or-nothing', mixedValid(), whole],
      ['a small file', mixedOrders(100), { ordering: 'NONE' }],
      ['an archive', await zipped(mixedValid()), { ordering: 'NONE' }],
      ['the default', mixedValid(), {}],
    ];
    for (const [index, [title, file, options]] of cases.entries()) {
      const topic = `undivided-${index}`;
      await createTopics(place, topic);
      const view = await waitForEnd(asked, await sendFile(asked, orders(topic, file, options)));
      assert.equal([view.failure, view.ordering], [undefined, 'FILE'], title);
      assert.is((await consume(place.broker.address, topic)).length, view.processedRecords, title);
    }
    const body = formOf(orders('any', mixedOrders(1), { ordering: 'SOME' }));
    const response = await asked.fetch('/transform/file-to-events', { method: 'POST', body });
    assert.is(response.status, 400);
    assert.match(await response.text(), /ordering.*FILE.*NONE/);
  });
});

type Three = [Instance, Instance, Instance];

async function startThree({ start }: ClusterPlace): Promise<Three> {
  return [await start(), await start(), await start()];
}

function orders(topic: string, file: File, more: Record<string, string>): Record<string, string | Blob> {
  return ordersForm(topic, file, { ...optionsOf(topic), ...more });
}

/** Kills random instances and starts others, and freezes one for longer than a lease, until the run has ended. */
async function disturb({ start }: ClusterPlace, instances: Instance[], runId: string): Promise<void> {
  const frozen = instances[2] as Instance;
  const isOver = async (): Promise<boolean> => (await fetchRun(instances[0] as Instance, runId)).finishedAt !== null;
  await eventually(async () => (await fetchRun(instances[0] as Instance, runId)).totalRecords > 0, 60_000);
  frozen.signal('SIGSTOP');
  const thawed = sleep(FREEZE_MS).then(() => frozen.signal('SIGCONT'));
  let killed = 0;
  for (; killed < KILLS && !(await isOver()); killed++) {
    await sleep(500 + random.below(2500));
    const victim = random.below(2);
    instances[victim]?.signal('SIGKILL');
    instances[victim] = await start();
  }
  assert.ok(killed === KILLS && !(await isOver()), `the run ended after ${killed} kills`);
  await thawed;
}

/** What a service without other instances publishes of the file `mixed`. */
function ofOneThread(place: ClusterPlace): Promise<Outcome> {
  expectedOfMixed ??= alone(place, 'alone', mixed);
  return expectedOfMixed;
}

function alone(place: ClusterPlace, topic: string, file: File): Promise<Outcome> {
  return publishAlone(place, { topic, parts: orders(topic, file, {}), specs: { orders: ORDERS_YAML } });
}

function once(texts: readonly string[]): string[] {
  return texts.filter((text, index) => text !== texts[index - 1]);
}

/** Records with line ends in quotes. Some are longer than a piece, so that the starts of pieces are guessed wrongly. */
function quotedOrders(): File {
  const records: string[] = [];
  for (let index = 0; index < 30_000; index++) {
    const lines = index % 9000 === 4000 ? 12_000 : index % 7;
    records.push(
      `"order ${index}${'\nx, y'.repeat(lines)}",${index % 11 === 0 ? '0.00' : '1.50'}\n${index % 50 === 0 ? '\n' : ''}`,
    );
  }
  return csvFile(`id,amount\n${records.join('')}`, 'quoted.csv');
}

function mixedValid(): File {
  return csvFile(
    `id,amount\n${Array.from({ length: 20_000 }, (_, index) => `order ${index},1.50\n`).join('')}`,
    'valid.csv',
  );
}

async function zipped(file: File): Promise<File> {
  const archive = createZip([{ name: 'valid.csv', content: await file.bytes() }]);
  return new File([Uint8Array.from(archive)], 'valid.zip');
}
