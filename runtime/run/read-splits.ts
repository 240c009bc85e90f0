import type { Batch, Position, SpecModule, TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import type { Source } from '../source/contract.ts';
import { RangeReader, type SplitFile } from '../split/range-reader.ts';
import { readByHelper } from '../split/read-by-helper.ts';
import { type Helpers, readInSplits } from '../split/read-in-splits.ts';

/** How a run reads a file with other threads. */
export interface SplitOptions {
  helpers: Helpers;
  /**
   * all: every thread reads splits · one: one other thread reads, and this one has its time for the sink. Default: all.
   */
  readers?: 'all' | 'one';
  /** Size of a split in bytes. By default, it depends on the file. */
  bytes?: number;
}

/** Smaller files are read by one thread. */
const MIN_FILE_BYTES = 16 * 1024 * 1024;
const MAX_SPLIT_BYTES = 4 * 1024 * 1024;
const MIN_SPLIT_BYTES = 256 * 1024;
/**
 * A file is cut into about this many splits. The last ones must be short, because threads without a split are idle
 * then.
 */
const SPLITS_OF_FILE = 64;

/**
 * Returns true if a file can be read in splits: it is large enough, not compressed, not a pipe, and its format permits
 * to start in the middle.
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
  splits?: SplitOptions;
}

/** Returns the rest of a run's file for reading in splits; null if it must be read by one thread. */
export function splitFileOf(
  { module, source, splits: splitting }: SplitInput,
  { from, ...options }: TransformOptions,
): SplitFile | null {
  const { splits } = module.spec;
  if (splitting === undefined || splits === undefined || source.seekable === undefined) return null;
  if (!isSplittable(module, source, { from: from?.byteOffset ?? 0, minBytes: splitting.bytes ?? MIN_FILE_BYTES }))
    return null;
  return { module, splits, shared: source.seekable.shared, options };
}

/** What to read, from where, and how. `hashes`: whether the source also computes the hash. */
interface ReadSplitsOptions {
  file: SplitFile;
  from: Position | null;
  splitting: SplitOptions;
  signal: AbortSignal | undefined;
  hashes: boolean;
  /** Returns how many more records with issues the result can list; Infinity if all are needed. */
  maxListed: () => number;
}

/** Yields the batches of a source, read in splits. Reports the position to the source. */
export async function* readSplits(
  { seekable }: Source,
  { file, from, splitting, signal, hashes, maxListed }: ReadSplitsOptions,
): AsyncGenerator<CountedBatch> {
  const rest = (seekable?.bytes ?? 0) - (from?.byteOffset ?? 0);
  const reading = { file, from, helpers: splitting.helpers, signal };
  const bytes =
    splitting.bytes ?? Math.min(MAX_SPLIT_BYTES, Math.max(MIN_SPLIT_BYTES, Math.ceil(rest / SPLITS_OF_FILE)));
  for await (const batch of splitting.readers === 'one'
    ? readByHelper(reading)
    : readInSplits({ ...reading, bytes, maxListed })) {
    seekable?.setReadPosition(batch.next.byteOffset);
    if (hashes) seekable?.hashTo(batch.next.byteOffset);
    yield batch;
  }
}

/** Yields the first `records` records after `from` (null: the start of the file), in one or more batches. */
export async function* rereadRecords(file: SplitFile, from: Position | null, records: number): AsyncGenerator<Batch> {
  let position = from;
  for (let missing = records; missing > 0; ) {
    const batch: Batch | null = await firstBatch(
      { ...file, options: { ...file.options, batchRecords: missing } },
      position,
    );
    const isStuck = batch?.records === 0 && batch.next.byteOffset === (position?.byteOffset ?? 0);
    if (batch === null || isStuck || batch.records > missing)
      throw new Error('a batch that was read again contains other records');
    missing -= batch.records;
    position = batch.next;
    yield batch;
  }
}

async function firstBatch(file: SplitFile, from: Position | null): Promise<Batch | null> {
  for await (const batch of new RangeReader(file, from).readBytes(Infinity)) return batch;
  return null;
}
