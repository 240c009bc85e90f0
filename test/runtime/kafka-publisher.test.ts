import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Issue, RecordIssues } from '../../compiler/kernel/model/contract.ts';
import { partitionOfKey } from '../../runtime/sink/kafka/protocol/partitioner.ts';
import { newRun, rejectionOf } from './data-folder.ts';
import { arrive, batchOf, fakeBroker, numbered, openPublisher } from './kafka-fake-broker.ts';

const require = createRequire(import.meta.url);

const issue: Issue = {
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'r',
  field: 'f',
  column: 'f',
  message: 'm',
  value: 'v',
};

test('a partition has one request in flight, in order; waiting batches are sent together; other partitions continue', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection);
  const pendingBatches = [];
  for (let first = 1000; first < 10_000; first += 1000)
    pendingBatches.push(await publisher.send(batchOf(first, numbered(first, 1000)), 0));
  await sleep(5);
  assert.equal(broker.produced.map(({ partition }) => partition).sort(), [0, 1, 2]);
  await arrive(broker, ...pendingBatches);
  assert.is(broker.state.overtakes, 0);
  for (const partition of [0, 1, 2]) {
    const own = broker.produced.filter((one) => one.partition === partition);
    assert.equal(
      own.map(({ records, firstSequence }) => [firstSequence, records.length]),
      [
        [0, 1000],
        [1000, 2000],
      ],
    );
    const expected = [0, 1, 2].flatMap((round) =>
      numbered(1000 * (round * 3 + (partition === 0 ? 3 : partition)), 1000),
    );
    assert.equal(
      own.flatMap(({ records }) => records.map(({ value }) => value)),
      expected,
    );
  }
});

test('consecutive records without a key share a request; the last ones are sent when a caller waits', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection);
  const pendingBatches = [];
  for (let first = 1; first < 2400; first += 300)
    pendingBatches.push(await publisher.send(batchOf(first, numbered(first, 300)), 0));
  await sleep(5);
  assert.equal(
    broker.produced.map(({ partition, records }) => [partition, records.length]),
    [
      [0, 999],
      [1, 1000],
    ],
  );
  pendingBatches.at(-1)?.flush(false);
  await sleep(5);
  assert.is(broker.produced.length, 2, 'the other requests are in flight');
  await arrive(broker, ...pendingBatches);
  assert.equal(
    broker.produced.map(({ partition, records }) => [partition, records.length]),
    [
      [0, 999],
      [1, 1000],
      [2, 401],
    ],
  );
});

test('the key decides the partition, and a request is at most 900 kB unless a single message is larger', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection);
  const values = Array.from({ length: 20 }, (_, index) => 'v'.repeat(index === 7 ? 1_000_000 : 100_000));
  const pending = await publisher.send(batchOf(1, values, { keys: values.map(() => 'foobar') }), 0);
  await arrive(broker, pending);
  assert.equal([...new Set(broker.produced.map(({ partition }) => partition))], [(-790332482 & 0x7fffffff) % 3]);
  assert.equal(
    broker.produced.flatMap(({ records }) => records.map(({ value }) => value.length)),
    values.map(({ length }) => length),
  );
  assert.ok(broker.produced.every(({ bytes, records }) => bytes <= 900_000 || records.length === 1));
  assert.is(broker.produced[0]?.records[0]?.key, 'foobar');
});

test('records already published are left out, dead letters too', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection, { readSlice: async () => Buffer.from('raw') });
  const problem = (record: number): RecordIssues => ({
    record,
    line: 1,
    byteOffset: 0,
    byteLength: 3,
    outcome: 'failed',
    issues: [issue],
  });
  const pending = await publisher.send(batchOf(11, numbered(12, 4), { recordIssues: [problem(11), problem(16)] }), 13);
  await arrive(broker, pending);
  const idsOf = (topic: string): string[] =>
    broker.produced
      .filter((one) => one.topic === topic)
      .flatMap(({ records }) => records.map(({ headers }) => headers['ce_id']?.split(':')[1] ?? ''));
  assert.equal([idsOf('t'), idsOf('dead')], [['14', '15'], ['16']]);
});

