import type { RecordPatch } from '../../../compiler/browser.ts';
import type { Batch, Outcome, Position, RecordIssues } from '../../../compiler/kernel/model/contract.ts';
import { recordNumbers } from '../../base/model/record-numbers.ts';
import { createBlobSlices } from './blob-slices.ts';
import type { FileCheck } from './file-check.ts';
import { applyPatches } from './record-edits.ts';
import { type MessageValues, splitMessage } from './split-message.ts';

/** What a record becomes. */
export interface ReadRecord {
  outcome: Outcome;
  /** Null: the record has no issues. */
  issues: RecordIssues | null;
  /** The values of its message. Undefined if it has none. */
  values: MessageValues | undefined;
}

/** What the records of a batch become with patches. */
export interface ReadBatch {
  /** Whether the batch has a record. All records of a document are in one batch. */
  has(record: number): boolean;
  /** Returns what a record becomes. */
  find(record: number): ReadRecord;
}

/**
 * Reads a record with patches of the file, and the records of its document, as if the file had other bytes. Returns null
 * if the patched bytes are no longer the same number of records of the same types: because a line would be blank or a
 * comment, or because a quote is not closed. Patches of other places do not matter.
 */
export async function readEdited(
  check: FileCheck,
  record: number,
  patches: readonly RecordPatch[],
): Promise<ReadBatch | null> {
  const before = await findBatch(check, record);
  if (before === null) return null;
  const { from } = before;
  const end = before.batch.next.byteOffset;
  // Those before it would move the place where reading begins.
  const own = patches.filter(({ start }) => start >= (from?.byteOffset ?? 0) && start < end);
  const file = applyPatches(check.file, own);
  const after = await readBatch(check, { file, from, record });
  const growth = own.reduce((sum, patch) => sum + patch.bytes.length - (patch.end - patch.start), 0);
  if (after === null || after.next.byteOffset !== end + growth || !hasSameRecords(before.batch, after)) return null;
  return describeBatch(check, after);
}

/** Returns whether two batches have the same number of records of each type. */
function hasSameRecords(before: Batch, after: Batch): boolean {
  const totals = ({ typed }: Batch) => typed?.types.map(({ total }) => total).join() ?? '';
  return before.records === after.records && totals(before) === totals(after);
}

function describeBatch(check: FileCheck, batch: Batch): ReadBatch {
  const numbers = recordNumbers(batch);
  return {
    has: (record) => record >= batch.firstRecord && record < batch.firstRecord + batch.records,
    find(record) {
      const issues = batch.recordIssues.find((one) => one.record === record) ?? null;
      const message = numbers.indexOf(record);
      const bytes = batch.bytes.subarray(message <= 0 ? 0 : batch.ends[message - 1], batch.ends[message]);
      const values = message < 0 ? undefined : splitMessage(check.module.spec, bytes);
      return { outcome: issues?.outcome ?? 'processed', issues, values };
    },
  };
}

/** Where reading starts, and the size of a batch. */
interface BatchRequest {
  file: Blob;
  from: Position | null;
  batchRecords: number;
  messages: boolean;
}

/** Returns the batch of a record and the position before it: that of its document, or of the record alone. */
async function findBatch(check: FileCheck, record: number): Promise<{ from: Position | null; batch: Batch } | null> {
  let from = await findPosition(check, record);
  const request = { file: check.file, from, batchRecords: 1, messages: false };
  for await (const batch of readBatches(check, request)) {
    if (hasRecord(batch, record)) return { from, batch };
    from = batch.next;
  }
  return null;
}

/** Returns a position before a record. No messages are made for the records between the last known position and it. */
async function findPosition(check: FileCheck, record: number): Promise<Position | null> {
  let from = check.points.before(record);
  for (;;) {
    const batchRecords = record - 1 - (from?.record ?? 0);
    if (batchRecords === 0) return from;
    const request = { file: check.file, from, batchRecords, messages: false };
    const { value: batch } = await readBatches(check, request).next();
    // A batch ends with a document, so it may have more records.
    if (batch === undefined || batch.next.byteOffset === from?.byteOffset || batch.next.record >= record) return from;
    from = batch.next;
  }
}

/** Returns the batch with a record. Null if the file ends or fails before it. */
async function readBatch(
  check: FileCheck,
  { file, from, record }: Pick<BatchRequest, 'file' | 'from'> & { record: number },
): Promise<Batch | null> {
  for await (const batch of readBatches(check, { file, from, batchRecords: 1, messages: true }))
    if (hasRecord(batch, record)) return batch;
  return null;
}

function hasRecord({ firstRecord, records }: Batch, record: number): boolean {
  return record >= firstRecord && record < firstRecord + records;
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
