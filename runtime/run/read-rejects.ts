import type { Position, SpecModule } from '../../compiler/kernel/contract.ts';
import type { FileCutter } from '../source/file-cutter.ts';
import { openCutter } from '../source/unpacked-cutter.ts';
import { readBatchesAgain } from './read-again.ts';
import type { ReadAgain, RejectedRest } from './thread-messages.ts';
import type { TaskPort } from './thread-tasks.ts';

export interface RejectsTask extends ReadAgain {
  rest: RejectedRest;
  port: TaskPort;
}

/**
 * Reads a file again and gives the bytes of what was not published: what stands before the first
 * record, the records, and what stands behind the last, so that it makes a file of its own. Nothing
 * where all was published.
 */
export async function readRejects(task: RejectsTask, module: SpecModule): Promise<void> {
  const cutter = await openCutter(task.path, task.info.options.maxFileBytes);
  try {
    for await (const piece of joinPieces(rejectedPieces(task, module, cutter))) {
      await task.port.call({ kind: 'bytes', bytes: piece }, [piece.buffer]);
      task.port.signal.throwIfAborted();
    }
  } finally {
    await cutter.close();
  }
}

async function* rejectedPieces(task: RejectsTask, module: SpecModule, cutter: FileCutter): AsyncGenerator<Uint8Array> {
  const { rest, records } = task;
  if (rest.kind === 'refused' || (rest.kind === 'unread' && records === 0)) {
    yield* cutter.pieces(0, Infinity);
    return;
  }
  const last: LastBatch = { from: null, records: 0 };
  let isFirst = true;
  for await (const { byteOffset, byteLength } of rejectedRecords(task, module, { cutter, last })) {
    if (isFirst) yield* piecesBeforeRecords(task, module, cutter);
    isFirst = false;
    // A single line may be longer than memory.
    if (byteLength > PIECE_BYTES) yield* cutter.pieces(byteOffset, byteOffset + byteLength);
    else yield await cutter.cut(byteOffset, byteLength);
  }
  if (rest.kind === 'unread') {
    for await (const piece of cutter.pieces(rest.byteOffset, Infinity)) {
      if (isFirst) yield* piecesBeforeRecords(task, module, cutter);
      isFirst = false;
      yield piece;
    }
  }
  if (rest.kind === 'end' && !isFirst) yield* cutter.pieces(await endOfRecords(task, module, { cutter, last }), Infinity);
}

/** Where the last batch with records begins, and how many of them were asked for. */
interface LastBatch {
  from: Position | null;
  records: number;
}

async function* rejectedRecords(
  { info, records }: RejectsTask, module: SpecModule, { cutter, last }: { cutter: FileCutter; last: LastBatch },
): AsyncGenerator<{ byteOffset: number; byteLength: number }> {
  let from: Position | null = null;
  for await (const batch of readBatchesAgain({ module, options: info.options, chunks: cutter.pieces(0, Infinity), records })) {
    if (batch.records > 0) Object.assign(last, { from, records: Math.min(batch.records, records - batch.firstRecord + 1) });
    from = batch.next;
    for (const problem of batch.problems) if (problem.outcome !== 'processed' && problem.record <= records) yield problem;
  }
}

/** All that stands before the first record: the header, and lines that the spec skips. */
async function* piecesBeforeRecords({ info }: RejectsTask, module: SpecModule, cutter: FileCutter): AsyncGenerator<Uint8Array> {
  for await (const { byteOffset } of module.read(cutter.pieces(0, Infinity), { today: info.options.today })) {
    yield* cutter.pieces(0, byteOffset);
    return;
  }
}

// Lines that are no records may follow a batch's last record before the batch ends: so this one is read record by record.
async function endOfRecords({ info }: RejectsTask, module: SpecModule, { cutter, last }: { cutter: FileCutter; last: LastBatch }): Promise<number> {
  const before = last.from?.record ?? 0;
  const records = before + last.records;
  let end = last.from?.byteOffset ?? 0;
  const chunks = cutter.pieces(end, Infinity);
  for await (const batch of readBatchesAgain({ module, options: info.options, chunks, from: last.from, records, batchRecords: 1 })) {
    if (batch.records > 0) end = batch.next.byteOffset;
  }
  return end;
}

const PIECE_BYTES = 64 * 1024;

/** Small pieces joined, large ones as they are. */
async function* joinPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield new Uint8Array(Buffer.concat(held));
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(held));
}
