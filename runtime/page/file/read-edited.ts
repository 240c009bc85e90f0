import type { Batch, RecordIssues } from '../../../compiler/kernel/model/contract.ts';

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
  const before = await readBatch(check, stored, check.file);
  // The parts of a Blob are references, so nothing is copied.
  const parts = [check.file.slice(0, stored.byteOffset), bytes.slice(), check.file.slice(end)];
  const after = await readBatch(check, stored, new Blob(parts));
  const growth = bytes.length - stored.byteLength;
  if (before === null || after === null) return null;
  if (after.next.byteOffset !== before.next.byteOffset + growth) return null;
  const issues = after.recordIssues.find(({ record }) => record === stored.record) ?? null;
  const values = after.count === 0 ? undefined : splitMessage(new TextDecoder().decode(after.bytes));
  return { issues, values };
}

/** Returns the batch that consists of a record. Null if the file ends or fails before it. */
async function readBatch(
  { module, info, points }: FileCheck,
  { record }: StoredRecord,
  file: Blob,
): Promise<Batch | null> {
  const { today, skipInvalidRecords, maxRecordBytes, maxColumns } = info.options;
  const from = points.before(record);
  const transformer = module.createTransformer({
    today,
    skipInvalidRecords,
    maxRecordBytes,
    ...(maxColumns !== undefined && { maxColumns }),
    batchRecords: 1,
    keys: false,
    ...(from !== null && { from }),
  });
  const find = (batches: Iterable<Batch>) =>
    [...batches].find((batch) => batch.records > 0 && batch.firstRecord === record);
  for await (const chunk of createBlobSlices(file).readRange(from?.byteOffset ?? 0, Infinity)) {
    const found = find(transformer.push(chunk));
    if (found !== undefined) return found;
  }
  return find(transformer.end()) ?? null;
}
