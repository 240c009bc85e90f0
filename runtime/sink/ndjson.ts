import type { MessageMemory } from '../../compiler/kernel/model/contract.ts';
import { createMessageMemory } from '../model/message-memory.ts';
import type { Sink } from './contract.ts';

/** A destination for lines: a file, or a stream such as standard output. */
export interface LineTarget {
  /** Writes all bytes, in order. The caller may overwrite them after the promise has resolved. */
  write(bytes: readonly Uint8Array[]): Promise<void>;
  /** Completes the output. A file becomes visible under its name. */
  finish(): Promise<void>;
  /** Discards the output. A stream cannot do that, and does nothing. */
  discard(): Promise<void>;
}

/** The run waits while more bytes than this are not written yet. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/**
 * Creates a sink that writes each message as a line of JSON, while the next batches are read. If the run ends as FAILED
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
    open: async () => null,
    commit: ({ bytes }) => queue.add(bytes),
    async close(result) {
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
    },
  };
}

/** Writes bytes one after another. While a write is under way, later bytes wait and are then written together. */
class WriteQueue {
  readonly #target: LineTarget;
  readonly #memory: MessageMemory;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  /** The write that is under way; null if there is none. */
  #writing: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;

  constructor(target: LineTarget, memory: MessageMemory) {
    this.#target = target;
    this.#memory = memory;
  }

  /** Adds bytes, and releases them when they are written. Waits while too many bytes are not written. Throws write errors. */
  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0 && this.#failure === null) {
      this.#waiting.push(bytes);
      this.#bytes += bytes.length;
      this.#writing ??= this.#writeAll();
    }
    while (this.#bytes > MAX_WAITING_BYTES && this.#failure === null) await this.#writing;
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Waits until all bytes are written. Throws write errors. */
  async drain(): Promise<void> {
    await this.#writing;
    if (this.#failure !== null) throw this.#failure.error;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const written = this.#waiting.splice(0);
        await this.#target.write(written);
        for (const bytes of written) {
          this.#bytes -= bytes.length;
          this.#memory.release(bytes);
        }
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#writing = null;
  }
}
