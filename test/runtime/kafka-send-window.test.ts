import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import { SendWindow } from '../../runtime/sink/kafka/delivery/send-window.ts';
import { UncommittedBatches } from '../../runtime/sink/kafka/delivery/uncommitted-batches.ts';
import { batchOf, fakeBroker, numbered, openPublisher } from './kafka-fake-broker.ts';

interface Course {
  partitions: number;
  /** Number of records in each batch. */
  sizes: readonly number[];
  keyed?: boolean;
  /** Bytes in addition to the number of a record. */
  padding?: number;
}

/**
 * Publishes batches as at-least-once does, to a broker and a journal that are slow. Returns the most records, and bytes
 * of messages, that were sent at one time and had no durable checkpoint.
 */
async function publishAll({ partitions, sizes, keyed = false, padding = 0 }: Course) {
  const broker = fakeBroker();
  const window = new SendWindow(0);
  const publisher = openPublisher(broker.connection, { partitions, window, batchRecords: 1500 });
  const most = { records: 0, bytes: 0 };
  let [durable, seen] = [0, 0];
  const sent: number[] = [];
  const note = (): void => {
    for (; seen < broker.produced.length; seen++)
      for (const { value } of broker.produced[seen]?.records ?? []) sent[Number(/\d+/.exec(value)?.[0])] = value.length;
    const open = sent.slice(durable + 1).filter((bytes) => bytes > 0);
    most.records = Math.max(most.records, open.length);
    most.bytes = Math.max(
      most.bytes,
      open.reduce((sum, bytes) => sum + bytes, 0),
    );
  };
  const journal = {
    commit: async ({ checkpoint }: JournalEntry) => {
      await sleep(4);
      note();
      durable = Number(checkpoint);
    },
    finish: async () => {},
  };
  const uncommitted = new UncommittedBatches(journal, ({ span }) => {
    if (span !== null) window.commit(span.end);
    publisher.pump();
  });
  let isOver = false;
  const answering = (async () => {
    while (!isOver) {
      await sleep(3);
      note();
      await broker.answerAll();
    }
  })();
  let first = 1;
  for (const size of sizes) {
    const values = numbered(first, size).map((value) => value + ' '.repeat(padding));
    const batch = batchOf(first, values, keyed ? { keys: values.map((_, index) => `k${index % 97}`) } : {});
    first += size;
    await uncommitted.waitForRoom({ records: size, bytes: batch.bytes.length + batch.keys.length });
    const entry = { published: [], deadLetters: [], checkpoint: String(first - 1), newErrors: [], durationMs: 1 };
    uncommitted.add({
      records: size,
      bytes: batch.bytes.length,
      pending: await publisher.send(batch, 0),
      entry,
    });
  }
  await uncommitted.drain();
  isOver = true;
  await answering;
  assert.is(durable, first - 1, 'the last checkpoint is durable');
  const numbers = broker.produced.flatMap(({ records }) => records.map(({ value }) => Number(/\d+/.exec(value)?.[0])));
  assert.is(new Set(numbers).size, first - 1, 'each record was sent');
  assert.is(numbers.length, first - 1, 'no record was sent twice');
  assert.is(broker.state.overtakes, 0);
  return most;
}

const steady = (count: number, size: number): number[] => Array.from({ length: count }, () => size);

test('blocks of three partitions are in flight at the same time, with at most 5,000 records without a checkpoint', async () => {
  const { records } = await publishAll({ partitions: 3, sizes: steady(60, 500) });
  assert.ok(records <= 5000 && records >= 4400, String(records));
});

for (const partitions of [1, 40])
  for (const keyed of [false, true])
    test(`${partitions} partitions, ${keyed ? 'with' : 'without'} keys: at most 5,000 records without a checkpoint`, async () => {
      const { records } = await publishAll({ partitions, keyed, sizes: steady(40, 500) });
      assert.ok(records <= 5000, String(records));
    });

test('batches of any size are sent, those of more than 5,000 records alone', async () => {
  const sizes = [1, 500, 499, 7000, 3, 2600, 2400, 500, 1, 1, 6000, 500];
  for (const partitions of [1, 3])
    for (const keyed of [false, true]) {
      const { records } = await publishAll({ partitions, keyed, sizes });
      assert.is(records, 7000);
    }
});

test('at most 4 MiB are without a checkpoint, unless a batch is larger', async () => {
  const sizes = steady(30, 100);
  for (const keyed of [false, true]) {
    const { bytes } = await publishAll({ partitions: 3, keyed, sizes, padding: 9000 });
    assert.ok(bytes <= 4 * 1024 * 1024, String(bytes));
  }
  const { bytes } = await publishAll({ partitions: 3, sizes: [10, 600, 10, 10], padding: 9000 });
  assert.ok(bytes > 5_000_000 && bytes < 6_000_000, String(bytes));
});

test.run();
