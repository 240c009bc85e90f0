import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import { UncommittedBatches, type SentBatch } from '../../runtime/sink/kafka/delivery/uncommitted-batches.ts';
import { PendingBatch } from '../../runtime/sink/kafka/delivery/pending-batch.ts';
import { rejectionOf } from './data-folder.ts';

/** A journal whose commits finish when the test says so, and the steps that it stored. */
function slowJournal() {
  const kept: JournalEntry[] = [];
  const waiting: (() => void)[] = [];
  return {
    kept,
    underWay: () => waiting.length,
    /** Finishes the pending commit. */
    done: () => waiting.shift()?.(),
    commit: (entry: JournalEntry) => new Promise<void>((resolve) => waiting.push(() => (kept.push(entry), resolve()))),
    finish: async () => {},
  };
}

function sent(name: string, records = 1000, bytes = 1): SentBatch {
  return {
    pending: new PendingBatch({ flush() {}, onAcknowledged() {} }),
    records,
    bytes,
    entry: { published: [], deadLetters: [], checkpoint: name, newErrors: [`error of ${name}`], durationMs: 1 },
  };
}

const settled = (): Promise<void> => sleep(5);

test('checkpoints are stored in order; those that arrive together are stored together, with all their errors', async () => {
  const journal = slowJournal();
  const inFlight = new UncommittedBatches(journal);
  const all = ['a', 'b', 'c', 'd'].map((name) => sent(name));
  all.forEach((one) => inFlight.add(one));
  for (const index of [1, 2]) all[index]?.pending.acknowledgePart();
  await settled();
  journal.done();
  assert.equal(journal.kept, [], 'nothing is stored before all earlier batches have arrived');
  all[0]?.pending.acknowledgePart();
  await settled();
  journal.done();
  await settled();
  assert.equal(
    journal.kept.map(({ checkpoint, newErrors }) => [checkpoint, newErrors]),
    [['c', ['error of a', 'error of b', 'error of c']]],
  );
  all[3]?.pending.acknowledgePart();
  await settled();
  journal.done();
  await inFlight.drain();
  assert.equal(
    journal.kept.map(({ checkpoint }) => checkpoint),
    ['c', 'd'],
  );
});

test('the journal receives the next checkpoint while one is being stored, and room is freed when it is stored', async () => {
  const journal = slowJournal();
  const inFlight = new UncommittedBatches(journal);
  const [first, second] = [sent('a', 3000), sent('b', 3500)];
  for (const one of [first, second]) {
    inFlight.add(one);
    one.pending.acknowledgePart();
    await settled();
  }
  assert.is(journal.underWay(), 2);
  let hasRoom = false;
  const waitForRoom = inFlight.waitForRoom({ records: 3001, bytes: 1 }).then(() => (hasRoom = true));
  journal.done();
  await settled();
  assert.equal([journal.kept.map(({ checkpoint }) => checkpoint), hasRoom], [['a'], false]);
  journal.done();
  await waitForRoom;
  await inFlight.drain();
});

test('held-back steps are stored when a caller waits for room, at once if the journal is idle', async () => {
  const journal = slowJournal();
  const inFlight = new UncommittedBatches(journal);
  const asked: boolean[] = [];
  const [first, held] = [
    sent('a', 3250),
    {
      ...sent('b', 3250),
      pending: new PendingBatch({ flush: (isUrgent) => void asked.push(isUrgent), onAcknowledged() {} }),
    },
  ];
  [first, held].forEach((one) => inFlight.add(one));
  await settled();
  const waitForRoom = inFlight.waitForRoom({ records: 5000, bytes: 1 });
  first.pending.acknowledgePart();
  await settled();
  assert.equal(asked, [false], 'a step being stored may free room');
  journal.done();
  await settled();
  assert.equal(asked, [false, true]);
  held.pending.acknowledgePart();
  await settled();
  journal.done();
  await waitForRoom;
});

test('at most 6,500 records are prepared, in flight or not yet stored', async () => {
  const journal = slowJournal();
  const inFlight = new UncommittedBatches(journal);
  const all = Array.from({ length: 5 }, (_, index) => sent(String(index), 1300));
  for (const one of all) {
    await inFlight.waitForRoom(one);
    inFlight.add(one);
  }
  let hasRoom = false;
  const waitForRoom = inFlight.waitForRoom({ records: 1, bytes: 1 }).then(() => (hasRoom = true));
  all[0]?.pending.acknowledgePart();
  await settled();
  assert.is(hasRoom, false, 'an acknowledged batch still takes room until it is stored');
  journal.done();
  await waitForRoom;
});

test('at most 6 MiB are prepared, but a larger batch is sent alone', async () => {
  const journal = slowJournal();
  const inFlight = new UncommittedBatches(journal);
  const large = sent('large', 1, 20 * 1024 * 1024);
  await inFlight.waitForRoom(large);
  inFlight.add(large);
  let hasRoom = false;
  const waitForRoom = inFlight.waitForRoom({ records: 1, bytes: 1 }).then(() => (hasRoom = true));
  await settled();
  assert.is(hasRoom, false);
  large.pending.acknowledgePart();
  await settled();
  journal.done();
  await waitForRoom;
});

test('a waiting caller receives the error that stopped a batch', async () => {
  const inFlight = new UncommittedBatches(slowJournal());
  const one = sent('a', 6500);
  inFlight.add(one);
  const waitForRoom = rejectionOf(inFlight.waitForRoom({ records: 1, bytes: 1 }));
  one.pending.fail(new Error('the broker is unreachable'));
  assert.match(String(await waitForRoom), /the broker is unreachable/);
  assert.match(String(await rejectionOf(inFlight.drain())), /the broker is unreachable/);
});

test.run();
