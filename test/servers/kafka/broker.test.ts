/**
 * Checks what the other tests of this folder rely on: the broker, the proxy and the consumer. Specmill itself is not
 * involved.
 */
import { spawn } from 'node:child_process';
import { Kafka, logLevel } from 'kafkajs';
import * as assert from 'uvu/assert';
import { consume, countRecords, findMissing } from './consumer.ts';
import { kafkaSuite } from './suite.ts';

const { test, run } = kafkaSuite("the tests' broker");
const ID = '0123456789abcdef-01234567:';

/** Produces `key|value` lines with kcat. */
async function produce(
  address: string,
  topic: string,
  lines: readonly string[],
  flags: readonly string[] = [],
): Promise<void> {
  const { code, stderr } = await kcat(['-P', '-b', address, '-t', topic, '-K', '|', ...flags], lines.join('\n'));
  assert.is(code, 0, stderr);
}

// Asynchronous, because the proxy runs in this process.
function kcat(args: readonly string[], input: string): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('kcat', args, { stdio: ['pipe', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    child.once('close', (code) => resolve({ code, stderr }));
    child.stdin.end(input);
  });
}

test("kcat's messages are read by kafkajs and kcat, also after kill -9 and a restart", async ({ broker }) => {
  await broker.createTopic('plain', { partitions: 3 });
  const lines = Array.from({ length: 1000 }, (_, index) => `key ${index}|{"n":${index}}`);
  await produce(broker.address, 'plain', lines, ['-H', 'a=b, c=d', '-X', 'partitioner=murmur2_random']);
  await broker.kill();
  await broker.start();
  const read = await consume(broker.address, 'plain');
  assert.equal(read.map(({ key, value }) => `${key}|${value}`).sort(), [...lines].sort());
  assert.equal([...new Set(read.map(({ partition }) => partition))], [0, 1, 2]);
  assert.equal(read[0]?.headers, { a: 'b, c=d' });
  const sight = (one: { partition: number; offset: number | string; key: unknown; value: unknown }) =>
    `${one.partition} ${one.offset} ${String(one.key)} ${String(one.value)}`;
  assert.equal((await readByKafkajs(broker.address, 'plain', 1000)).map(sight).sort(), read.map(sight).sort());
});

test('records are counted by their ids, and lost, duplicate and misplaced ones are reported', async ({ broker }) => {
  await broker.createTopic('ids', { partitions: 1 });
  for (const record of [1, 2, 4, 3, 4, 6])
    await produce(
      broker.address,
      'ids',
      ['k|v'],
      ['-H', 'x=1', '-H', `ce_id=${ID}${record}`, '-H', 'issues=[{"a":"ce_id=1, b"}]'],
    );
  const counted = await countRecords(broker.address, 'ids', 6);
  assert.equal([counted.messages, counted.prefixes, counted.outOfOrder], [6, [ID.slice(0, -1)], 1]);
  assert.equal(findMissing(counted), { missing: [5], doubled: 1 });
});

test('messages of a transaction are visible once it is committed, and never if it is aborted', async ({ broker }) => {
  await broker.createTopic('transactions', { partitions: 1 });
  const producer = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING }).producer({
    transactionalId: 'test',
    maxInFlightRequests: 1,
  });
  await producer.connect();
  for (const end of ['abort', 'commit'] as const) {
    const transaction = await producer.transaction();
    await transaction.send({ topic: 'transactions', messages: [{ value: end, partition: 0 }] });
    assert.equal(await consume(broker.address, 'transactions'), []);
    assert.ok((await consume(broker.address, 'transactions', { isolation: 'read_uncommitted' })).length > 0);
    await transaction[end]();
  }
  await producer.disconnect();
  assert.equal(
    (await consume(broker.address, 'transactions')).map(({ value }) => value),
    ['commit'],
  );
});

for (const isIdempotent of [true, false]) {
  test(`an answer cut off: the broker has the messages ${isIdempotent ? 'once, because its producer is idempotent' : 'twice, because its producer is not idempotent'}`, async ({
    broker,
    proxy,
    proxied,
  }) => {
    const topic = `cut-${isIdempotent}`;
    await broker.createTopic(topic, { partitions: 1 });
    const before = proxy.cuts('produce');
    proxy.cutAnswers('produce', 2);
    await produce(
      proxied,
      topic,
      Array.from({ length: 100 }, (_, index) => `k|${index}`),
      ['-X', `enable.idempotence=${isIdempotent}`, '-X', 'linger.ms=50', '-X', 'retry.backoff.ms=10', '-E'],
    );
    assert.is(proxy.cuts('produce') - before, 2);
    assert.is((await consume(broker.address, topic)).length, isIdempotent ? 100 : 300);
  });
}

test('the proxy can limit its rate and refuse connections for a while', async ({ broker, proxy, proxied }) => {
  await broker.createTopic('slow', { partitions: 1 });
  proxy.slow(100_000);
  const started = performance.now();
  await produce(proxied, 'slow', [`k|${'x'.repeat(200_000)}`]);
  assert.ok(performance.now() - started > 1900, 'no faster than the limit');
  proxy.slow(Infinity);
  await proxy.down();
  assert.is.not((await kcat(['-L', '-m', '1', '-b', proxied], '')).code, 0);
  await proxy.up();
  assert.is((await consume(proxied, 'slow')).length, 1);
});

interface Read {
  partition: number;
  offset: string;
  key: string;
  value: string;
}

async function readByKafkajs(address: string, topic: string, count: number): Promise<Read[]> {
  const consumer = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).consumer({ groupId: 'test' });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const read: Read[] = [];
  await new Promise<void>((resolve) => {
    void consumer.run({
      eachMessage: async ({ partition, message }) => {
        read.push({ partition, offset: message.offset, key: String(message.key), value: String(message.value) });
        if (read.length === count) resolve();
      },
    });
  });
  await consumer.disconnect();
  return read;
}

run();
