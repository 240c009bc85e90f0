import { setImmediate } from 'node:timers/promises';
import type { Batch } from '../../../../compiler/kernel/model/contract.ts';
import type { Sink } from '../../contract.ts';
import { SendWindow } from './send-window.ts';
import { UncommittedBatches } from './uncommitted-batches.ts';
import { toRunEnding, createEntries } from '../../../base/model/journal-entries.ts';
import { createMessageMemory } from '../../../base/model/message-memory.ts';
import type { KafkaRun } from './kafka-run.ts';
import type { Producer } from './partition-sender.ts';
import { batchRecordsOf, createPublisher } from './create-publisher.ts';
import { waitWithTimeout } from '../client/wait-with-timeout.ts';

/** Number of batches in a block of records for one partition. Each batch has a checkpoint. */
const BATCH_PARTS = 3;
const TRANSACTION_MS = 60_000;
const BREAK_MS = 3000;
/**
 * With fewer threads, the thread of the run reads the file itself. On two processors, a helper that reads made runs 20 %
 * slower if the broker was on the same machine: the messages of another thread cost more time than it saves.
 */
export const MIN_READERS = 3;

/**
 * Opens the sink for the delivery at-least-once. It commits a checkpoint after the broker has acknowledged all batches
 * before the checkpoint. The producer is idempotent, so only a new attempt of the run can send a message twice. Throws
 * RunRefused and RunPause.
 */
export async function openAtLeastOnce(run: KafkaRun): Promise<Sink> {
  const window = new SendWindow(run.checkpoint.position?.record ?? 0);
  const publisher = createPublisher(run, await initProducer(run), { window });
  const uncommitted = new UncommittedBatches(run.journal, ({ span }) => {
    if (span !== null) window.commit(span.end);
    publisher.pump();
  });
  const toEntry = createEntries(run.checkpoint);
  const memory = createMessageMemory();
  return {
    messages: true,
    memory,
    minReaders: MIN_READERS,
    rejectedKeys: run.destination.deadLetters !== null,
    maxMessageBytes: run.destination.maxMessageBytes,
    batchRecords: Math.ceil(batchRecordsOf(run.info) / BATCH_PARTS),
    open: async () => structuredClone(run.checkpoint),
    async commit(batch, checkpoint) {
      const size = { records: batch.records, bytes: sizeOf(batch) };
      await uncommitted.waitForRoom(size);
      uncommitted.add({ ...size, pending: await publisher.send(batch, 0), entry: toEntry(checkpoint) });
      memory.release(batch.bytes);
      // The records up to here can be acknowledged and committed before the next ones are read.
      await setImmediate();
    },
    async close(result) {
      // The run was interrupted. Batches that the broker acknowledges within 3 seconds are still committed.
      if (result === null) return void (await waitWithTimeout(BREAK_MS, uncommitted.drain()));
      await uncommitted.drain();
      await run.journal.finish(toRunEnding(result));
    },
  };
}

/** Returns the size of a batch's messages and keys in bytes, without headers. */
export function sizeOf({ bytes, keys }: Batch): number {
  return bytes.length + keys.length;
}

async function initProducer({ connection }: KafkaRun): Promise<Producer> {
  const { producerId, producerEpoch } = await connection.retry(async (cluster) =>
    (await cluster.findControllerBroker()).initProducerId({ transactionTimeout: TRANSACTION_MS }),
  );
  return { producerId: BigInt(producerId), producerEpoch, transactionalId: null };
}
