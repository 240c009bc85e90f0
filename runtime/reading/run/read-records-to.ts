import type { Batch, Position, Splits, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { RangeReader, ReadBuffer, type SplitFile } from '../split/range-reader.ts';
import type { Run } from './run.ts';

/** The limits of a piece. `from`: null for the start of the file. `end`: null for its end. */
export interface PieceLimits {
  readonly from: Position | null;
  readonly end: Position | null;
  /** The number of the piece, from 0. */
  readonly piece: number;
}

/** A reader that starts at a known position never guesses where a record starts. */
const NO_GUESSES: Splits = { kind: 'LINES', lineEnds: [], heldBack: 0 };

/** Returns a file whose reading can begin at any known position; null if it is compressed, or a pipe. */
export function openPlanned(
  { module, source }: Pick<Run, 'module' | 'source'>,
  { from: _, memory, ...options }: TransformOptions,
): SplitFile | null {
  if (source.seekable === undefined) return null;
  return { module, splits: module.spec.splits ?? NO_GUESSES, shared: source.seekable.shared, options, memory };
}

/**
 * Yields the batches of the records between two positions. A batch that would contain later records is read again with
 * fewer records, so the last one ends with its record and not with a chunk of bytes. Throws RunFailure (`piece_differs`)
 * if no record ends at `end`.
 */
export async function* readRecordsTo(
  file: SplitFile,
  { from, end, piece }: PieceLimits,
  signal?: AbortSignal,
): AsyncGenerator<Batch> {
  if (end === null) return yield* new RangeReader(file, from, { signal }).readBytes(Infinity);
  let at = from;
  for await (const batch of new RangeReader(file, from, { signal }).readBytes(Infinity)) {
    if (batch.next.record >= end.record) {
      file.memory?.release(batch.bytes);
      break;
    }
    at = batch.next;
    yield batch;
    if (batch.failure !== null) break;
  }
  for await (const batch of readLastRecords(file, at, { last: end.record })) {
    at = batch.next;
    yield batch;
  }
  if (at === null || !isSamePlace(at, end)) throw differs(piece, at, end);
}

/** Returns the position after record `record`, or after the document that contains it; null if the file has no such position. */
export async function findPositionAfter(
  file: SplitFile,
  from: Position | null,
  record: number,
  readBytes?: number,
): Promise<Position | null> {
  let at: Position | null = null;
  for await (const { next } of readLastRecords(file, from, { last: record, readBytes })) at = next;
  return at === null || at.record < record ? null : at;
}

/** Up to which record to read, and how many bytes at a time. Default: as a reader of a file does. */
interface LastRecords {
  last: number;
  readBytes?: number | undefined;
}

/** Yields batches up to record `last`. Each is the first one of a new reader, which ends with that record at the latest. */
export async function* readLastRecords(
  file: SplitFile,
  from: Position | null,
  { last, readBytes }: LastRecords,
): AsyncGenerator<Batch> {
  let at = from;
  for (let missing = last - (at?.record ?? 0); missing > 0; missing = last - (at?.record ?? 0)) {
    const reading = { ...file, options: { ...file.options, batchRecords: missing } };
    const batch = await firstBatch(new RangeReader(reading, at, { readBuffer: new ReadBuffer(readBytes) }));
    const isStuck = batch?.records === 0 && batch.next.byteOffset === (at?.byteOffset ?? 0);
    if (batch === null || isStuck) return;
    at = batch.next;
    yield batch;
    if (batch.failure !== null) return;
  }
}

async function firstBatch(reader: RangeReader): Promise<Batch | null> {
  for await (const batch of reader.readBytes(Infinity)) return batch;
  return null;
}

/** The state of a position may depend on the size limit of messages. Its place does not. */
function isSamePlace(one: Position, other: Position): boolean {
  return one.byteOffset === other.byteOffset && one.line === other.line && one.record === other.record;
}

function differs(piece: number, at: Position | null, end: Position): RunFailure {
  return new RunFailure(
    'piece_differs',
    `piece ${piece + 1} of the file ends with record ${at?.record ?? 0} at byte ${at?.byteOffset ?? 0}, and not with record ${end.record} at byte ${end.byteOffset} as planned: the file has changed`,
  );
}
