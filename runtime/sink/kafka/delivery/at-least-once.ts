import type { Batch } from '../../../../compiler/kernel/model/contract.ts';
import type { Sink } from '../../contract.ts';
import { UncommittedBatches } from './uncommitted-batches.ts';
import { toRunEnding, createEntries } from '../../../model/journal-entries.ts';
import type { KafkaRun } from './kafka-run.ts';
import type { Producer } from './partition-sender.ts';
import { createPublisher } from './create-publisher.ts';
import { waitAtMost } from '../client/wait-at-most.ts';

/** A batch waits until it fits into what may be on its way: halves of what goes together leave less of that empty. */
const PARTS = 2;
const TRANSACTION_MS = 60_000;
const BREAK_MS = 3000;

/**
 * Kafka, at least once: a checkpoint is kept when the batches before it have arrived. An idempotent
 * producer sends them, so that only a new attempt can double what was on its way.
 */
export async function openAtLeastOnce(run: KafkaRun): Promise<Sink> {
  const publisher = createPublisher(run, await initProducer(run), async () => {});
  const uncommitted = new UncommittedBatches(run.journal);
  const toEntry = createEntries(run.checkpoint);
  return {
    messages: true,
    maxMessageBytes: run.destination.maxMessageBytes,
    batchRecords: Math.ceil(run.info.options.batchRecords / PARTS),
    open: async () => structuredClone(run.checkpoint),
    async commit(batch, checkpoint) {
      const size = { records: batch.records, bytes: sizeOf(batch) };
      await uncommitted.waitForRoom(size);
      uncommitted.add({ ...size, pending: await publisher.send(batch, 0), entry: toEntry(checkpoint) });
    },
    async close(result) {
      // A run that is broken off keeps what has been sent, if that is not long in coming.
      if (result === null) return void (await waitAtMost(BREAK_MS, uncommitted.drain()));
      await uncommitted.drain();
      await run.journal.finish(toRunEnding(result));
    },
  };
}

/** What a batch takes on its way, headers left aside. */
export function sizeOf({ bytes, keys }: Batch): number {
  return bytes.length + keys.length;
}

async function initProducer({ connection }: KafkaRun): Promise<Producer> {
  const { producerId, producerEpoch } = await connection.retry(async (cluster) =>
    (await cluster.findControllerBroker()).initProducerId({ transactionTimeout: TRANSACTION_MS }),
  );
  return { producerId: BigInt(producerId), producerEpoch, transactionalId: null };
}
