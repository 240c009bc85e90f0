import type { Batch, Position } from '../../compiler/kernel/model/contract.ts';
import { HelperThread } from './helper-thread.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';
import type { Helpers } from './read-in-splits.ts';
import { SplitQueue } from './queue.ts';

/** A file that another thread is to read while this one works on what it tells. */
export interface HelperReadOptions {
  file: SplitFile;
  /** Where to go on; null: at its beginning. */
  from: Position | null;
  helpers: Helpers;
  signal?: AbortSignal | undefined;
}

/** What is read here at a time while nobody helps, in bytes. */
const OWN_BYTES = 512 * 1024;

/**
 * The batches of a file, in its order: read by one thread that helps, as soon and as long as there is one, else by
 * this one. Throws what reading throws, and the signal's reason. Where it ends or is left, no helper reads the file any more.
 */
export async function* readByHelper({ file, from, helpers, signal }: HelperReadOptions): AsyncGenerator<Batch> {
  let own = new RangeReader(file, from, { signal });
  let helper: HelperThread | null = null;
  const request = helpers.requestHelpers({ shared: file.shared, options: file.options }, (port) => {
    // One reader is enough: it waits for whoever takes.
    if (helper === null || helper.isClosed) helper = new HelperThread(port);
    else port.close();
  });
  const found = (): HelperThread | null => (helper === null || helper.isClosed ? null : helper);
  try {
    while (!own.isOver) {
      const reader = found();
      // Behind the first record the header is read, and what is skipped at the top of the file.
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

/** What a helper reads from `from` on. Gives where it was lost; null: it came to the end. */
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
