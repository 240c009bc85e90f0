import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { readBatchesAgain } from './replay-batches.ts';
import { cutBetween, type RejectedFile, rejectedRecords } from './rejected-records.ts';

/**
 * The bytes of what was not published of a file of lines or blocks: what stands before the first record,
 * the records, and what stands behind the last. Nothing where all was published.
 */
export async function* lineRejects(file: RejectedFile): AsyncGenerator<Uint8Array> {
  const { cutter, rest, records } = file;
  if (rest.kind === 'refused' || (rest.kind === 'unread' && records === 0)) {
    yield* cutter.pieces(0, Infinity);
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
    yield* cutBetween(cutter, byteOffset, byteOffset + byteLength);
  }
  if (rest.kind === 'unread') {
    for await (const piece of cutter.pieces(rest.byteOffset, Infinity)) {
      if (isFirst) yield* piecesBeforeRecords(file);
      isFirst = false;
      yield piece;
    }
  }
  if (rest.kind === 'end' && !isFirst) yield* cutter.pieces(await endOfRecords(file, last), Infinity);
}

/** Where the last batch with records begins, and how many of them were asked for. */
interface LastBatch {
  from: Position | null;
  records: number;
}

/** All that stands before the first record: the header, and lines that the spec skips. */
async function* piecesBeforeRecords({ module, options, cutter }: RejectedFile): AsyncGenerator<Uint8Array> {
  for await (const { byteOffset } of module.read(cutter.pieces(0, Infinity), { today: options.today })) {
    yield* cutter.pieces(0, byteOffset);
    return;
  }
}

// Lines that are no records may follow a batch's last record before the batch ends: so this one is read record by record.
async function endOfRecords({ module, options, cutter }: RejectedFile, last: LastBatch): Promise<number> {
  const before = last.from?.record ?? 0;
  const records = before + last.records;
  let end = last.from?.byteOffset ?? 0;
  const chunks = cutter.pieces(end, Infinity);
  for await (const batch of readBatchesAgain({ module, options, chunks, from: last.from, records, batchRecords: 1 })) {
    if (batch.records > 0) end = batch.next.byteOffset;
  }
  return end;
}
