import type { MessagePort } from 'node:worker_threads';
import type { Position } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import { HelperThread } from './helper-thread.ts';
import { SplitMerge } from './merge.ts';
import { packBatch, packedSize } from './packed-batch.ts';
import { ReadBuffer, RangeReader, type SplitFile } from './range-reader.ts';
import { type ResultReceiver, readSplit, emitAll } from './read-split.ts';
import type { HelperRequest } from './messages.ts';
import { SplitPlan } from './plan.ts';
import { type SplitQueue, type SplitResult, batchSize } from './queue.ts';

/** Threads that may help, when they have nothing else to do. */
export interface Helpers {
  /**
   * Hands over a port for each thread that helps, now and later, until `end`. A helper that is needed elsewhere
   * closes its port.
   */
  requestHelpers(request: HelperRequest, onHelper: (port: MessagePort) => void): { end(): void };
}

/** A file that is to be read in splits. */
export interface SplitReadOptions {
  file: SplitFile;
  /** Where to go on; null: at its beginning. */
  from: Position | null;
  /** About how many bytes a split has. */
  bytes: number;
  helpers: Helpers;
  /** How many problems are still to be listed; what is read from now on need tell no more of them, only count the others. Default: all. */
  maxListed?: () => number;
  /** After so many wrong guesses in a row the file is read on as one. Default 3. */
  maxWrongGuesses?: number;
  signal?: AbortSignal | undefined;
}

const MAX_WRONG_GUESSES = 3;
const HEAD_BYTES = 512 * 1024;
/** So many that wait as objects would become old in V8's heap, which is cleaned seldom. */
const PACKED_FROM_ISSUES = 500;
/** Splits that a helper knows of: it begins the second without being asked. */
const SPLITS_PER_HELPER = 2;

/**
 * The batches of a file, in its order, read by this thread and those that help: the same records, numbers and issues
 * as one reader gives. Throws what reading throws, and the signal's reason. Where it ends or is left, no helper reads
 * the file any more.
 */
export async function* readInSplits(reading: SplitReadOptions): AsyncGenerator<CountedBatch> {
  const { file, from, bytes, signal, maxListed = () => Infinity, maxWrongGuesses = MAX_WRONG_GUESSES } = reading;
  const head = new RangeReader(file, from, { signal });
  // Behind the first record the header is read, and what is skipped at the top of the file.
  while (head.position.record === 0 && !head.isOver) yield* head.readBytes(head.bytesEnd + Math.min(bytes, HEAD_BYTES));
  if (head.isOver) return;
  const plan = new SplitPlan(file, { bytes, maxListed, known: head.position });
  const merge = new SplitMerge(file, plan, { from: head.position, maxWrongGuesses, signal });
  const readers = new SplitReaders(reading, plan, head);
  try {
    yield* merge.batches();
  } finally {
    plan.close();
    await readers.stop();
  }
}

/** Everybody who reads splits of a file. */
class SplitReaders {
  readonly #plan: SplitPlan;
  readonly #helpers = new Set<HelperThread>();
  readonly #request: { end(): void };
  readonly #own: Promise<void>;

  constructor({ file, helpers }: SplitReadOptions, plan: SplitPlan, head: RangeReader) {
    this.#plan = plan;
    this.#own = this.#readOwn(file, head);
    this.#request = helpers.requestHelpers({ shared: file.shared, options: file.options }, (port) =>
      this.#add(new HelperThread(port)),
    );
  }

  async stop(): Promise<void> {
    this.#request.end();
    for (const helper of this.#helpers) helper.stop();
    await Promise.all([...this.#helpers].map(({ closed }) => closed));
    await this.#own;
  }

  /** The first split is read on by the reader that has begun with it. */
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

/** Tells in the same thread. */
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
