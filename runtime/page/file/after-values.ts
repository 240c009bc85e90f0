import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { recordNumbers } from '../../base/model/record-numbers.ts';
import type { FileCheck } from './file-check.ts';
import { type MessageValues, splitMessage } from './split-message.ts';

/**
 * Reads records of a checked file again and returns what they become: the values of their messages, by the number of the
 * record. A failed record has no message. `records` are numbers in ascending order.
 */
export async function readAfterValues(
  check: FileCheck,
  records: readonly number[],
): Promise<Map<number, MessageValues>> {
  const values = new Map<number, MessageValues>();
  const wanted = new Set(records);
  let read = 0;
  for (const record of records) {
    if (record <= read) continue;
    const from = check.points.before(record);
    for await (const batch of readBatches(check, from)) {
      addMessages(batch, wanted, values);
      read = batch.next.record;
      const next = records.find((each) => each > read);
      // The next wanted record may be far away. Then reading continues from a later position.
      if (next === undefined || (check.points.before(next)?.record ?? 0) > read) break;
    }
    // A file that ends early must not be read for each of the other records.
    read = Math.max(read, record);
  }
  return values;
}

async function* readBatches({ module, info, slices }: FileCheck, from: ReturnType<FileCheck['points']['before']>) {
  const { today, maxRecordBytes, maxColumns } = info.options;
  const transformer = module.createTransformer({
    today,
    maxRecordBytes,
    ...(maxColumns !== undefined && { maxColumns }),
    batchRecords: 100,
    keys: false,
    ...(from !== null && { from }),
  });
  for await (const chunk of slices.readRange(from?.byteOffset ?? 0, Infinity)) yield* transformer.push(chunk);
  yield* transformer.end();
}

function addMessages(batch: Batch, wanted: ReadonlySet<number>, values: Map<number, MessageValues>): void {
  for (const [message, record] of recordNumbers(batch).entries()) {
    const from = message === 0 ? 0 : batch.ends[message - 1];
    const bytes = batch.bytes.subarray(from, batch.ends[message]);
    if (wanted.has(record)) values.set(record, splitMessage(new TextDecoder().decode(bytes)));
  }
}
