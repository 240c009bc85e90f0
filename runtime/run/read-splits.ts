import type { Batch, Position, SpecModule, TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import type { Source } from '../source/contract.ts';
import { RangeReader, type SplitFile } from '../split/range-reader.ts';
import { readByHelper } from '../split/read-by-helper.ts';
import { type Helpers, readInSplits } from '../split/read-in-splits.ts';

/** How a run reads a file together with other threads. */
export interface SplitOptions {
  helpers: Helpers;
  /** all: each reads splits of it · one: another thread reads it, and this one has all its time for the sink. Default: all. */
  readers?: 'all' | 'one';
  /** Bytes of a split; by default as many as suit the file. */
  bytes?: number;
}

/** A file is not worth a second thread below this size, in bytes. */
const MIN_FILE_BYTES = 16 * 1024 * 1024;
const MAX_SPLIT_BYTES = 4 * 1024 * 1024;
const MIN_SPLIT_BYTES = 256 * 1024;
/** The last splits of a file are read while other threads have nothing left to do: they must not be long. */
const SPLITS_OF_FILE = 64;

/** Whether a file may be read in splits: not a small one, nor one that is compressed or comes through a pipe, nor a format that cannot be begun in the middle. */
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

/** The rest of the file of a run as it is read in splits; null where it is read as one. */
export function splitFileOf(
  { module, source, splits: way }: SplitInput,
  { from, ...options }: TransformOptions,
): SplitFile | null {
  const { splits } = module.spec;
  if (way === undefined || splits === undefined || source.seekable === undefined) return null;
  if (!isSplittable(module, source, { from: from?.byteOffset ?? 0, minBytes: way.bytes ?? MIN_FILE_BYTES }))
    return null;
  return { module, splits, shared: source.seekable.shared, options };
}

/** What is to be read, from where, and how; `hashes`: whether the source is to hash it on the side. */
interface ReadSplitsOptions {
  file: SplitFile;
  from: Position | null;
  way: SplitOptions;
  signal: AbortSignal | undefined;
  hashes: boolean;
  /** How many problems there is still room for, the others are only counted; Infinity: all are wanted. */
  maxListed: () => number;
}

/** The batches of a source, read in splits. The source is told how far they are. */
export async function* readSplits(
  { seekable }: Source,
  { file, from, way, signal, hashes, maxListed }: ReadSplitsOptions,
): AsyncGenerator<CountedBatch> {
  const rest = (seekable?.bytes ?? 0) - (from?.byteOffset ?? 0);
  const reading = { file, from, helpers: way.helpers, signal };
  const bytes = way.bytes ?? Math.min(MAX_SPLIT_BYTES, Math.max(MIN_SPLIT_BYTES, Math.ceil(rest / SPLITS_OF_FILE)));
  for await (const batch of way.readers === 'one'
    ? readByHelper(reading)
    : readInSplits({ ...reading, bytes, maxListed })) {
    seekable?.setReadPosition(batch.next.byteOffset);
    if (hashes) seekable?.hashTo(batch.next.byteOffset);
    yield batch;
  }
}

/** The first `records` records behind `from` (null: the start of the file), in one batch or a few. */
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
