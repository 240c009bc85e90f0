import { RESOURCES_EXHAUSTED, ResourcesExhausted } from '../base/model/exhausted.ts';
import { StoredDataDamaged } from '../base/model/stored-data-damaged.ts';
import { DiskFull } from '../base/model/disk-full.ts';
import { FilesUnavailable } from '../base/model/files-unavailable.ts';
import type { SerializedResult } from '../base/model/result.ts';
import type { Progress } from '../base/model/progress.ts';
import { ThreadFailure } from '../reading/workers/pool-thread.ts';
import type { PoolTask, ThreadPool } from '../reading/workers/thread-pool.ts';
import type { ThreadCall } from '../reading/workers/messages.ts';
import { WorkerLost } from '../reading/workers/worker-lost.ts';

/** A part of a task's output: text or bytes. */
type Part = string | Uint8Array;

/** A task that reads a file and publishes nothing. */
export interface ReadingTask<T extends Part> extends Pick<PoolTask, 'prepare' | 'signal' | 'caller'> {
  /** Returns the text or bytes that a call of the task contains. Throws an Error if the call contains none. */
  pick(what: ThreadCall): T;
  /** Receives the parts of the output in order. The task waits until the promise has resolved. */
  onPart(part: T): Promise<void>;
  onProgress?(progress: Progress): void;
}

/**
 * Executes a task that reads a file and publishes nothing. Returns the result of a dry run, and null for other tasks.
 *
 * Several such tasks share a thread, so another task can crash the thread. The task is then executed again on a thread
 * without other tasks, and `onPart` does not receive the same output twice. Throws WorkerLost if that thread is lost,
 * too, because the task itself is the cause. Throws DiskFull if the keys of UNIQUE rules find no space, FilesUnavailable if
 * the object store with the file cannot be used, and ResourcesExhausted if there are no descriptors. Otherwise throws like
 * `ThreadPool.run`.
 */
export async function readInThread<T extends Part>(
  pool: ThreadPool,
  { prepare, caller = null, signal, pick, onPart, onProgress }: ReadingTask<T>,
): Promise<SerializedResult | null> {
  const parts = new PartsOnce(onPart);
  const onCall = async (what: ThreadCall): Promise<void> => parts.pass(pick(what));
  const task = { prepare, caller, onCall, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  try {
    return await pool.run({ ...task, load: 'reading' });
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw asKnownFailure(error);
  }
  parts.restart();
  return pool.run({ ...task, load: 'alone' }).catch((error: unknown) => {
    throw asKnownFailure(error);
  });
}

function asKnownFailure(error: unknown): unknown {
  const { code, message } = error instanceof ThreadFailure ? error.threadError : { code: null, message: '' };
  if (code === RESOURCES_EXHAUSTED) return new ResourcesExhausted(message, { cause: error });
  if (code === 'disk_full') return new DiskFull({ cause: error });
  if (code === 'file_altered') return new StoredDataDamaged('the stored file of the run');
  return code === 'files_unavailable' ? new FilesUnavailable({ cause: error }) : error;
}

/**
 * Passes on each part of the output once, even if the task is executed again. A repeated task must emit the same
 * output, but it may cut it into other parts.
 */
class PartsOnce<T extends Part> {
  readonly #onPart: (part: T) => Promise<void>;
  #passed = 0;
  #toSkip = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(onPart: (part: T) => Promise<void>) {
    this.#onPart = onPart;
  }

  /** Call it before the task is executed again. */
  restart(): void {
    this.#toSkip = this.#passed;
  }

  /** Passes on the bytes or characters of `part` that were not passed on before the restart. */
  pass(part: T): Promise<void> {
    const skipped = Math.min(this.#toSkip, part.length);
    this.#toSkip -= skipped;
    if (skipped === part.length) return this.#last;
    this.#passed += part.length - skipped;
    // The cast is safe: slice() returns the type of its object.
    const rest = (skipped === 0 ? part : part.slice(skipped)) as T;
    this.#last = this.#last.then(() => this.#onPart(rest));
    return this.#last;
  }
}
