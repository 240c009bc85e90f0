import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { replayBatches } from './replay-batches.ts';
import { readBetween, type ReplayFile, rejectedRecords } from './rejected-records.ts';

/**
 * Yields what was not published of a file of lines or fixed-length records: what precedes the first record, the
 * records, and what follows the last. Yields nothing if everything was published.
 */
export async function* lineRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { slices, rest, records } = file;
  if (rest.kind === 'rejected' || (rest.kind === 'unread' && records === 0)) {
    yield* slices.readRange(0, Infinity);
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
  for await (const { byteOffset, byteLength } of rejectedRecords(file, noteLast)) {
    if (isFirst) yield* piecesBeforeRecords(file);
    isFirst = false;
    yield* readBetween(slices, byteOffset, byteOffset + byteLength);
  }
  if (rest.kind === 'unread') {
    for await (const piece of slices.readRange(rest.byteOffset, Infinity)) {
      if (isFirst) yield* piecesBeforeRecords(file);
      isFirst = false;
      yield piece;
    }
  }
  if (rest.kind === 'end' && !isFirst) yield* slices.readRange(await endOfRecords(file, last), Infinity);
}

/** Where the last batch with records starts, and how many of its records are wanted. */
interface LastBatch {
  from: Position | null;
  records: number;
}

/** Yields everything before the first record: the header and skipped lines. */
async function* piecesBeforeRecords({ module, options, slices }: ReplayFile): AsyncGenerator<Uint8Array> {
  for await (const { byteOffset } of module.read(slices.readRange(0, Infinity), { today: options.today })) {
    yield* slices.readRange(0, byteOffset);
    return;
  }
}

// A batch can end with lines that are not records, so it is read again record by record to find the end of the last
// one.
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
