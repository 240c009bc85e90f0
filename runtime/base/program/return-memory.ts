import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { exposeCollection } from './collect-garbage.ts';

/** How often the memory is examined, in milliseconds. */
const INTERVAL_MS = 5000;
/** Memory is returned if that of the thread has grown by this many bytes. */
const GROWTH_BYTES = { main: 64 * 1024 * 1024, worker: 16 * 1024 * 1024 };
/** A thread counts as idle if it was busy for less than this share of the interval. */
const IDLE_SHARE = 0.3;
/** After this many busy intervals with such a growth, memory is returned all the same. */
const BUSY_INTERVALS = 6;

/**
 * Returns unused memory of this thread to the system after a peak. Node.js collects garbage only when it allocates
 * more, so a service with few requests would retain the memory of its largest load. Collects while the thread is idle,
 * because a collection stops it for some milliseconds, and under constant load after half a minute.
 */
export function returnMemory(): { close(): Promise<void> } {
  const collect = exposeCollection();
  const growthBytes = isMainThread ? GROWTH_BYTES.main : GROWTH_BYTES.worker;
  let known = usedBytes();
  let load = performance.eventLoopUtilization();
  let busyIntervals = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(load);
    load = performance.eventLoopUtilization();
    const used = usedBytes();
    if (used < known + growthBytes) {
      known = Math.min(known, used);
      busyIntervals = 0;
      return;
    }
    if (utilization > IDLE_SHARE && ++busyIntervals < BUSY_INTERVALS) return;
    collect();
    known = usedBytes();
    busyIntervals = 0;
  }, INTERVAL_MS).unref();
  return { close: async () => clearInterval(timer) };
}

/** Unlike process.memoryUsage(), this opens no file, so it also works without a free descriptor. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
