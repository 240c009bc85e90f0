import { RunPause } from '../../../base/model/run-failure.ts';
import type { Connection } from '../client/connection.ts';
import { rootCause, toRunError } from '../client/classify-error.ts';
import type { Producer } from './partition-sender.ts';
import type { Broker, TransactionProducer } from '../client/kafkajs.ts';
import { fetchOffset } from '../client/offset-fetch.ts';
import { raiseEpoch } from '../client/producer-epoch.ts';

/** The checkpoint that a transaction commits. It is stored as the offset of a consumer group that has no members. */
export interface GroupOffset {
  groupId: string;
  topic: string;
  /** Number of the last record in the transaction, published or not. */
  offset: number;
}

/**
 * The transactions of a run. At most one is open at a time. Each has a producer epoch of its own, so that the broker
 * rejects a request that arrives after its transaction: without this, an EndTxn that was held back in the network could
 * end a later transaction too early (KIP-890). A new epoch is asked for with the one before (KIP-360), so that an attempt
 * that another one has replaced gets none. Brokers before Kafka 2.5 cannot do that: all transactions of an attempt have
 * one epoch. Within a transaction, requests are repeated: a repeated one has the same effect.
 */
export interface Transactions {
  /** Its epoch, and rarely its id, change when a transaction begins. */
  readonly producer: Readonly<Producer>;
  /** Time after which the broker aborts a transaction, in milliseconds. */
  readonly timeoutMs: number;
  /** Returns the value of `performance.now()` when the open transaction began; null if none is open. */
  began(): number | null;
  /**
   * Adds partitions to the open transaction. Begins a transaction if none is open. Throws the errors of
   * `Connection.retry`.
   */
  include(partitions: readonly { topic: string; partition: number }[]): Promise<void>;
  /**
   * Commits the open transaction, and `offset` with it. If a request had no answer, the broker is asked which offset it
   * has committed: throws RunPause (`transaction_lost`) if it is an earlier one. Throws the errors of `Connection.retry`.
   */
  commit(offset: GroupOffset): Promise<void>;
  /**
   * Aborts the open transaction. Ignores errors, because the broker aborts it after its time-out anyway. After this call,
   * nothing is added or committed, not even by a commit() that has not ended: it would commit its offset without the
   * messages.
   */
  abort(): Promise<void>;
}

const MIN_TIMEOUT_MS = 1000;

/**
 * Opens the transactions of `transactionalId`. The broker aborts a transaction that an earlier process left open, and
 * rejects later requests of that process. `maxMs` is the time-out of each transaction; if the broker rejects it,
 * shorter ones are tried. Throws the errors of `Connection.retry`.
 */
