import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';

/**
 * Yields the batches that `read` returns, and sets their `processorMs` to the processor time that each took, in
 * milliseconds. Reading a batch never waits. Therefore the time belongs to this file alone, even if the thread has
 * other tasks.
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

/** From this processor time on, in milliseconds, a turn of the event loop costs little compared with the batch. */
const COSTLY_MS = 20;

/** Returns true if the other tasks of the thread should have a turn after this batch. */
export function isCostly({ processorMs = 0 }: CountedBatch): boolean {
  return processorMs >= COSTLY_MS;
}

/**
 * Returns the processor time that this thread has used, in milliseconds. Older versions of Node.js do not report it;
 * there it returns the time since the process started.
 */
function processorMs(): number {
  // The type declarations belong to the oldest supported version of Node.js, which may not have this function.
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}
