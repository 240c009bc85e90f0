import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';

/**
 * Yields the batches that `read` returns, with the processor time that each took. Reading a batch never waits, so the
 * time belongs to this file alone, even if the thread has other tasks.
 */
export function* measureBatches(read: () => Iterable<Batch>): Generator<CountedBatch> {
  let start = processorMs();
  for (const batch of read()) {
    const measured: CountedBatch = batch;
    measured.processorMs = processorMs() - start;
    yield measured;
    start = processorMs();
  }
}

/** Returns the processor time of this thread, in milliseconds. Older versions of Node.js only know the time of the day. */
function processorMs(): number {
  // The types are those of the oldest supported version.
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}
