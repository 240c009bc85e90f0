import type { Batch, Position, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { hasFatalWarning } from '../../../compiler/formats.ts';
import { createCheckpoint } from '../../base/model/checkpoint.ts';
import type { PieceCount } from '../../base/model/pieces.ts';
import { CANCELLED_MESSAGE, RunFailure } from '../../base/model/run-failure.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import { createNoneSink } from '../../sink/none.ts';
import type { Source } from '../source/contract.ts';
import { createSyncReader } from '../source/disk/file-progress.ts';
import { isMarkedOtherwise } from '../split/read-in-splits.ts';
import { RangeReader, type SplitFile } from '../split/range-reader.ts';
import { findRecordStart } from '../split/record-starts.ts';
import { EncodingCheck } from './encoding-check.ts';
import { spendBatch } from './run-limits.ts';
import { createTransformOptions } from './transform-options.ts';

/** A piece of a file: all of them have about `bytes` bytes, except for the last one of `pieces`. */
export interface PieceToCount {
  info: RunInfo;
  module: SpecModule;
  source: Source;
  /** The number of the piece, from 0. */
  piece: number;
  pieces: number;
  bytes: number;
  /** Where the piece starts exactly; null if that is unknown. */
  from: Position | null;
  signal: AbortSignal;
  /** When it is aborted, the run must end. */
  cancelled: AbortSignal;
}

const FIRST_READ_BYTES = 256;

/**
 * Reads a piece of a file without publishing anything. Returns its limits; null if the file cannot be divided. The piece
 * starts where a record is guessed to start, unless `from` is known. Throws RunFailure if the limit of processor time is
 * exceeded, or `cancelled` is aborted.
 */
export async function countPiece(work: PieceToCount): Promise<PieceCount | null> {
  const { info, piece, pieces, signal, cancelled } = work;
  const began = performance.now();
  const file = openPieces(
    work,
    createTransformOptions({ info, sink: createNoneSink(), module: work.module }, createCheckpoint()),
  );
  const known = file === null ? null : await readHead(file, signal);
  if (file === null || known === null || isMarkedOtherwise(known)) return null;
  if (piece === 0 && (await failsByEncoding(work))) return null;
  const readAt = createSyncReader(file.shared);
  const startOf = async (number: number): Promise<number> =>
    number >= pieces
      ? Infinity
      : findRecordStart(readAt, file.splits, { at: number * work.bytes, known: known.byteOffset });
  const from = work.from ?? (piece === 0 ? null : { ...known, byteOffset: await startOf(piece) });
  const to = await startOf(piece + 1);
  const spent = createCheckpoint();
  const limits = { options: info.options, hasMessages: false, hasDeadLetters: false };
  if (from?.byteOffset === Infinity) return { from, end: from, readTo: null, isLast: true, ...timeOf(began, spent) };
  const reader = new RangeReader(file, from, { signal });
  for await (const batch of to === Infinity ? reader.readBytes(Infinity) : reader.readPast(to)) {
    spendBatch(spent, batch, limits);
    if (cancelled.aborted) throw new RunFailure('cancelled', CANCELLED_MESSAGE);
  }
  const { position: end, isOver: isLast } = reader;
  return { from, end, readTo: isLast ? null : reader.bytesEnd, isLast, ...timeOf(began, spent) };
}

/**
 * Encodings with characters of several bytes, except UTF-8. They are decoded chunk by chunk, and what is held back at the
 * end of the bytes depends on the chunks. So a piece could end with another record when it is read again.
 */
export const DECODED = /^(gb|big5|euc-|shift_jis|iso-2022|utf-16|replacement)/;

/** Returns whether a record of a spec can be read without any earlier one, once its start is known. */
export function hasIndependentRecords(spec: SpecModule['spec']): boolean {
  const { splits, hasGate, hasUniqueRules, recordTypes, runWarnings, encoding = 'utf-8' } = spec;
  const hasFileRules =
    recordTypes !== undefined || hasGate === true || hasUniqueRules === true || hasFatalWarning(runWarnings);
  return splits !== undefined && !hasFileRules && !DECODED.test(encoding);
}

/** Returns a file whose pieces can be read independently of each other; null if reading must start at its beginning. */
export function openPieces(
  { module, source }: Pick<PieceToCount, 'module' | 'source'>,
  { from: _, memory, ...options }: TransformOptions,
): SplitFile | null {
  const { splits } = module.spec;
  if (splits === undefined || source.seekable === undefined || !hasIndependentRecords(module.spec)) return null;
  return { module, splits, shared: source.seekable.shared, options, memory };
}

/** Returns whether the encoding of the file makes the run fail. Then one instance reads it, and publishes nothing. */
export async function failsByEncoding({ module, source }: Pick<PieceToCount, 'module' | 'source'>): Promise<boolean> {
  const checked = createCheckpoint();
  await new EncodingCheck(module, source, checked).begin();
  return checked.failure !== null;
}

/** Reads the header and skipped lines. Returns a position after the first record, or after a failure; otherwise null. */
export async function readHead(
  file: SplitFile,
  signal: AbortSignal,
  onBatch: (batch: Batch) => void = () => {},
): Promise<Position | null> {
  const head = new RangeReader(file, null, { signal });
  let hasFailed = false;
  for (let bytes = FIRST_READ_BYTES; head.position.record === 0 && !head.isOver; bytes *= 2)
    for await (const batch of head.readBytes(bytes)) {
      hasFailed ||= batch.failure !== null;
      onBatch(batch);
    }
  return head.position.record === 0 && !hasFailed ? null : head.position;
}

function timeOf(
  began: number,
  { processorMs = 0 }: { processorMs?: number },
): { durationMs: number; processorMs: number } {
  return { durationMs: performance.now() - began, processorMs };
}
