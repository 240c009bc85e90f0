/**
 * Consecutive messages of one run in one topic, as the embedded broker keeps them: no row and no object
 * for a message. Plain data, so that it can be made in one thread and written in another.
 */
export interface StoredBatch {
  /** How many messages; at least 1. */
  messages: number;
  /** Number of the record, in its file and from 1, that the first message was made from. */
  firstRecord: number;
  /** Pairs: a message's place in the batch, and how far its record is from `firstRecord`, where it does not follow the one before. */
  recordJumps: Uint32Array | null;
  /** Values end to end, and where each ends. */
  values: Uint8Array;
  valueEnds: Uint32Array;
  /** Keys end to end, and where each ends; null where no message has one. */
  keys: Uint8Array | null;
  keyEnds: Uint32Array | null;
  /** JSON array of pairs: a message's place in the batch, and its header `issues`; null where none carries issues. */
  issues: string | null;
}

/** One message of a stored batch. */
export interface StoredMessage {
  record: number;
  value: Uint8Array;
  /** UTF-8; null where it has none. */
  key: Uint8Array | null;
  issues: string | null;
}

/** The jumps of messages that were made from these records, ascending; null where each follows the one before. */
export function createRecordJumps(records: ArrayLike<number>): Uint32Array | null {
  const first = records[0] ?? 0;
  const jumps: number[] = [];
  for (let message = 1; message < records.length; message++) {
    const record = records[message] ?? 0;
    if (record !== (records[message - 1] ?? 0) + 1) jumps.push(message, record - first);
  }
  return jumps.length === 0 ? null : Uint32Array.from(jumps);
}

/** The messages of a batch from place `from` to before place `to`. Their bytes are the batch's. */
export function* readStored(batch: StoredBatch, from: number, to: number): Generator<StoredMessage> {
  const { firstRecord, recordJumps, values, valueEnds, keys, keyEnds } = batch;
  const issues = new Map<number, string>(batch.issues === null ? [] : (JSON.parse(batch.issues) as [number, string][]));
  let jump = 0;
  let distance = 0;
  for (let message = 0; message < to; message++) {
    if (recordJumps !== null && recordJumps[jump] === message) {
      distance = recordJumps[jump + 1] ?? 0;
      jump += 2;
    }
    if (message >= from) {
      yield {
        record: firstRecord + distance,
        value: slice(values, valueEnds, message),
        key: keys === null || keyEnds === null ? null : nullWhereEmpty(slice(keys, keyEnds, message)),
        issues: issues.get(message) ?? null,
      };
    }
    distance++;
  }
}

function slice(bytes: Uint8Array, ends: Uint32Array, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

function nullWhereEmpty(key: Uint8Array): Uint8Array | null {
  return key.length === 0 ? null : key;
}
