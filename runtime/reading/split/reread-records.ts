import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';

/**
 * Reads the first `records` records after `from` again (null: from the start of the file) and yields them in one or
 * more batches. Throws an Error if the file no longer contains exactly these records there.
 */
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
