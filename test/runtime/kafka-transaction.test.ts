import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connection } from '../../runtime/sink/kafka/client/connection.ts';
import { openTransactions } from '../../runtime/sink/kafka/delivery/transaction.ts';
import { RunPause } from '../../runtime/base/model/run-failure.ts';
import { rejectionOf } from './data-folder.ts';

const GROUP = { groupId: 'g', topic: 't', offset: 1 };

/** A connection whose requests are answered when the test says so, by their names. */
function createConnection(newest = 3) {
  const sent: string[] = [];
  const waiting = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const ask = (name: string): Promise<void> => {
    sent.push(name);
    return new Promise((resolve, reject) => waiting.set(name, { resolve, reject }));
  };
  let producerEpoch = 0;
  const committed = { offset: 0 };
  const broker = {
    initProducerId: async () => {
      sent.push('initProducerId');
      return { producerId: '1', producerEpoch: ++producerEpoch };
    },
    versions: { 22: { minVersion: 0, maxVersion: newest } },
    // The requests of transactions that are not those of kafkajs.
    connectionPool: {
      send: async ({ request }: { request: { apiName: string } }) => {
        if (request.apiName === 'OffsetFetch') return committed.offset;
        sent.push('raiseEpoch');
        return { producerId: '1', producerEpoch: ++producerEpoch };
      },
    },
    addPartitionsToTxn: () => ask('addPartitionsToTxn'),
    addOffsetsToTxn: () => ask('addOffsetsToTxn'),
    txnOffsetCommit: () => ask('txnOffsetCommit'),
    endTxn: ({ transactionResult }: { transactionResult: boolean }) => ask(transactionResult ? 'commit' : 'abort'),
  };
  // Repeats a request once, like Connection.retry() after a connection was lost.
  const retry = (work: () => Promise<unknown>): Promise<unknown> =>
    work().catch((error: Error) => (error.message === 'cut' ? work() : Promise.reject(error)));
  // The members of a connection that transactions use.
  const connection = { retry, retryRaw: retry, coordinator: async () => broker } as unknown as Connection;
  const settle = async (name: string, error?: Error): Promise<void> => {
    const one = waiting.get(name);
    if (one === undefined) throw new Error(`${name} was not sent`);
    if (error === undefined) one.resolve();
    else one.reject(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { connection, sent, settle, committed };
}

async function openWithMessages(newest?: number) {
  const { connection, sent, settle, committed } = createConnection(newest);
  const transactions = await openTransactions(connection, 'id', 1000);
  const included = transactions.include([{ topic: 't', partition: 0 }]);
  await new Promise((resolve) => setImmediate(resolve));
  await settle('addPartitionsToTxn');
  await included;
  return { transactions, sent, settle, committed };
}

for (const [step, before] of [
  ['addOffsetsToTxn', []],
  ['txnOffsetCommit', ['addOffsetsToTxn']],
  ['commit', ['addOffsetsToTxn', 'txnOffsetCommit']],
] as const) {
  for (const isCut of [false, true]) {
    test(`abort() while ${step} ${isCut ? 'is repeated' : 'has no answer'}: the offset is not committed without the messages`, async () => {
      const { transactions, sent, settle } = await openWithMessages();
      const committing = rejectionOf(transactions.commit(GROUP));
      await new Promise((resolve) => setImmediate(resolve));
      for (const name of before) await settle(name);
      const aborting = transactions.abort();
      await new Promise((resolve) => setImmediate(resolve));
      assert.is(sent.at(-1), 'abort');
      const known = sent.length;
      await settle(step, isCut ? new Error('cut') : step === 'commit' ? new Error('INVALID_TXN_STATE') : undefined);
      assert.equal(sent.slice(known), []);
      assert.ok((await committing).message.length > 0);
      await settle('abort');
      await aborting;
    });
  }
}

test('a request whose answer was cut is repeated; then the broker is asked what it has committed', async () => {
  const { transactions, sent, settle, committed } = await openWithMessages();
  const { producerEpoch } = transactions.producer;
  const committing = transactions.commit(GROUP);
  await new Promise((resolve) => setImmediate(resolve));
  await settle('addOffsetsToTxn', new Error('cut'));
  committed.offset = GROUP.offset;
  for (const name of ['addOffsetsToTxn', 'txnOffsetCommit', 'commit']) await settle(name);
  await committing;
  assert.equal(sent, [
    ...['initProducerId', 'addPartitionsToTxn', 'addOffsetsToTxn', 'addOffsetsToTxn', 'txnOffsetCommit', 'commit'],
    'raiseEpoch',
  ]);
  assert.is(transactions.began(), null);
  assert.is(transactions.producer.producerEpoch, producerEpoch + 1);
});

test('if the answer was cut and the broker has not committed the offset, a new attempt is needed', async () => {
  const { transactions, settle } = await openWithMessages();
  const committing = rejectionOf(transactions.commit(GROUP));
  await new Promise((resolve) => setImmediate(resolve));
  for (const name of ['addOffsetsToTxn', 'txnOffsetCommit']) await settle(name);
  await settle('commit', new Error('cut'));
  await settle('commit');
  const error = await committing;
  assert.instance(error, RunPause);
  assert.match(error.message, 'has committed record 0 instead of 1');
});

test('each transaction has an epoch of its own', async () => {
  const { transactions, sent, settle } = await openWithMessages();
  const { producerEpoch } = transactions.producer;
  const committing = transactions.commit(GROUP);
  await new Promise((resolve) => setImmediate(resolve));
  for (const name of ['addOffsetsToTxn', 'txnOffsetCommit', 'commit']) await settle(name);
  await committing;
  assert.is(transactions.producer.producerEpoch, producerEpoch, 'not before it is needed');
  const included = transactions.include([{ topic: 't', partition: 0 }]);
  await new Promise((resolve) => setImmediate(resolve));
  await settle('addPartitionsToTxn');
  await included;
  assert.is(transactions.producer.producerEpoch, producerEpoch + 1);
  assert.equal(sent.slice(-2), ['raiseEpoch', 'addPartitionsToTxn']);
});

test('a transaction without messages has an epoch of its own, too', async () => {
  const { transactions, sent, settle } = await openWithMessages();
  for (const offset of [1, 2]) {
    const committing = transactions.commit({ ...GROUP, offset });
    await new Promise((resolve) => setImmediate(resolve));
    for (const name of ['addOffsetsToTxn', 'txnOffsetCommit', 'commit']) await settle(name);
    await committing;
  }
  assert.equal(sent.slice(-4), ['raiseEpoch', 'addOffsetsToTxn', 'txnOffsetCommit', 'commit']);
});

test('a broker before Kafka 2.5: all transactions have one epoch, and none of them fences another attempt', async () => {
  const { transactions, sent, settle } = await openWithMessages(2);
  const { producerEpoch } = transactions.producer;
  for (const cut of [new Error('cut'), undefined]) {
    const committing = transactions.commit(GROUP);
    await new Promise((resolve) => setImmediate(resolve));
    for (const name of ['addOffsetsToTxn', 'txnOffsetCommit']) await settle(name);
    await settle('commit', cut);
    if (cut !== undefined) await settle('commit');
    await committing;
  }
  assert.equal(
    sent.filter((name) => name === 'initProducerId' || name === 'raiseEpoch'),
    ['initProducerId'],
  );
  assert.is(transactions.producer.producerEpoch, producerEpoch);
});

test.run();
