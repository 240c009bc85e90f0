/**
 * Two attempts of one run, on PostgreSQL and Kafka, that are stopped exactly at the corners in runtime/runs/README.md: an
 * answer of the broker is lost, a lease ends between the broker's answer and the write of the store, two instances resume
 * one run. Every record is published once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { rejectionOf } from '../../runtime/data-folder.ts';
import { eventually } from '../../runtime/service.ts';
import { consume } from '../kafka/consumer.ts';
import type { RequestName } from '../kafka/proxy.ts';
import { type ClusterPlace, testCluster } from './cluster-place.ts';
import { type Corner, createHold, openAttempt, RECORDS } from './corner-attempt.ts';
import { withPair } from './pair.ts';

const REQUESTS: readonly RequestName[] = [
  'initProducerId',
  'addPartitionsToTxn',
  'produce',
  'addOffsetsToTxn',
  'txnOffsetCommit',
  'endTxn',
];

/** A transaction has five records, or all six. */
const FIVE_RECORDS_MS = 280;

async function withCorner(
  { broker, postgres }: ClusterPlace,
  topic: string,
  check: (corner: Corner) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-corner-'));
  await broker.createTopic(topic, { partitions: 1 });
  try {
    await withPair({ postgres, folder }, (pair) =>
      check({ pair, topic, runId: topic, direct: broker.address, proxied: `127.0.0.1:${broker.ports.advertised}` }),
    );
    const values = (await consume(broker.address, topic)).map(({ value }) => value);
    assert.equal(
      values,
      Array.from({ length: RECORDS }, (_, index) => `{"line":"r${index + 1}"}`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends the lease of the run, and takes it as the instance `which`. */
async function takeOver({ pair: { expire, clusters }, runId }: Corner, which: 0 | 1): Promise<number> {
  await expire();
  const [taken] = await clusters[which].tasks.take('small', 1);
  assert.is(taken?.runId, runId);
  return taken?.attempt ?? 0;
}

async function checkEnd({ pair, runId }: Corner): Promise<void> {
  const run = await pair.stores[0].runs.find(runId);
  assert.equal([run?.ended?.status, run?.checkpoint?.position?.record], ['SUCCESS', RECORDS]);
}

await testCluster('corners of exactly once', (test) => {
  for (const request of REQUESTS) {
    test(`the answer to ${request} is lost, another instance completes the run, and the first one continues`, async (place) =>
      withCorner(place, `lost-${request}`, async (corner) => {
        const { proxy } = place;
        const first = await openAttempt(corner, { which: 0, address: corner.proxied });
        const before = proxy.cuts(request);
        proxy.cutAnswers(request, 1);
        const lost = rejectionOf(first.run());
        await eventually(() => proxy.cuts(request) > before);
        // The first instance sends its request again and again, which does not arrive.
        await proxy.down();
        await takeOver(corner, 1);
        await (await openAttempt(corner, { which: 1, address: corner.direct, attempt: 2, recordMs: 0 })).run();
        await proxy.up();
        const { name } = await lost;
        assert.ok(['RunPause', 'LeaseLost'].includes(name), name);
        await checkEnd(corner);
      }));
  }

  test('the lease ends between the answer of the broker and the write of the store', async (place) =>
    withCorner(place, 'between', async (corner) => {
      const hold = createHold();
      // The first entry of the journal is stored before any message, the second one after the first transaction.
      const first = await openAttempt(corner, {
        which: 0,
        address: corner.direct,
        hold: { when: 'before', entry: 2, at: hold },
      });
      const lost = rejectionOf(first.run());
      await hold.reached;
      const published = (await consume(corner.direct, corner.topic)).length;
      assert.ok(published > 0 && published < RECORDS, `${published} records`);
      assert.is((await corner.pair.stores[1].runs.find(corner.runId))?.checkpoint?.position ?? null, null);
      await takeOver(corner, 1);
      await (await openAttempt(corner, { which: 1, address: corner.direct, attempt: 2, recordMs: 0 })).run();
      hold.release();
      assert.is((await lost).name, 'LeaseLost');
      await checkEnd(corner);
    }));

  test('two instances resume one run: the outdated one fences the right one, which continues after it', async (place) =>
    withCorner(place, 'both', async (corner) => {
      // The first one hangs before it asks for its producer.
      const atProducer = createHold();
      const first = await openAttempt(corner, {
        ...{ which: 0, address: corner.direct, recordMs: FIVE_RECORDS_MS },
        hold: { when: 'after', entry: 1, at: atProducer },
      });
      const outdated = rejectionOf(first.run());
      await atProducer.reached;
      await takeOver(corner, 1);
      const hold = createHold();
      const second = await openAttempt(corner, {
        ...{ which: 1, address: corner.direct, attempt: 2 },
        hold: { when: 'after', entry: 1, at: hold },
      });
      const fenced = rejectionOf(second.run());
      await hold.reached;
      const before = (await consume(corner.direct, corner.topic)).length;
      // The outdated instance wakes up, and publishes until its first write to the store.
      atProducer.release();
      assert.is((await outdated).name, 'LeaseLost');
      const published = (await consume(corner.direct, corner.topic)).length;
      assert.ok(before > 0 && published > before, `${before}, then ${published} records`);
      hold.release();
      assert.equal(((await fenced) as { code?: string }).code, 'transaction_lost');
      await (await openAttempt(corner, { which: 1, address: corner.direct, attempt: 2, recordMs: 0 })).run();
      await checkEnd(corner);
    }));
});
