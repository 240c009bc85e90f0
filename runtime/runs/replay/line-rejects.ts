import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { replayBatches } from './places/replay-batches.ts';
import { distinctPlaces } from './places/record-places.ts';
import { isPartial, unpublishedPlaces } from './places/unpublished.ts';
import { documentLines } from './documents/document-lines.ts';
import { partReaderOf, piecesBeforeRecords } from './places/read-parts.ts';
import { type ReplayFile, rejectedRecords } from './places/rejected-records.ts';

/**
 * Yields the part of a CSV or fixed-width file that was not published: what precedes the first record, the records, and
 * what follows the last record. Yields nothing if everything was published.
 */
export async function* lineRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { slices, rest, records } = file;
  const readPart = partReaderOf(file);
  const isWhole = rest.kind === 'rejected' || (rest.kind === 'unread' && records === 0);
  if (isWhole && !isPartial(file)) {
    yield* slices.readRange(0, Infinity);
    return;
  }
  if (file.module.spec.documents !== undefined) {
    yield* documentLines(file);
    return;
  }
  if (isPartial(file)) {
    yield* selectedLines(file);
    return;
  }
  const last: LastBatch = { from: null, records: 0 };
  let from: Position | null = null;
  const noteLast = (batch: Batch): void => {
    if (batch.records > 0)
      Object.assign(last, { from, records: Math.min(batch.records, records - batch.firstRecord + 1) });
    from = batch.next;
  };
  let isFirst = true;
  let end = 0;
  for await (const { byteOffset, byteLength } of rejectedRecords(file, noteLast)) {
    // The groups of a line are records with the place of the line, which is sent once.
    if (byteOffset + byteLength <= end) continue;
    end = byteOffset + byteLength;
    if (isFirst) yield* piecesBeforeRecords(file, readPart);
    isFirst = false;
    yield* readPart(byteOffset, byteOffset + byteLength);
  }
  if (rest.kind === 'unread') {
    for await (const piece of readPart(rest.byteOffset, Infinity)) {
      if (isFirst) yield* piecesBeforeRecords(file, readPart);
      isFirst = false;
      yield piece;
    }
  }
  if (rest.kind === 'end' && !isFirst) yield* slices.readRange(await endOfRecords(file, last), Infinity);
}

/** Yields what a run of some records has not published, if it stopped before the end of its file. */
async function* selectedLines(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const readPart = partReaderOf(file);
  let isFirst = true;
  for await (const { from, to } of distinctPlaces(unpublishedPlaces(file))) {
    if (isFirst) yield* piecesBeforeRecords(file, readPart);
    isFirst = false;
    yield* readPart(from, to);
  }
}

/**
 * The last batch that contains records. `from`: position where the batch starts, null for the start of the file.
 * `records`: how many of its records the run has committed.
 */
interface LastBatch {
  from: Position | null;
  records: number;
}

// Returns the offset after the last committed record. A batch can end with lines that are not records, so its end is
// not that offset. Therefore the batch is read again record by record.
async function endOfRecords({ module, options, slices }: ReplayFile, last: LastBatch): Promise<number> {
  const before = last.from?.record ?? 0;
  const records = before + last.records;
  let end = last.from?.byteOffset ?? 0;
  const chunks = slices.readRange(end, Infinity);
  for await (const batch of replayBatches({ module, options, chunks, from: last.from, records, batchRecords: 1 })) {
    if (batch.records > 0) end = batch.next.byteOffset;
  }
  return end;
}
