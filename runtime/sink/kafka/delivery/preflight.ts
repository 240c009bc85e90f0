import type { Checkpoint } from '../../../model/checkpoint.ts';
import type { Sink } from '../../contract.ts';
import { toRunEnding, createEntries } from '../../../model/journal-entries.ts';
import type { KafkaRun } from './kafka-run.ts';

/**
 * Creates the sink of the preflight of an all-or-nothing run, which reads the file without publishing. If the preflight
 * FAILED, that is the end of the run.
 */
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
