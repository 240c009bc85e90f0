import type { MessageMemory } from '../../../compiler/kernel/model/contract.ts';

/** Maximum size of the memory that waits for its next use, in bytes. */
const MAX_FREE_BYTES = 8 * 1024 * 1024;
/** Sizes are rounded up to a multiple of this, so that memory also fits a slightly larger batch. */
const STEP_BYTES = 128 * 1024;

/**
 * Creates memory for the messages of batches. What is released is used again, because new memory costs page faults, and
 * V8 collects abandoned memory late. Memory that is never released is collected as usual.
 */
export function createMessageMemory(): MessageMemory {
  const lent = new WeakSet<ArrayBufferLike>();
  const free: Uint8Array<ArrayBuffer>[] = [];
  let freeBytes = 0;

  function reuse(bytes: number): Uint8Array<ArrayBuffer> | undefined {
    const index = free.findIndex(({ length }) => length >= bytes);
    const [found] = index < 0 ? [] : free.splice(index, 1);
    freeBytes -= found?.length ?? 0;
    return found;
  }

  return {
    take(bytes) {
      const memory = reuse(bytes) ?? new Uint8Array(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES);
      lent.add(memory.buffer);
      return memory;
    },
    release({ buffer }) {
      if (!lent.delete(buffer)) return false;
      // The cast is safe: take() lends only such buffers.
      const memory = new Uint8Array(buffer as ArrayBuffer);
      free.push(memory);
      freeBytes += memory.length;
      // The oldest memory may be too small for the batches of now.
      while (freeBytes > MAX_FREE_BYTES) freeBytes -= free.shift()?.length ?? 0;
      return true;
    },
  };
}
