/**
 * A file in pieces, published by processes that are killed, and by two processes at the same time. There is no service. The
 * proxy is slow, so that a kill interrupts a piece.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import type { Workplace } from '../../runtime/specmill.ts';
import { countRecords, findMissing } from './consumer.ts';
import { createOrdersPlace, isLong, mixedOrders, printNote, waitForBytes } from './orders.ts';
import { type KafkaContext, kafkaSuite } from './suite.ts';

const RECORDS = isLong ? 2_000_000 : 200_000;
const BYTES_A_SECOND = 10_000_000;
/** How many records a crash may have sent in vain. */
const MOST_DOUBLES = 5000;

const { test, run } = kafkaSuite('pieces into Kafka');

for (const delivery of ['exactly-once', 'at-least-once'] as const) {
  test(`${delivery}: each record of pieces that are killed, or run twice at the same time`, async (surroundings) => {
    const { broker, proxy, proxied } = surroundings;
    await broker.createTopic(delivery, { partitions: 3 });
    await broker.createTopic(`${delivery}.dead`, { partitions: 1 });
    const at = createOrdersPlace();
    writeFileSync(at.path('orders.csv'), new Uint8Array(await mixedOrders(RECORDS).arrayBuffer()));
    const whole = at.call([
      'transform',
      '--spec',
      'orders',
      'orders.csv',
      '--skip-invalid',
      '--out',
      'whole',
      '--json',
    ]);
    const size = String(Math.ceil(RECORDS * 3));
    const plan = ['plan', 'orders.csv', '--spec', 'orders', '--skip-invalid', '--delivery', delivery, '--size', size];
    const planned = at.call(['pieces', ...plan, '--out', 'plan', '--json']);
    assert.is(planned.code, 0, planned.stderr);
    const { pieces } = JSON.parse(planned.stdout) as { pieces: number };
    assert.ok(pieces >= 4, String(pieces));
    proxy.slow(BYTES_A_SECOND);
    const kills = await runAll(surroundings, { at, pieces, topic: delivery });
    proxy.slow(Infinity);
    const finished = at.call(['pieces', 'finish', 'plan', '--json']);
    assert.is(finished.code, 1, finished.stderr);
    const { runId, ordering, ...result } = JSON.parse(finished.stdout) as ProcessingResult;
    assert.equal([typeof runId, ordering], ['string', 'NONE']);
    assert.equal({ ...result, durationMs: 0 }, { ...(JSON.parse(whole.stdout) as ProcessingResult), durationMs: 0 });
    const messages = await countRecords(broker.address, delivery, RECORDS);
    const letters = await countRecords(broker.address, `${delivery}.dead`, RECORDS);
    assert.is(messages.prefixes.length, 1);
    const isMissing = (record: number) => !messages.times[record] && !letters.times[record];
    assert.equal(findMissing(messages).missing.filter(isMissing), []);
    const isBoth = (record: number) => Boolean(messages.times[record] && letters.times[record]);
    assert.equal(Array.from({ length: RECORDS }, (_, index) => index + 1).filter(isBoth), []);
    const doubled = findMissing(messages).doubled + findMissing(letters).doubled;
    printNote(`${delivery}: ${pieces} pieces, ${kills} kills, ${doubled} records twice, through ${proxied}`);
    if (delivery === 'exactly-once') {
      assert.is(doubled, 0);
      assert.is(messages.messages, result.processedRecords);
    } else assert.ok(doubled < (RECORDS / pieces + MOST_DOUBLES) * (kills + pieces), String(doubled));
    at.remove();
  });
}

interface Publishing {
  at: Workplace;
  pieces: number;
  topic: string;
}

/** Runs all pieces, with kills. Every second piece runs in two processes at the same time. Returns the number of kills. */
async function runAll({ proxy, proxied }: KafkaContext, { at, pieces, topic }: Publishing): Promise<number> {
  const random = randomOf(seed, topic.length);
  let kills = 0;
  const argsOf = (piece: number) => [
    ...['pieces', 'run', 'plan', '--index', String(piece), '--to', `kafka://${proxied}/${topic}`],
    ...['--dead-letter', `${topic}.dead`],
  ];
  for (let piece = 0; piece < pieces; piece++) {
    const first = at.start(argsOf(piece));
    const ended = once(first, 'exit');
    await Promise.race([waitForBytes(proxy, 100_000 + random.below(1_000_000)), ended]);
    if (first.kill('SIGKILL')) kills++;
    await ended;
    const processes = piece % 2 === 0 ? [at.start(argsOf(piece))] : [at.start(argsOf(piece)), at.start(argsOf(piece))];
    await Promise.all(processes.map((one) => once(one, 'exit')));
    // One of two may have been fenced, or both.
    const last = at.call(argsOf(piece));
    assert.is(last.code, 0, last.stderr);
  }
  return kills;
}

run();
