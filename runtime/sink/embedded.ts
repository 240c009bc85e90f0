import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../model/checkpoint.ts';
import { createEntries, toRunEnding } from '../model/journal-entries.ts';
import type { Journal } from '../model/journal.ts';
import type { StoredBatch } from '../model/stored-batch.ts';
import type { ReadSlice } from '../source/disk/slice-reader.ts';
import { packBatch, packDeadLetters } from './pack-batch.ts';
import type { Sink } from './contract.ts';

/** A run's place in the embedded broker. */
export interface EmbeddedRun {
  journal: Journal;
  /** Where an earlier process left the run; null: at its start. */
  checkpoint: Checkpoint | null;
  /** How the records that are not published are cut from the file; null where no topic takes them. */
  deadLetters: { readSlice: ReadSlice; maxBytes: number } | null;
}

/**
 * The embedded broker: messages, dead letters and checkpoint are kept as one. It delivers exactly once,
 * whatever is asked for; all-or-nothing is shown when the run has ended well.
 */
export function createEmbeddedSink({ journal, checkpoint, deadLetters }: EmbeddedRun): Sink {
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
