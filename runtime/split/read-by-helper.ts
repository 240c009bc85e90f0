import type { Batch, Position } from '../../compiler/kernel/model/contract.ts';
import { HelperThread } from './helper-thread.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';
import type { Helpers } from './read-in-splits.ts';
import { SplitQueue } from './queue.ts';

/** A file that another thread reads, so that this thread has its time for the sink. */
export interface HelperReadOptions {
  file: SplitFile;
  /** Where to resume; null for the start of the file. */
  from: Position | null;
  helpers: Helpers;
  signal?: AbortSignal | undefined;
}

/** Bytes to read at a time in this thread while no helper is available. */
const OWN_BYTES = 512 * 1024;

/**
 * Yields the batches of a file in order. A helper thread reads the file while one is available, else this thread does.
 * Throws read errors and the reason of the signal. When the loop ends, no helper uses the file any more.
 */
export async function* readByHelper({ file, from, helpers, signal }: HelperReadOptions): AsyncGenerator<Batch> {
  let own = new RangeReader(file, from, { signal });
  let helper: HelperThread | null = null;
  const request = helpers.requestHelpers({ shared: file.shared, options: file.options }, (port) => {
    // One helper is enough, because it is faster than the sink.
    if (helper === null || helper.isClosed) helper = new HelperThread(port);
    else port.close();
  });
  const found = (): HelperThread | null => (helper === null || helper.isClosed ? null : helper);
  try {
    while (!own.isOver) {
      const reader = found();
      // This thread reads the header and skipped lines, because a helper starts after the first record.
      if (reader === null || own.position.record === 0) {
        yield* own.readBytes(own.bytesEnd + OWN_BYTES);
        continue;
      }
      const result = yield* takeAll(reader, own.position, signal);
      if (result === null) return;
      own = new RangeReader(file, result, { signal });
    }
  } finally {
    request.end();
    found()?.stop();
    await found()?.closed;
  }
}

/**
 * Yields what a helper reads from `from` on. Returns the position at which the helper was lost, or null at the end of
 * the file.
 */
async function* takeAll(
  helper: HelperThread,
  from: Position,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, Position | null> {
  const queue = new SplitQueue({ from, to: Infinity, maxListed: Infinity });
  void helper.read(queue);
  let at = from;
  try {
    for (;;) {
      const result = await queue.take();
      signal?.throwIfAborted();
      if (result.kind === 'lost') return at;
      if (result.kind === 'end') return null;
      at = result.batch.next;
      yield result.batch;
    }
  } finally {
    queue.cancel();
  }
}
