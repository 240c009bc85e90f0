/**
 * Consecutive messages of one run in one topic, in the form that the embedded broker stores. One object holds many
 * messages to save memory and database rows. It is plain data: one thread creates it, another may store it.
 */
export interface StoredBatch {
  /** Number of messages; at least 1. */
  messages: number;
  /** Record number (from 1, in the file) of the first message. */
  firstRecord: number;
  /**
   * Gaps in the record numbers as pairs: index of a message, and its record number minus `firstRecord`. Null if there
   * is no gap.
   */
  recordJumps: Uint32Array | null;
  /** The values, concatenated, and the end offset of each. */
  values: Uint8Array;
  valueEnds: Uint32Array;
  /** The keys, concatenated, and the end offset of each; null if no message has a key. */
  keys: Uint8Array | null;
  keyEnds: Uint32Array | null;
  /** JSON array of pairs: index of a message, and its header `issues`; null if no message has issues. */
  issues: string | null;
}

/** One message of a stored batch. */
export interface StoredMessage {
  record: number;
  value: Uint8Array;
  /** UTF-8; null if the message has no key. */
  key: Uint8Array | null;
  issues: string | null;
}

/** Returns the `recordJumps` of messages from these ascending record numbers; null if there is no gap. */
export function createRecordJumps(records: ArrayLike<number>): Uint32Array | null {
  const first = records[0] ?? 0;
  const jumps: number[] = [];
  for (let message = 1; message < records.length; message++) {
    const record = records[message] ?? 0;
    if (record !== (records[message - 1] ?? 0) + 1) jumps.push(message, record - first);
  }
  return jumps.length === 0 ? null : Uint32Array.from(jumps);
}

/** Yields the messages of a batch from index `from` up to but excluding `to`. Their bytes are views of the batch. */
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