export async function openTransactions(
  connection: Connection,
  transactionalId: string,
  maxMs: number,
): Promise<Transactions> {
  const { timeoutMs, ...first } = await initProducer(connection, transactionalId, maxMs);
  const producer: Producer = { ...first, transactionalId };
  const known = (): TransactionProducer => ({
    transactionalId,
    producerId: String(producer.producerId),
    producerEpoch: producer.producerEpoch,
  });
  const included = new Set<string>();
  let beganAt: number | null = null;
  let isAborted = false;
  /** Whether the epoch was that of an earlier transaction. */
  let isEpochUsed = false;
  /** Whether a request of the open transaction had no answer. */
  let isDoubtful = false;
  // Called before each request, also before repeated ones.
  const throwIfAborted = (): void => {
    if (isAborted) throw new Error('the transaction was aborted');
  };
  const noteDoubt = (error: unknown): never => {
    if (rootCause(error).type === undefined) isDoubtful = true;
    throw error;
  };
  const atCoordinator = async <T>(ask: (broker: Broker) => Promise<T>): Promise<T> =>
    connection.retry(async () => ask(await connection.coordinator('transaction', transactionalId)));

  const atOpen: typeof atCoordinator = (ask) =>
    atCoordinator((broker) => {
      throwIfAborted();
      return ask(broker).catch(noteDoubt);
    });
  const isEnded = (): void => {
    included.clear();
    beganAt = null;
    isEpochUsed = true;
    isDoubtful = false;
  };
  // Returns false if the broker is too old for it.
  const takeNewEpoch = async (): Promise<boolean> => {
    const next = await atCoordinator((broker) => {
      throwIfAborted();
      return raiseEpoch(broker, known(), timeoutMs);
    });
    if (next === null) return false;
    producer.producerId = BigInt(next.producerId);
    producer.producerEpoch = next.producerEpoch;
    isEpochUsed = false;
    return true;
  };
  // A transaction begins with its first partition, or with its offset if it has no messages.
  const takeUnusedEpoch = async (): Promise<void> => {
    if (beganAt === null && isEpochUsed) await takeNewEpoch();
  };
  // With the new epoch, requests without an answer have no effect any more, so what is committed now stays.
  const checkCommitted = async ({ offset, ...group }: GroupOffset): Promise<void> => {
    if (!(await takeNewEpoch())) return;
    const committed = await readCommitted(connection, group);
    if (committed < offset)
      throw new RunPause(
        'transaction_lost',
        `the broker did not answer the end of a transaction, and has committed record ${committed} instead of ${offset}`,
      );
  };

  return {
    producer,
    timeoutMs,
    began: () => beganAt,
    async include(partitions) {
      const added = partitions.filter(({ topic, partition }) => !included.has(`${topic}/${partition}`));
      if (added.length === 0) return;
      await takeUnusedEpoch();
      beganAt ??= performance.now();
      const topics = [...new Set(added.map(({ topic }) => topic))].map((topic) => ({
        topic,
        partitions: added.filter((one) => one.topic === topic).map(({ partition }) => partition),
      }));
      await atOpen((broker) => broker.addPartitionsToTxn({ ...known(), topics }));
      for (const { topic, partition } of added) included.add(`${topic}/${partition}`);
    },
    async commit({ groupId, topic, offset }) {
      await takeUnusedEpoch();
      await atOpen((broker) => broker.addOffsetsToTxn({ ...known(), groupId }));
      const topics = [{ topic, partitions: [{ partition: 0, offset: String(offset), metadata: null }] }];
      await connection.retry(async () => {
        const broker = await connection.coordinator('group', groupId);
        throwIfAborted();
        return broker.txnOffsetCommit({ ...known(), groupId, topics }).catch(noteDoubt);
      });
      await atOpen((broker) => broker.endTxn({ ...known(), transactionResult: true }));
      const wasDoubtful = isDoubtful;
      isEnded();
      if (wasDoubtful) await checkCommitted({ groupId, topic, offset });
    },
    async abort() {
      isAborted = true;
      if (beganAt === null) return;
      isEnded();
      await atCoordinator((broker) => broker.endTxn({ ...known(), transactionResult: false })).catch(() => {});
    },
  };
}

/**
 * Returns the offset of the last committed transaction; 0 if there is none. Throws the errors of `Connection.retry`.
 */
export function readCommitted(
  connection: Connection,
  { groupId, topic }: Omit<GroupOffset, 'offset'>,
): Promise<number> {
  return connection.retry(async () => fetchOffset(await connection.coordinator('group', groupId), groupId, topic));
}

interface ProducerSession extends Pick<Producer, 'producerId' | 'producerEpoch'> {
  timeoutMs: number;
}

// The broker limits the time-out of a transaction, and not every client may read that limit. Therefore each attempt
// halves the time-out until the broker accepts it.
async function initProducer(connection: Connection, transactionalId: string, maxMs: number): Promise<ProducerSession> {
  for (let timeoutMs = maxMs; ; timeoutMs = Math.floor(timeoutMs / 2)) {
    try {
      const { producerId, producerEpoch } = await connection.retryRaw(async () => {
        const broker = await connection.coordinator('transaction', transactionalId);
        return broker.initProducerId({ transactionalId, transactionTimeout: timeoutMs });
      });
      return { producerId: BigInt(producerId), producerEpoch, timeoutMs };
    } catch (error) {
      if (rootCause(error).type !== 'INVALID_TRANSACTION_TIMEOUT' || timeoutMs < MIN_TIMEOUT_MS)
        throw toRunError(error);
    }
  }
}
