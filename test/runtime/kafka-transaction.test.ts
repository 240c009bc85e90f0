import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connection } from '../../runtime/sink/kafka/client/connection.ts';
import { openTransactions } from '../../runtime/sink/kafka/delivery/transaction.ts';
import { rejectionOf } from './data-folder.ts';

const GROUP = { groupId: 'g', topic: 't', offset: 1 };

/** A connection whose requests are answered when the test says so, by their names. */
function createConnection() {
  const sent: string[] = [];
  const waiting = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const ask = (name: string): Promise<void> => {
    sent.push(name);
    return new Promise((resolve, reject) => waiting.set(name, { resolve, reject }));
  };
  const broker = {
    initProducerId: async () => ({ producerId: '1', producerEpoch: 1 }),
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
  return { connection, sent, settle };
}

async function openWithMessages() {
  const { connection, sent, settle } = createConnection();
  const transactions = await openTransactions(connection, 'id', 1000);
  const included = transactions.include([{ topic: 't', partition: 0 }]);
  await new Promise((resolve) => setImmediate(resolve));
  await settle('addPartitionsToTxn');
  await included;
  return { transactions, sent, settle };
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

test('a transaction that is not aborted commits its offset, and repeats a request whose answer was cut', async () => {
  const { transactions, sent, settle } = await openWithMessages();
  const committing = transactions.commit(GROUP);
  await new Promise((resolve) => setImmediate(resolve));
  await settle('addOffsetsToTxn', new Error('cut'));
  for (const name of ['addOffsetsToTxn', 'txnOffsetCommit', 'commit']) await settle(name);
  await committing;
  assert.equal(sent, [...['addPartitionsToTxn', 'addOffsetsToTxn', 'addOffsetsToTxn', 'txnOffsetCommit', 'commit']]);
  assert.is(transactions.began(), null);
});

test.run();
