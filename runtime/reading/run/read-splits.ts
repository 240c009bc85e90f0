import type { Position, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../source/contract.ts';
import type { SplitFile } from '../split/range-reader.ts';
import { createRepeatableKeys, type RepeatableKeys } from '../unique-keys/key-recorder.ts';
import { readByHelper } from '../split/read-by-helper.ts';
import { type Helpers, readInSplits } from '../split/read-in-splits.ts';

/** How several threads read the file of a run. */
export interface SplitOptions {
  /** Access to the helper threads. */
  helpers: Helpers;
  /**
   * `all` (default): this thread and the helper threads read splits of the file. `one`: one helper thread reads the
   * file if one is available, so that this thread has more time for the sink. Both need the threads of `minReaders`.
   */
  readers?: 'all' | 'one';
  /**
   * Size of a split in bytes. If it is set, smaller files are not split. By default, the size depends on the file (256
   * KiB to 1 MiB, without messages to 4 MiB), and files below 16 MiB are not split.
   */
  bytes?: number;
}

/** Files below this size are read by one thread. */
const MIN_FILE_BYTES = 16 * 1024 * 1024;
/** Larger files with UNIQUE rules are read by one thread: their values need the memory that more threads would use. */
const MAX_UNIQUE_BYTES = 64 * 1024 * 1024;
/** Maximum size of a split. The messages of a longer split would leave the processor cache before they are written. */
const MAX_SPLIT_BYTES = { messages: 1024 * 1024, counts: 4 * 1024 * 1024 };
const MIN_SPLIT_BYTES = 256 * 1024;
/**
 * A file is cut into about this many splits. If the last splits were long, threads without a split would wait for them.
 */
const SPLITS_OF_FILE = 64;

/**
 * Returns true if several threads can read a file. At least `minBytes` bytes (default 16 MiB) must remain after the
 * offset `from`, the file must be on disk and not compressed, and its format must allow reading to start inside the
 * file.
 */
export function isSplittable(
  module: SpecModule,
  { seekable }: Source,
  { from = 0, minBytes = MIN_FILE_BYTES } = {},
): boolean {
  return module.spec.splits !== undefined && seekable !== undefined && seekable.bytes - from >= minBytes;
}

interface SplitInput {
  module: SpecModule;
  source: Source;
  sink: Pick<Sink, 'writesHeld' | 'minReaders'>;
  splits?: SplitOptions;
}

/**
 * Returns the input of readSplits() for the file of a run. Returns null if one thread must read the file: if there are
 * no split options, if the file is not splittable, or if too few threads can read it. `keys` are the values of UNIQUE
 * rules in all records before `from`, or null if the spec has no such rule.
 */
export function splitFileOf(
  { module, source, sink, splits: splitting }: SplitInput,
  { from, memory, ...options }: TransformOptions,
  keys: RepeatableKeys | null = null,
): SplitFile | null {
  const { splits } = module.spec;
  if (splitting !== undefined && splitting.helpers.maxHelpers + 1 < (sink.minReaders ?? 1)) return null;
  // One helper that reads the whole file cannot read a batch again, as an equal value requires.
  if (keys !== null && splitting?.readers === 'one') return null;
  if (splitting === undefined || splits === undefined || source.seekable === undefined) return null;
  if (keys !== null && source.seekable.bytes > MAX_UNIQUE_BYTES) return null;
  if (!isSplittable(module, source, { from: from?.byteOffset ?? 0, minBytes: splitting.bytes ?? MIN_FILE_BYTES }))
    return null;
  const uniqueKeys = keys === null ? undefined : createRepeatableKeys(keys);
  return {
    ...{ module, splits, shared: source.seekable.shared, options, memory, uniqueKeys },
    holdsMessages: sink.writesHeld === true,
  };
}

/**
 * `from`: the position at which reading starts; null for the start of the file. `hashes`: whether the source also
 * computes the hash of the file.
 */
interface ReadSplitsOptions {
  file: SplitFile;
  from: Position | null;
  splitting: SplitOptions;
  signal: AbortSignal | undefined;
  hashes: boolean;
  /** Returns the number of further records with issues that batches must list; Infinity if they must list all. */
  maxListed: () => number;
}

/**
 * Yields the batches of a file in file order, while several threads read the file. Reports the position after each
 * batch to the source. Throws read errors, and the reason of `signal` if it is aborted.
 */
export async function* readSplits(
  { seekable }: Source,
  { file, from, splitting, signal, hashes, maxListed }: ReadSplitsOptions,
): AsyncGenerator<CountedBatch> {
  const rest = (seekable?.bytes ?? 0) - (from?.byteOffset ?? 0);
  const reading = { file, from, helpers: splitting.helpers, signal };
  const maxBytes = file.options.messages === false ? MAX_SPLIT_BYTES.counts : MAX_SPLIT_BYTES.messages;
  const bytes = splitting.bytes ?? Math.min(maxBytes, Math.max(MIN_SPLIT_BYTES, Math.ceil(rest / SPLITS_OF_FILE)));
  for await (const batch of splitting.readers === 'one'
    ? readByHelper(reading)
    : readInSplits({ ...reading, bytes, maxListed })) {
    seekable?.setReadPosition(batch.next.byteOffset);
    if (hashes) seekable?.hashTo(batch.next.byteOffset);
    yield batch;
  }
}
