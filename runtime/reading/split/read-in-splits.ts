import type { MessagePort } from 'node:worker_threads';
import type { Position } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { HelperThread } from './helper-thread.ts';
import { SplitMerge } from './merge.ts';
import { packBatch, packedSize } from './packed-batch.ts';
import { ReadBuffer, RangeReader, type SplitFile } from './range-reader.ts';
import { type ResultReceiver, readSplit, emitAll } from './read-split.ts';
import { type HelperRequest, toHelperRequest } from './messages.ts';
import { SplitPlan } from './plan.ts';
import { type SplitQueue, type SplitResult, batchSize } from './queue.ts';

/** Access to idle threads that can help to read files. */
export interface Helpers {
  /** Maximum number of threads that help at a time. */
  readonly maxHelpers: number;
  /**
   * Calls `onHelper` with the port of each thread that starts to help, now or later, until `end` is called. Threads
   * that already help then continue, until they are stopped over their port. If a helper is needed for another task, it
   * closes its port.
   */
  requestHelpers(request: HelperRequest, onHelper: (port: MessagePort) => void): { end(): void };
}

/** A file to read in splits, and the options. */
export interface SplitReadOptions {
  file: SplitFile;
  /** The position at which to resume; null for the start of the file. */
  from: Position | null;
  /** Approximate size of a split, in bytes. */
  bytes: number;
  helpers: Helpers;
  /**
   * Returns how many more records with issues the result can list. It is called when a reader claims a split. In that
   * split, each batch lists at most this many records with issues, and the others are only counted. Default: all are
   * listed.
   */
  maxListed?: () => number;
  /**
   * A split starts at an offset that is only a guess where a record starts. After this many wrong guesses in
   * succession, one reader reads the rest of the file. Default: 3.
   */
  maxWrongGuesses?: number;
  signal?: AbortSignal | undefined;
}

const MAX_WRONG_GUESSES = 3;
const HEAD_BYTES = 512 * 1024;
/**
 * A batch with at least this many records with issues is packed while it waits. As objects, the issues would reach V8's
 * old generation, which is collected rarely.
 */
const PACKED_FROM_ISSUES = 500;
/** Number of splits that a helper has at a time, so that it never waits for the next one. */
const SPLITS_PER_HELPER = 2;

/**
 * Yields the batches of a file in order. The calling thread and helper threads read it. Records, numbers and issues are
 * the same as with one reader. Throws read errors, and the reason of `signal` if it is aborted. When the loop has
 * ended, no helper uses the file.
 */
export async function* readInSplits(reading: SplitReadOptions): AsyncGenerator<CountedBatch> {
  const { file, from, bytes, signal, maxListed = () => Infinity, maxWrongGuesses = MAX_WRONG_GUESSES } = reading;
  const head = new RangeReader(file, from, { signal });
  // This thread reads the header and skipped lines, because other readers start after the first record.
  while (head.position.record === 0 && !head.isOver) yield* head.readBytes(head.bytesEnd + Math.min(bytes, HEAD_BYTES));
  if (head.isOver) return;
  if (isMarkedOtherwise(head.position)) {
    yield* head.readBytes(Infinity);
    return;
  }
  const { splitStates: states } = file.module.createTransformer(file.options);
  const plan = new SplitPlan(file, { bytes, maxListed, known: head.position, states });
  const merge = new SplitMerge(file, plan, { from: head.position, states, maxWrongGuesses, signal });
  const readers = new SplitReaders(reading, plan, head);
  try {
    yield* merge.batches();
  } finally {
    plan.close();
    await readers.stop();
  }
}

/**
 * Returns true if a byte order mark has determined an encoding other than the spec's. The module's `splits` are valid
 * only for the encoding of the spec.
 */
export function isMarkedOtherwise({ state }: Position): boolean {
  return state !== null && typeof state === 'object' && 'encoding' in state;
}

/** All readers of a file: the calling thread and its helpers. */
class SplitReaders {
  readonly #plan: SplitPlan;
  readonly #helpers = new Set<HelperThread>();
  readonly #request: { end(): void };
  readonly #own: Promise<void>;

  constructor({ file, helpers }: SplitReadOptions, plan: SplitPlan, head: RangeReader) {
    this.#plan = plan;
    this.#own = this.#readOwn(file, head);
    this.#request = helpers.requestHelpers(toHelperRequest(file), (port) => this.#add(new HelperThread(port, file)));
  }

  async stop(): Promise<void> {
    this.#request.end();
    for (const helper of this.#helpers) helper.stop();
    await Promise.all([...this.#helpers].map(({ closed }) => closed));
    await this.#own;
  }

  /** Reads splits in this thread. The reader that has read the header also reads the first split. */
  async #readOwn(file: SplitFile, head: RangeReader): Promise<void> {
    const first = await this.#plan.claim(head.bytesEnd);
    const readBuffer = new ReadBuffer();
    if (first !== null) {
      const { to, maxListed } = first.split;
      await emitAll(head, to === Infinity ? head.readBytes(Infinity) : head.readPast(to), {
        receiver: new LocalReceiver(first),
        maxListed,
      }).catch(() => first.put({ kind: 'lost' }, 0));
    }
    for (let queue = await this.#plan.claim(); queue !== null; queue = await this.#plan.claim()) {
      await readSplit(file, queue.split, { receiver: new LocalReceiver(queue), readBuffer });
    }
  }

  #add(helper: HelperThread): void {
    this.#helpers.add(helper);
    this.#plan.readers++;
    for (let i = 0; i < SPLITS_PER_HELPER; i++) void this.#readWith(helper);
    void helper.closed.then(() => {
      this.#helpers.delete(helper);
      this.#plan.readers--;
    });
  }

  async #readWith(helper: HelperThread): Promise<void> {
    while (!helper.isClosed) {
      const queue = await this.#plan.claim();
      if (queue === null) return;
      await helper.read(queue);
    }
  }
}

/** Puts the results of this thread into the queue of a split. */
class LocalReceiver implements ResultReceiver {
  readonly #queue: SplitQueue;
  #wake: () => void = () => {};

  constructor(queue: SplitQueue) {
    this.#queue = queue;
    queue.attach(
      () => this.#wake(),
      () => this.#wake(),
    );
  }

  get isCancelled(): boolean {
    return this.#queue.isCancelled;
  }

  receive(result: SplitResult): void {
    if (result.kind !== 'batch') return this.#queue.put(result, 0);
    if (result.batch.recordIssues.length < PACKED_FROM_ISSUES) return this.#queue.put(result, batchSize(result.batch));
    const batch = packBatch(result.batch);
    this.#queue.put({ kind: 'packed', batch }, packedSize(batch));
  }

  async room(): Promise<void> {
    while (this.#queue.isFull && !this.isCancelled) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}
