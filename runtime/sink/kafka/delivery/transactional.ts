import { RunFailure } from '../../../model/run-failure.ts';
import type { JournalEntry } from '../../../model/journal.ts';
import type { Sink } from '../../contract.ts';
import { sizeOf } from './at-least-once.ts';
import { toRunEnding, joinEntries, createEntries } from '../../../model/journal-entries.ts';
import type { KafkaRun } from './kafka-run.ts';
import { createPublisher } from './create-publisher.ts';
import type { PendingBatch } from './pending-batch.ts';
import { type GroupOffset, openTransactions, readCommitted, type Transactions } from './transaction.ts';
import { waitAtMost } from '../client/wait-at-most.ts';

/** The transactions of a run, and how far they have come. */
export interface OpenTransactions {
  transactions: Transactions;
  group: Omit<GroupOffset, 'offset'>;
  /** Number of the last record behind a transaction that is committed: it and those before are not published again. */
  committed: number;
}

/** A transaction is ended when it is so old, or holds so much. */
const TRANSACTION_AGE_MS = 1000;
const TRANSACTION_BYTES = 64 * 1024 * 1024;
const BYTES_IN_FLIGHT = 4 * 1024 * 1024;
const BREAK_MS = 2000;
/** How much of a transaction's time the messages of an all-or-nothing run may take. */
const SAFE_SHARE = 0.9;

/**
 * Takes a run's transactions over: what was open is ended, and the broker says how far the run has come.
 * Throws RunFailure (`checkpoint_lost`) where that is less than what is kept here.
 */
export async function takeOverTransactions(run: KafkaRun, maxMs: number): Promise<OpenTransactions> {
  const id = `specmill-${run.info.runId}`;
  const transactions = await openTransactions(run.connection, id, maxMs);
  const group = { groupId: id, topic: run.destination.topic.name };
  const committed = await readCommitted(run.connection, group);
  const kept = run.checkpoint.position?.record ?? 0;
  if (kept > committed) {
    throw new RunFailure(
      'checkpoint_lost',
      `the broker has forgotten how far the run has come: record ${kept} is committed, and it knows of ${committed}`,
    );
  }
  return { transactions, group, committed };
}

/**
 * Kafka in transactions that carry the run's checkpoint: one after the other, or (`isWhole`) a single one
 * that is committed when the run has ended well.
 */
export function createTransactionalSink(
  run: KafkaRun,
  { transactions, group, committed }: OpenTransactions,
  isWhole: boolean,
): Sink {
  const publisher = createPublisher(run, transactions.producer, (senders) => transactions.include(senders));
  const toEntry = createEntries(run.checkpoint);
  let open: { entry: JournalEntry; record: number; bytes: number; since: number } | null = null;
  // What is half in a transaction must not be committed.
  let isHalf = false;
  let inFlight: { pending: PendingBatch; bytes: number }[] = [];

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
    maxMessageBytes: run.destination.maxMessageBytes,
    open: async () => structuredClone(run.checkpoint),
    async commit(batch, checkpoint) {
      const bytes = sizeOf(batch);
      isHalf = true;
      await waitForAcknowledgements(BYTES_IN_FLIGHT - bytes);
      inFlight.push({ pending: await publisher.send(batch, committed), bytes });
      const entry = toEntry(checkpoint);
      open = {
        entry: open === null ? entry : joinEntries(open.entry, entry),
        record: batch.next.record,
        bytes: (open?.bytes ?? 0) + bytes,
        since: open?.since ?? performance.now(),
      };
      isHalf = false;
      if (isWhole) throwIfTooOld(transactions);
      else if (performance.now() - open.since > TRANSACTION_AGE_MS || open.bytes > TRANSACTION_BYTES) await end();
    },
    async close(result) {
      if (result === null) {
        if (!isWhole && !isHalf) await waitAtMost(BREAK_MS, end());
        return waitAtMost(BREAK_MS, transactions.abort());
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

/** A run that publishes all or nothing needs more time than a transaction may take. */
export function tooLarge(timeoutMs: number): RunFailure {
  return new RunFailure(
    'too_large_for_one_transaction',
    `the messages cannot be sent within the ${Math.round(timeoutMs / 1000)} s that the broker allows a transaction`,
  );
}
