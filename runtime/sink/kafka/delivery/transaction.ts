import type { Connection } from '../client/connection.ts';
import { rootCause, toRunError } from '../client/classify-error.ts';
import type { Producer } from './partition-sender.ts';
import { fetchOffset } from '../client/offset-fetch.ts';

/** The checkpoint that a transaction carries: an offset of a group that nobody is in. */
export interface GroupOffset {
  groupId: string;
  topic: string;
  /** Number of the last record that is behind the transaction. */
  offset: number;
}

/** The transactions of a run, one after the other. */
export interface Transactions {
  readonly producer: Producer;
  /** Milliseconds after which the broker gives a transaction up. */
  readonly timeoutMs: number;
  /** When the one that is open began, by `performance.now()`; null: none is open. */
  began(): number | null;
  /** Makes partitions part of the open transaction; begins one where none is. */
  include(partitions: readonly { topic: string; partition: number }[]): Promise<void>;
  commit(offset: GroupOffset): Promise<void>;
  /** Ends the open transaction so that nobody sees it, as far as the broker can be reached. */
  abort(): Promise<void>;
}

const SHORTEST_MS = 1000;

/**
 * Opens the transactions of `transactionalId`. What an earlier process left open is ended, and that
 * process cannot go on. Throws as `Connection.retry` does.
 */
export async function openTransactions(
  connection: Connection,
  transactionalId: string,
  maxMs: number,
): Promise<Transactions> {
  const { producerId, producerEpoch, timeoutMs } = await initProducer(connection, transactionalId, maxMs);
  const known = { transactionalId, producerId, producerEpoch };
  const included = new Set<string>();
  let beganAt: number | null = null;
  const atCoordinator = async <T>(
    ask: (broker: Awaited<ReturnType<Connection['coordinator']>>) => Promise<T>,
  ): Promise<T> => connection.retry(async () => ask(await connection.coordinator('transaction', transactionalId)));

  const end = (transactionResult: boolean): Promise<unknown> =>
    atCoordinator((broker) => broker.endTxn({ ...known, transactionResult }));
  const isOver = (): void => {
    included.clear();
    beganAt = null;
  };

  return {
    producer: { producerId: BigInt(producerId), producerEpoch, transactionalId },
    timeoutMs,
    began: () => beganAt,
    async include(partitions) {
      const added = partitions.filter(({ topic, partition }) => !included.has(`${topic}/${partition}`));
      if (added.length === 0) return;
      beganAt ??= performance.now();
      const topics = [...new Set(added.map(({ topic }) => topic))].map((topic) => ({
        topic,
        partitions: added.filter((one) => one.topic === topic).map(({ partition }) => partition),
      }));
      await atCoordinator((broker) => broker.addPartitionsToTxn({ ...known, topics }));
      for (const { topic, partition } of added) included.add(`${topic}/${partition}`);
    },
    async commit({ groupId, topic, offset }) {
      await atCoordinator((broker) => broker.addOffsetsToTxn({ ...known, groupId }));
      const topics = [{ topic, partitions: [{ partition: 0, offset: String(offset), metadata: null }] }];
      await connection.retry(async () =>
        (await connection.coordinator('group', groupId)).txnOffsetCommit({ ...known, groupId, topics }),
      );
      await end(true);
      isOver();
    },
    async abort() {
      if (beganAt === null) return;
      isOver();
      await end(false).catch(() => {});
    },
  };
}

/** The offset that the last transaction which was committed carries; 0 where there is none. */
export function readCommitted(
  connection: Connection,
  { groupId, topic }: Omit<GroupOffset, 'offset'>,
): Promise<number> {
  return connection.retry(async () => fetchOffset(await connection.coordinator('group', groupId), groupId, topic));
}

interface Initialised {
  producerId: string;
  producerEpoch: number;
  timeoutMs: number;
}

// A broker allows so much and no more; how much it does not tell everybody.
async function initProducer(connection: Connection, transactionalId: string, maxMs: number): Promise<Initialised> {
  for (let timeoutMs = maxMs; ; timeoutMs = Math.floor(timeoutMs / 2)) {
    try {
      const given = await connection.retryRaw(async () =>
        (await connection.coordinator('transaction', transactionalId)).initProducerId({
          transactionalId,
          transactionTimeout: timeoutMs,
        }),
      );
      return { ...given, timeoutMs };
    } catch (error) {
      if (rootCause(error).type !== 'INVALID_TRANSACTION_TIMEOUT' || timeoutMs < SHORTEST_MS) throw toRunError(error);
    }
  }
}
