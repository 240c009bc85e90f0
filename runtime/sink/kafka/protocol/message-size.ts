import { BATCH_OVERHEAD } from './record-batch.ts';
import type { RecordHeaders } from './record-headers.ts';

/** Size limit of a record batch with more than one message, in bytes. */
const BATCH_BYTES = 900_000;
/** Upper limit of the length fields and attributes of a message, in bytes. */
const MAX_LENGTH_BYTES = 32;
const MAX_DIGITS = 16;

/**
 * Returns the upper limit of the bytes that a message alone in a record batch takes in addition to value, key and
 * issues.
 */
export function overheadOf(headers: RecordHeaders): number {
  return BATCH_OVERHEAD + headers.before(MAX_DIGITS, 1).bytes.length + MAX_DIGITS + MAX_LENGTH_BYTES;
}

/** Returns the size limit of a record batch with more than one message. `maxBatchBytes` is the limit of the topic. */
export function batchBytes(maxBatchBytes: number): number {
  return Math.min(BATCH_BYTES, maxBatchBytes);
}
