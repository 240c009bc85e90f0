import { createMessageMemory } from '../base/model/message-memory.ts';
import type { ProcessingResult } from '../base/model/result.ts';
import type { Sink } from './contract.ts';
import type { LineTarget } from './line-targets.ts';
import { WriteQueue } from './write-queue.ts';

/**
 * Creates a sink that writes each message as a line of JSON, while the next batches are read. Messages that another thread
 * holds are written by that thread, if the target is a file. If the run ends as FAILED
 * or is interrupted, it calls `discard` instead of `finish`. An error of the target is thrown by the next commit() or
 * by close().
 */
export function createNdjsonSink(target: LineTarget): Sink {
  const memory = createMessageMemory();
  const queue = new WriteQueue(target, memory);
  return {
    messages: true,
    lines: true,
    memory,
    ...(target.writeHeld !== undefined && { writesHeld: true }),
    open: async () => null,
    commit: ({ bytes, held }) => queue.add(bytes, held),
    close: (result) => closeTarget(target, queue, result),
  };
}

/** Completes a target when its queue is written, or discards it if the run failed or was interrupted. */
export async function closeTarget(
  target: LineTarget,
  queue: WriteQueue,
  result: ProcessingResult | null,
): Promise<void> {
  if (result === null || result.status === 'FAILED') {
    await queue.drain().catch(() => {});
    return target.discard();
  }
  try {
    await queue.drain();
  } catch (error) {
    await target.discard();
    throw error;
  }
  return target.finish();
}
