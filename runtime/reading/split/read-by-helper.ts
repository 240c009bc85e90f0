import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { HelperThread } from './helper-thread.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';
import type { Helpers } from './read-in-splits.ts';
import { toHelperRequest } from './messages.ts';
import { SplitQueue } from './queue.ts';

/** A file that a helper thread reads, so that the calling thread has its time for the sink. */
export interface HelperReadOptions {
  file: SplitFile;
  /** The position at which to resume; null for the start of the file. */
  from: Position | null;
  helpers: Helpers;
  signal?: AbortSignal | undefined;
}

/** Number of bytes that this thread reads at a time while no helper is available. */
const OWN_BYTES = 512 * 1024;

/**
 * Yields the batches of a file in order. A helper thread reads the file. While none is available, the calling thread
 * reads it. Throws read errors, and the reason of `signal` if it is aborted. When the loop has ended, no helper uses
 * the file.
 */
export async function* readByHelper({ file, from, helpers, signal }: HelperReadOptions): AsyncGenerator<Batch> {
  let own = new RangeReader(file, from, { signal });
  let helper: HelperThread | null = null;
  const request = helpers.requestHelpers(toHelperRequest(file), (port) => {
    // One helper is enough, because it is faster than the sink.
    if (helper === null || helper.isClosed) helper = new HelperThread(port, file);
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
 * Yields the batches that a helper reads from the position `from` on. Returns null if the helper has read the rest of
 * the file. If the helper was lost before that, returns the position after the last batch that was yielded.
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
