/**
 * Histories of exactly-once runs: requests of the transaction protocol that are lost, repeated, held back or slow, and
 * answers that are lost, at random. Held requests arrive during later transactions and attempts, also after kill -9 of the
 * service. An independent consumer compares each topic with its file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { countRecords, findMissing } from './consumer.ts';
import { createOrdersPlace, ordersForm, ordersOf, printNote } from './orders.ts';
import type { Proxy, RequestFault, RequestName } from './proxy.ts';
import type { AnyBroker, KafkaContext } from './suite.ts';

/** Number of runs at the same time. */
const TOGETHER = 8;
/** After how many groups of runs the service is killed. */
const KILL_EVERY = 3;
const RECORDS = 100_000;
/** For all runs together; slow enough for several transactions a run. */
const BYTES_A_SECOND = 20_000_000;
/** How many of a hundred requests have a fault. */
const SHARES: Readonly<Record<RequestName, number>> = {
  produce: 1,
  initProducerId: 10,
  addPartitionsToTxn: 15,
  addOffsetsToTxn: 15,
  txnOffsetCommit: 15,
  endTxn: 40,
};
const MOST_HELD_MS = 2500;
const HELD_LONG_MS = 70_000;
const MOST_SLOW_MS = 1500;

/** What a topic has of a file: all zero if each record is there once, in order. */
export interface Difference {
  missing: number;
  doubled: number;
  outOfOrder: number;
}

/** Compares a topic with a file of `records` records. */
export async function compareWithFile(broker: AnyBroker, topic: string, records: number): Promise<Difference> {
  const counted = await countRecords(broker.address, topic, records);
  const { missing, doubled } = findMissing(counted);
  return { missing: missing.length, doubled, outOfOrder: counted.outOfOrder };
}

/** Publishes `count` files, and returns those whose topic or result is wrong. */
export async function runHistories(
  { broker, proxy, proxied, serve }: KafkaContext,
  count: number,
): Promise<({ topic: string; status: string } & Difference)[]> {
  const random = randomOf(seed, 0);
  const at = createOrdersPlace();
  const start = () => serve(at, proxied, ['--threads', String(TOGETHER)]);
  let service = await start();
  const faults = drawFaults(proxy, random);
  let kills = 0;
  const wrong: ({ topic: string; status: string } & Difference)[] = [];
  for (let first = 0; first < count; first += TOGETHER) {
    const topics = Array.from({ length: Math.min(TOGETHER, count - first) }, (_, index) => `history-${first + index}`);
    const runs: string[] = [];
    proxy.slow(BYTES_A_SECOND);
    for (const topic of topics) {
      await broker.createTopic(topic, { partitions: 2 });
      const file = ordersOf(Array.from({ length: RECORDS }, (_, index) => `${topic} order ${index}`));
      runs.push(await sendFile(service, ordersForm(topic, file, { delivery: 'exactly-once' })));
    }
    if ((first / TOGETHER) % KILL_EVERY === KILL_EVERY - 1) {
      await sleep(random.below(6000));
      service.signal('SIGKILL');
      await service.exited;
      service = await start();
      kills++;
    }
    const ends = await Promise.all(runs.map((runId) => waitForEnd(service, runId)));
    proxy.slow(Infinity);
    await proxy.released();
    for (const [index, { status, processedRecords }] of ends.entries()) {
      const topic = topics[index] ?? '';
      const difference = await compareWithFile(broker, topic, RECORDS);
      const isRight = status === 'SUCCESS' && processedRecords === RECORDS;
      if (!isRight || Object.values(difference).some((one) => one > 0)) wrong.push({ topic, status, ...difference });
    }
    printNote(`${first + topics.length} histories, ${kills} kills, ${wrong.length} wrong`);
  }
  proxy.chooseFaults(null);
  await service.stop();
  at.remove();
  printNote(
    [...faults]
      .sort()
      .map(([kind, times]) => `${kind} ${times}`)
      .join(', '),
  );
  return wrong;
}

/** Draws the faults of requests. Returns how many there were of each kind. */
function drawFaults(proxy: Proxy, random: Random): Map<string, number> {
  const counts = new Map<string, number>();
  proxy.chooseFaults((request) => {
    if (random.below(100) >= SHARES[request]) return null;
    const kind = random.pick<'LOSE' | 'HOLD' | 'REPEAT' | 'SLOW' | 'ANSWER'>([
      'LOSE',
      'HOLD',
      'HOLD',
      'REPEAT',
      'SLOW',
      'ANSWER',
    ]);
    counts.set(`${request} ${kind}`, (counts.get(`${request} ${kind}`) ?? 0) + 1);
    if (kind === 'ANSWER') {
      proxy.cutAnswers(request, 1);
      return null;
    }
    return kind === 'LOSE' ? { kind } : ({ kind, ms: drawMs(kind, random) } satisfies RequestFault);
  });
  return counts;
}

function drawMs(kind: 'HOLD' | 'REPEAT' | 'SLOW', random: Random): number {
  if (kind === 'SLOW') return random.below(MOST_SLOW_MS);
  return random.oneIn(20) ? HELD_LONG_MS : 50 + random.below(MOST_HELD_MS);
}
