import type { Batch, MessageMemory } from '../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../base/model/checkpoint.ts';
import { createEntries, toRunEnding } from '../base/model/journal-entries.ts';
import type { Journal } from '../base/model/journal.ts';
import type { StoredBatch } from '../base/model/stored-batch.ts';
import type { ReadSlice } from './contract.ts';
import { packBatch, packDeadLetters } from './pack-batch.ts';
import type { Sink } from './contract.ts';

/**
 * The threads that store the messages need most of the time of one processor. On two, a second reader takes it from them:
 * 500 MB over HTTP took 8.8 s with two readers, and 7.1 s with one.
 */
const MIN_READERS = 3;

/** A run that publishes to the embedded broker: where it continues, and how its progress is stored. */
export interface EmbeddedRun {
  journal: Journal;
  /** The last checkpoint of an earlier attempt; null for the first attempt. */
  checkpoint: Checkpoint | null;
  /**
   * `readSlice` reads the original bytes of records that are not published, and `maxBytes` limits the bytes of each.
   * Null if there is no dead letter topic.
   */
  deadLetters: { readSlice: ReadSlice; maxBytes: number } | null;
  /** Memory for the messages, if the journal releases the values of the batches that it has written. */
  memory?: MessageMemory;
  /** Whether the journal accepts batches whose values another thread holds. Default: false. */
  writesHeld?: boolean;
}

/**
 * Creates the sink of the embedded broker. Messages, dead letters and checkpoint are stored in one transaction, so
 * delivery is always exactly once. For all-or-nothing, messages become visible only at the end of a run that has not
 * FAILED.
 */
export function createEmbeddedSink({
  journal,
  checkpoint,
  deadLetters,
  memory,
  writesHeld = false,
}: EmbeddedRun): Sink {
  const toEntry = createEntries(checkpoint ?? createCheckpoint());

  async function packLetters(batch: Batch): Promise<StoredBatch[]> {
    if (deadLetters === null) return [];
    const packed: StoredBatch[] = [];
    for await (const letters of packDeadLetters(batch, deadLetters.readSlice, deadLetters.maxBytes))
      packed.push(letters);
    return packed;
  }

  return {
    messages: true,
    rejectedKeys: deadLetters !== null,
    minReaders: MIN_READERS,
    ...(memory !== undefined && { memory }),
    ...(writesHeld && { writesHeld }),
    open: async () => checkpoint,
    async commit(batch, current) {
      const published = packBatch(batch);
      await journal.commit({
        ...toEntry(current),
        published: published === null ? [] : [published],
        deadLetters: await packLetters(batch),
      });
    },
    async close(result) {
      if (result === null) return;
      await journal.finish(toRunEnding(result));
    },
  };
}
