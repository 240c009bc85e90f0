import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../runtime/model/journal.ts';
import { InFlight, type Sent } from '../../runtime/sink/kafka/delivery/uncommitted-batches.ts';
import { Parcel } from '../../runtime/sink/kafka/delivery/pending-batch.ts';
import { rejectionOf } from './data-folder.ts';

/** A journal that is told when to be done, and what it has kept. */
function slowJournal() {
  const kept: JournalEntry[] = [];
  const waiting: (() => void)[] = [];
  return {
    kept,
    underWay: () => waiting.length,
    /** The commit that is under way is durable. */
    done: () => waiting.shift()?.(),
    commit: (entry: JournalEntry) => new Promise<void>((resolve) => waiting.push(() => (kept.push(entry), resolve()))),
    finish: async () => {},
  };
}

function sent(name: string, records = 1000, bytes = 1): Sent {
  return {
    parcel: new Parcel({ hurry() {}, onArrived() {} }),
    records,
    bytes,
    entry: { published: [], deadLetters: [], checkpoint: name, newErrors: [`error of ${name}`], durationMs: 1 },
  };
}

const settled = (): Promise<void> => sleep(5);

test('checkpoints are kept in their order, those that have arrived together, with the errors of all', async () => {
  const journal = slowJournal();
  const inFlight = new InFlight(journal);
  const all = ['a', 'b', 'c', 'd'].map((name) => sent(name));
  all.forEach((one) => inFlight.add(one));
  for (const index of [1, 2]) all[index]?.parcel.arrive();
  await settled();
  journal.done();
  assert.equal(journal.kept, [], 'nothing is kept before what stands in front of it has arrived');
  all[0]?.parcel.arrive();
  await settled();
  journal.done();
  await settled();
  assert.equal(
    journal.kept.map(({ checkpoint, newErrors }) => [checkpoint, newErrors]),
    [['c', ['error of a', 'error of b', 'error of c']]],
  );
  all[3]?.parcel.arrive();
  await settled();
  journal.done();
  await inFlight.empty();
  assert.equal(
    journal.kept.map(({ checkpoint }) => checkpoint),
    ['c', 'd'],
  );
});

test('the journal has the next checkpoint before one is kept; room comes with what is kept', async () => {
  const journal = slowJournal();
  const inFlight = new InFlight(journal);
  const [first, second] = [sent('a', 3000), sent('b', 2000)];
  for (const one of [first, second]) {
    inFlight.add(one);
    one.parcel.arrive();
    await settled();
  }
  assert.is(journal.underWay(), 2);
  let hasRoom = false;
  const room = inFlight.room({ records: 3001, bytes: 1 }).then(() => (hasRoom = true));
  journal.done();
  await settled();
  assert.equal([journal.kept.map(({ checkpoint }) => checkpoint), hasRoom], [['a'], false]);
  journal.done();
  await room;
  await inFlight.empty();
});

test('what is held back goes when somebody waits for room: at once where nothing is being kept', async () => {
  const journal = slowJournal();
  const inFlight = new InFlight(journal);
  const asked: boolean[] = [];
  const [first, held] = [
    sent('a', 2500),
    { ...sent('b', 2500), parcel: new Parcel({ hurry: (isUrgent) => void asked.push(isUrgent), onArrived() {} }) },
  ];
  [first, held].forEach((one) => inFlight.add(one));
  await settled();
  const room = inFlight.room({ records: 5000, bytes: 1 });
  first.parcel.arrive();
  await settled();
  assert.equal(asked, [false], 'what is being kept may make room');
  journal.done();
  await settled();
  assert.equal(asked, [false, true]);
  held.parcel.arrive();
  await settled();
  journal.done();
  await room;
});

test('no more than 5,000 records are on their way or not yet kept', async () => {
  const journal = slowJournal();
  const inFlight = new InFlight(journal);
  const all = Array.from({ length: 5 }, (_, index) => sent(String(index)));
  for (const one of all) {
    await inFlight.room(one);
    inFlight.add(one);
  }
  let hasRoom = false;
  const room = inFlight.room({ records: 1, bytes: 1 }).then(() => (hasRoom = true));
  all[0]?.parcel.arrive();
  await settled();
  assert.is(hasRoom, false, 'arrived is not kept');
  journal.done();
  await room;
});

test('nor more than 4 MiB, but a batch that is larger goes alone', async () => {
  const journal = slowJournal();
  const inFlight = new InFlight(journal);
  const large = sent('large', 1, 20 * 1024 * 1024);
  await inFlight.room(large);
  inFlight.add(large);
  let hasRoom = false;
  const room = inFlight.room({ records: 1, bytes: 1 }).then(() => (hasRoom = true));
  await settled();
  assert.is(hasRoom, false);
  large.parcel.arrive();
  await settled();
  journal.done();
  await room;
});

test('whoever waits is told what kept a batch from arriving', async () => {
  const inFlight = new InFlight(slowJournal());
  const one = sent('a', 5000);
  inFlight.add(one);
  const room = rejectionOf(inFlight.room({ records: 1, bytes: 1 }));
  one.parcel.fail(new Error('the broker is away'));
  assert.match(String(await room), /the broker is away/);
  assert.match(String(await rejectionOf(inFlight.empty())), /the broker is away/);
});

test.run();
