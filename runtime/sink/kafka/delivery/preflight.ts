import type { Checkpoint } from '../../../model/checkpoint.ts';
import type { Sink } from '../../contract.ts';
import { toRunEnding, createEntries } from '../../../model/journal-entries.ts';
import type { KafkaRun } from './kafka-run.ts';

/** Looks at a file that is to be published whole or not at all: where it FAILED, that is how the run ends. */
export function createPreflightSink(run: KafkaRun): Sink {
  const toEntry = createEntries(run.checkpoint);
  let last: Checkpoint | null = null;
  return {
    messages: false,
    maxMessageBytes: run.destination.maxMessageBytes,
    open: async () => structuredClone(run.checkpoint),
    commit: async (_, checkpoint) => void (last = checkpoint),
    async close(result) {
      if (result?.status !== 'FAILED') return;
      if (last !== null) await run.journal.commit(toEntry(last));
      await run.journal.finish(toRunEnding(result));
    },
  };
}
