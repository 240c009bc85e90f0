import { BATCH_OVERHEAD } from './record-batch.ts';
import type { RecordHeaders } from './record-headers.ts';

/** Most bytes of one record batch of several messages. */
const BATCH_BYTES = 900_000;
/** Lengths and marks of a message. */
const LENGTHS = 32;
const DIGITS = 16;

/** The most that a message takes in a record batch of its own beside its value, its key and its issues, in bytes. */
export function overheadOf(headers: RecordHeaders): number {
  return BATCH_OVERHEAD + headers.before(DIGITS, 1).bytes.length + DIGITS + LENGTHS;
}

/** Longest record batch of several messages for a topic whose batches may have `maxBatchBytes`. */
export function batchBytes(maxBatchBytes: number): number {
  return Math.min(BATCH_BYTES, maxBatchBytes);
}
