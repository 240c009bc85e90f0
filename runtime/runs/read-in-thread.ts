import type { ProcessingResult } from '../model/result.ts';
import type { Progress } from '../model/progress.ts';
import type { PoolTask, ThreadPool } from '../workers/thread-pool.ts';
import type { ThreadCall } from '../workers/messages.ts';
import { WorkerLost } from '../workers/worker-lost.ts';

/** What a task passes on: lines of text, or bytes. */
type Part = string | Uint8Array;

/** A task that only reads a file. */
export interface ReadingTask<T extends Part> extends Pick<PoolTask, 'prepare' | 'signal'> {
  /** Returns what a call passes on. */
  pick(what: ThreadCall): T;
  /** Receives each part in order. The task waits for the promise. */
  onPart(part: T): Promise<void>;
  onProgress?(progress: Progress): void;
}

/**
 * Executes a task that only reads a file. Several of them share a thread, so a task may lose its thread to another one.
 * It is then executed again on a thread of its own, and what was passed on already is left out. Throws WorkerLost if it
 * loses that thread, too: the task itself is the cause.
 */
export async function readInThread<T extends Part>(
  pool: ThreadPool,
  { prepare, signal, pick, onPart, onProgress }: ReadingTask<T>,
): Promise<ProcessingResult | null> {
  const parts = new PartsOnce(onPart);
  const onCall = async (what: ThreadCall): Promise<void> => parts.pass(pick(what));
  const task = { prepare, onCall, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  try {
    return await pool.run({ ...task, load: 'reading' });
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
  }
  parts.restart();
  return pool.run({ ...task, load: 'alone' });
}

/** Passes parts on, and after a restart only those that are new. The same task passes the same text or bytes. */
class PartsOnce<T extends Part> {
  readonly #onPart: (part: T) => Promise<void>;
  #passed = 0;
  #toSkip = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(onPart: (part: T) => Promise<void>) {
    this.#onPart = onPart;
  }

  restart(): void {
    this.#toSkip = this.#passed;
  }

  pass(part: T): Promise<void> {
    const skipped = Math.min(this.#toSkip, part.length);
    this.#toSkip -= skipped;
    if (skipped === part.length) return this.#last;
    this.#passed += part.length - skipped;
    // A slice of text is text, and a slice of bytes is bytes.
    const rest = (skipped === 0 ? part : part.slice(skipped)) as T;
    this.#last = this.#last.then(() => this.#onPart(rest));
    return this.#last;
  }
}
