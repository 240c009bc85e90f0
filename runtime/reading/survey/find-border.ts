import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { findPositionAfter } from '../run/read-records-to.ts';
import { RangeReader, ReadBuffer, type SplitFile } from '../split/range-reader.ts';

/** Number of bytes to read at a time near a border: others read them, too. */
export const NEAR_BYTES = 16 * 1024;
const MAX_READ_BYTES = 256 * 1024;

/**
 * Returns the position after the first record, or document, that ends at or after the offset `border`. `from` is a position
 * not far before. The result does not depend on where chunks of bytes end. Returns null if there is no such record.
 */
export async function findBorder(
  file: SplitFile,
  from: Position,
  { border, signal }: { border: number; signal: AbortSignal },
): Promise<Position | null> {
  const single = { ...file, options: { ...file.options, batchRecords: 1 } };
  let before = from;
  const reader = new RangeReader(single, from, { signal, readBuffer: new ReadBuffer(NEAR_BYTES) });
  for await (const { next, failure } of readPast(reader, border)) {
    if (failure !== null) return null;
    if (next.byteOffset >= border && next.record > from.record)
      return findPositionAfter(file, before, next.record, NEAR_BYTES);
    before = next;
  }
  return null;
}

/** Reads until a record ends at or after the offset `border`, or until the end of the file. */
async function* readPast(reader: RangeReader, border: number): AsyncGenerator<Batch> {
  yield* reader.readBytes(border);
  for (let bytes = NEAR_BYTES; !reader.isOver && reader.position.byteOffset < border; ) {
    yield* reader.readBytes(reader.bytesEnd + bytes);
    bytes = Math.min(MAX_READ_BYTES, 2 * bytes);
  }
}