test('a dead letter has the key of its record, and goes to the partition of the key', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection, { readSlice: async (_, length) => Buffer.alloc(length, 'x') });
  const problem: RecordIssues = {
    record: 1,
    line: 1,
    byteOffset: 0,
    byteLength: 3,
    outcome: 'failed',
    issues: [issue],
  };
  const keys = ['k', 'a key', undefined, 'k'];
  const recordIssues = keys.map((key, i) => ({ ...problem, record: i + 1, ...(key === undefined ? {} : { key }) }));
  const pending = await publisher.send(batchOf(1, [], { recordIssues }), 0);
  await arrive(broker, pending);
  const letters = broker.produced.flatMap(({ partition, records }) => records.map(({ key }) => [key, partition]));
  const partitionOf = (key: string) => partitionOfKey(Buffer.from(key), { from: 0, to: key.length }, 3);
  for (const key of ['k', 'a key'])
    assert.equal([...new Set(letters.filter(([found]) => found === key).map(([, at]) => at))], [partitionOf(key)]);
  assert.equal(letters.map(([key]) => key ?? 'none').sort(), ['a key', 'k', 'k', 'none']);
});

test('a dead letter carries its issues and a mark if it is truncated', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection, {
    maxBatchBytes: 5000,
    readSlice: async (_, length) => Buffer.alloc(length, 'x'),
  });
  const problem = (record: number, byteLength: number): RecordIssues => ({
    record,
    line: 1,
    byteOffset: 0,
    byteLength,
    outcome: 'failed',
    issues: [issue],
  });
  const pending = await publisher.send(batchOf(1, [], { recordIssues: [problem(1, 30), problem(2, 9000)] }), 0);
  await arrive(broker, pending);
  const [short, long] = broker.produced.flatMap(({ records }) => records);
  assert.equal(
    [short?.value, short?.headers['truncated'], short?.headers['issues']],
    ['x'.repeat(30), undefined, JSON.stringify([issue])],
  );
  const { issues: _, ce_id, ce_source, ...others } = short?.headers ?? {};
  assert.match(`${ce_id} ${ce_source}`, /^abababababababab-\w{8}:1 \/specs\/\w+$/);
  assert.equal(others, {
    'content-type': 'application/octet-stream',
    ce_specversion: '1.0',
    ce_type: `${newRun('r').spec.name}.rejected`,
  });
  assert.equal([long?.headers['truncated'], long?.headers['issues']], ['9000', JSON.stringify([issue])]);
  assert.ok(
    broker.produced.every(({ bytes }) => bytes <= 5000),
    'the broker accepts them',
  );
});

test("a waiting caller receives the broker's error, and nothing more is sent", async () => {
  const broker = fakeBroker();
  const { createErrorFromCode } = require('kafkajs/src/protocol/error') as { createErrorFromCode(code: number): Error };
  const publisher = openPublisher(broker.connection);
  const pending = await publisher.send(batchOf(1, ['{}']), 0);
  broker.state.fails = createErrorFromCode(87);
  const refused = rejectionOf(pending.flushAndWait());
  await broker.answerAll();
  assert.match(String(await refused), /rejected the messages/);
  assert.match(String(await rejectionOf(publisher.send(batchOf(2, ['{}']), 0))), /rejected the messages/);
  assert.is(broker.produced.length, 1);
});

test('a retry sends identical bytes, and the bytes of the failed attempt stay unchanged', async () => {
  const broker = fakeBroker();
  const publisher = openPublisher(broker.connection);
  const pending = await publisher.send(batchOf(1, ['{"n":1}']), 0);
  void pending.flushAndWait();
  await sleep(5);
  const [failed] = broker.requests;
  assert.ok(failed !== undefined);
  const asSent = Buffer.from(failed);
  Object.assign(broker.state, { fails: new Error('cut'), triesAgain: true });
  await arrive(broker, pending);
  assert.equal(
    broker.produced.map(({ firstSequence, records }) => [firstSequence, records[0]?.value]),
    [
      [0, '{"n":1}'],
      [0, '{"n":1}'],
    ],
  );
  for (let record = 2; record < 5; record++) {
    const next = await publisher.send(batchOf(record, [`{"n":${record}}`]), 0);
    await arrive(broker, next);
  }
  assert.is(broker.produced.length, 5);
  assert.ok(failed.equals(asSent), 'it may still be in flight');
});

test('a message that the broker already has is not an error', async () => {
  const broker = fakeBroker();
  const { createErrorFromCode } = require('kafkajs/src/protocol/error') as { createErrorFromCode(code: number): Error };
  const publisher = openPublisher(broker.connection);
  const pending = await publisher.send(batchOf(1, ['{}']), 0);
  broker.state.fails = createErrorFromCode(46);
  await arrive(broker, pending);
});

test.run();
