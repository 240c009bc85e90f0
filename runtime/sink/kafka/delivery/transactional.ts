import { RunFailure } from '../../../base/model/run-failure.ts';
import type { JournalEntry } from '../../../base/model/journal.ts';
import type { Sink } from '../../contract.ts';
import { MIN_READERS, sizeOf } from './at-least-once.ts';
import { createMessageMemory } from '../../../base/model/message-memory.ts';
import { toRunEnding, joinEntries, createEntries } from '../../../base/model/journal-entries.ts';
import type { KafkaRun } from './kafka-run.ts';
import { batchRecordsOf, createPublisher } from './create-publisher.ts';
import type { PendingBatch } from './pending-batch.ts';
import { type GroupOffset, openTransactions, readCommitted, type Transactions } from './transaction.ts';
import { waitWithTimeout } from '../client/wait-with-timeout.ts';

/** The transactions of a run, and the progress that earlier transactions have committed. */
export interface OpenTransactions {
  transactions: Transactions;
  group: Omit<GroupOffset, 'offset'>;
  /**
   * Number of the last record in a committed transaction; that of the last record before the piece, or 0, if there is none. Records up to this number are not
   * published again.
   */
  committed: number;
}

/** A transaction is committed when it is this old or has this many bytes of messages. */
const TRANSACTION_AGE_MS = 1000;
const TRANSACTION_BYTES = 64 * 1024 * 1024;
const BYTES_IN_FLIGHT = 4 * 1024 * 1024;
const BREAK_MS = 2000;
/** The part of the transaction's time-out that sending the messages of an all-or-nothing run may take. */
const SAFE_SHARE = 0.9;

/**
 * Takes over the transactions of a run from an earlier attempt: aborts an open one, and reads the committed offset from
 * the broker. `maxMs` is the time-out of a transaction. Throws RunFailure (`checkpoint_lost`) if the committed offset
 * is less than the one in the stored checkpoint, and the errors of `Connection.retry`.
 */
export async function takeOverTransactions(run: KafkaRun, maxMs: number): Promise<OpenTransactions> {
  const { piece } = run;
  const id = `specmill-${run.info.runId}${piece === undefined ? '' : `-${piece.number}`}`;
  const transactions = await openTransactions(run.connection, id, maxMs);
  const group = { groupId: id, topic: run.destination.topic.name };
  const committed = Math.max(piece?.before ?? 0, await readCommitted(run.connection, group));
  const stored = run.checkpoint.position?.record ?? 0;
  if (stored > committed) {
    throw new RunFailure(
      'checkpoint_lost',
      `the broker lost the checkpoint of the run: record ${stored} was committed, but the broker reports record ${committed}`,
    );
  }
  return { transactions, group, committed };
}

/**
 * Creates a sink that publishes in Kafka transactions. Each transaction also commits the checkpoint of the run. A
 * transaction is committed about every second, or after 64 MiB of messages. If `isWhole`, there is a single
 * transaction, which is committed unless the run ends as FAILED.
 */
export function createTransactionalSink(
  run: KafkaRun,
  { transactions, group, committed }: OpenTransactions,
  isWhole: boolean,
): Sink {
  const publisher = createPublisher(run, transactions.producer, {
    include: (senders) => transactions.include(senders),
    window: null,
  });
  const toEntry = createEntries(run.checkpoint);
  const memory = createMessageMemory();
  let open: { entry: JournalEntry; record: number; bytes: number; since: number } | null = null;
  // True while only a part of a batch is in the transaction. Then the transaction must not be committed.
  let isPartial = false;
  const inFlight: { pending: PendingBatch; bytes: number }[] = [];

  async function waitForAcknowledgements(maxBytes: number): Promise<void> {
    for (let bytes = inFlight.reduce((sum, one) => sum + one.bytes, 0); inFlight.length > 0 && bytes > maxBytes; ) {
      const [first] = inFlight;
      await first?.pending.flushAndWait();
      inFlight.shift();
      bytes -= first?.bytes ?? 0;
    }
  }

  async function end(): Promise<void> {
    await waitForAcknowledgements(-1);
    if (open === null) return;
    const { entry, record } = open;
    if (record > committed || transactions.began() !== null)
      await transactions.commit({ ...group, offset: Math.max(record, committed) });
    await run.journal.commit(entry);
    open = null;
  }

  return {
    messages: true,
    memory,
    minReaders: MIN_READERS,
    batchRecords: batchRecordsOf(run.info),
    rejectedKeys: run.destination.deadLetters !== null,
    maxMessageBytes: run.destination.maxMessageBytes,
    open: async () => structuredClone(run.checkpoint),
    async commit(batch, checkpoint) {
      const bytes = sizeOf(batch);
      isPartial = true;
      await waitForAcknowledgements(BYTES_IN_FLIGHT - bytes);
      inFlight.push({ pending: await publisher.send(batch, committed), bytes });
      memory.release(batch.bytes);
      const entry = toEntry(checkpoint);
      open = {
        entry: open === null ? entry : joinEntries(open.entry, entry),
        record: batch.next.record,
        bytes: (open?.bytes ?? 0) + bytes,
        since: open?.since ?? performance.now(),
      };
      isPartial = false;
      if (isWhole) throwIfTooOld(transactions);
      else if (performance.now() - open.since > TRANSACTION_AGE_MS || open.bytes > TRANSACTION_BYTES) await end();
    },
    async close(result) {
      if (result === null) {
        if (!isWhole && !isPartial) await waitWithTimeout(BREAK_MS, end());
        return waitWithTimeout(BREAK_MS, transactions.abort());
      }
      if (isWhole && result.status === 'FAILED') {
        await transactions.abort();
        if (open !== null) await run.journal.commit(open.entry);
      } else await end();
      await run.journal.finish(toRunEnding(result));
    },
  };
}

function throwIfTooOld({ timeoutMs, began }: Transactions): void {
  const at = began();
  if (at !== null && performance.now() - at > SAFE_SHARE * timeoutMs) throw tooLarge(timeoutMs);
}

/**
 * Creates the failure of an all-or-nothing run whose messages cannot be sent within the time-out of a transaction.
 * `timeoutMs` is that time-out in milliseconds.
 */
export function tooLarge(timeoutMs: number): RunFailure {
  return new RunFailure(
    'too_large_for_one_transaction',
    `the messages cannot be sent within the broker's transaction time-out of ${Math.round(timeoutMs / 1000)} s: split the file`,
  );
}
