import type { Checkpoint } from '../../../base/model/checkpoint.ts';
import type { Sink } from '../../contract.ts';
import { toRunEnding, createEntries } from '../../../base/model/journal-entries.ts';
import type { KafkaRun } from './kafka-run.ts';

/**
 * Creates the sink for the first pass of an all-or-nothing run. That pass reads the file without publishing. If it ends
 * as FAILED, the run ends as FAILED, too.
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
