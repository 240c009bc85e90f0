import { BATCH_OVERHEAD } from './record-batch.ts';
import type { RecordHeaders } from './record-headers.ts';

/** Size limit of a record batch with more than one message, in bytes. */
const BATCH_BYTES = 900_000;
/** Maximum number of bytes for the length fields and attributes of a message. */
const MAX_LENGTH_BYTES = 32;
const MAX_DIGITS = 16;

/**
 * Returns the maximum number of bytes that a record batch with one message has in addition to the message's value, key
 * and header `issues`.
 */
export function overheadOf(headers: RecordHeaders): number {
  return BATCH_OVERHEAD + headers.before(MAX_DIGITS, 1).bytes.length + MAX_DIGITS + MAX_LENGTH_BYTES;
}

/**
 * Returns the size limit of a record batch with more than one message, in bytes. `maxBatchBytes` is the limit of the
 * topic, in bytes.
 */
export function batchBytes(maxBatchBytes: number): number {
  return Math.min(BATCH_BYTES, maxBatchBytes);
}
