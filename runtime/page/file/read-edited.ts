import type { Batch, Position, RecordIssues } from '../../../compiler/kernel/model/contract.ts';

import { createBlobSlices } from './blob-slices.ts';
import type { FileCheck } from './file-check.ts';
import type { StoredRecord } from './issue-store.ts';
import { type MessageValues, splitMessage } from './split-message.ts';

/** What a record becomes. */
export interface ReadRecord {
  issues: RecordIssues | null;
  values: MessageValues | undefined;
}

/**
 * Reads a record with other bytes, as if they were in the file. Returns what it becomes, or null if the bytes are no
 * longer exactly one record: because the line would be blank or a comment, or because a quote is not closed.
 */
export async function readEdited(
  check: FileCheck,
  stored: StoredRecord,
  bytes: Uint8Array,
): Promise<ReadRecord | null> {
  const end = stored.byteOffset + stored.byteLength;
  const from = await findPosition(check, stored.record);
  const before = await readRecord(check, { from, file: check.file, record: stored.record });
  // The parts of a Blob are references, so nothing is copied.
  const parts = [check.file.slice(0, stored.byteOffset), bytes.slice(), check.file.slice(end)];
  const after = await readRecord(check, { from, file: new Blob(parts), record: stored.record });
  const growth = bytes.length - stored.byteLength;
  if (before === null || after === null) return null;
  if (after.next.byteOffset !== before.next.byteOffset + growth) return null;
  const issues = after.recordIssues.find(({ record }) => record === stored.record) ?? null;
  const values = after.count === 0 ? undefined : splitMessage(check.module.spec, after.bytes);
  return { issues, values };
}

/** Where reading starts, and the size of a batch. */
interface BatchRequest {
  file: Blob;
  from: Position | null;
  batchRecords: number;
  messages: boolean;
}

/** Returns the position before a record. No messages are made for the records between the last known position and it. */
async function findPosition(check: FileCheck, record: number): Promise<Position | null> {
  let from = check.points.before(record);
  for (;;) {
    const batchRecords = record - 1 - (from?.record ?? 0);
    if (batchRecords === 0) return from;
    const request = { file: check.file, from, batchRecords, messages: false };
    const { value: batch } = await readBatches(check, request).next();
    if (batch === undefined || batch.next.byteOffset === from?.byteOffset) return from;
    from = batch.next;
  }
}

/** Returns the batch that consists of a record. Null if the file ends or fails before it. */
async function readRecord(
  check: FileCheck,
  { file, from, record }: Pick<BatchRequest, 'file' | 'from'> & { record: number },
): Promise<Batch | null> {
  for await (const batch of readBatches(check, { file, from, batchRecords: 1, messages: true }))
    if (batch.records > 0 && batch.firstRecord === record) return batch;
  return null;
}

async function* readBatches({ module, info }: FileCheck, request: BatchRequest): AsyncGenerator<Batch, undefined> {
  const { today, skipInvalidRecords, maxRecordBytes, maxColumns } = info.options;
  const { file, from, batchRecords, messages } = request;
  const transformer = module.createTransformer({
    today,
    skipInvalidRecords,
    maxRecordBytes,
    ...(maxColumns !== undefined && { maxColumns }),
    batchRecords,
    messages,
    keys: false,
    fileName: info.fileName,
    ...(from !== null && { from }),
  });
  for await (const chunk of createBlobSlices(file).readRange(from?.byteOffset ?? 0, Infinity))
    yield* transformer.push(chunk);
  yield* transformer.end();
}
