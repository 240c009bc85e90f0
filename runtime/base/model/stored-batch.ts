import type { HeldMessages } from './held-messages.ts';

/**
 * Consecutive messages of one run in one topic, as the embedded broker stores them. One object contains many messages,
 * which saves memory and database rows. It is plain data, because one thread may create it and another store it.
 */
export interface StoredBatch {
  /** The values, if another thread holds them; then `values` is empty. A journal never sends it to another thread. */
  held?: HeldMessages;
  /** Number of messages; at least 1. */
  messages: number;
  /** Record number of the first message. Record numbers count from 1 at the start of the file. */
  firstRecord: number;
  /**
   * The gaps in the record numbers. Each gap has two numbers: the index of the first message after the gap (from 0),
   * and the record number of that message minus `firstRecord`. Null if there is no gap.
   */
  recordJumps: Uint32Array | null;
  /** The values of the messages, concatenated. `valueEnds[i]` is the offset at which value i ends. */
  values: Uint8Array;
  valueEnds: Uint32Array;
  /**
   * The keys of the messages in UTF-8, concatenated. `keyEnds[i]` is the offset at which key i ends. Both are null if
   * no message has a key.
   */
  keys: Uint8Array | null;
  keyEnds: Uint32Array | null;
  /**
   * The `issues` headers as a JSON array of pairs: the index of a message (from 0), and its header. Messages whose
   * records have no issues are omitted. Null if no record has issues.
   */
  issues: string | null;
  /**
   * The record types of the messages as a JSON array of pairs: the index of the first message of a type (from 0), and
   * the name of the type, which the following messages have as well. Null if the spec has one type of records.
   */
  recordTypes: string | null;
}

/** A batch whose contents are in a message file. The database has only their place. */
export interface FiledBatch extends Pick<StoredBatch, 'messages' | 'firstRecord'> {
  place: FilePlace;
}

/**
 * Where the contents of a batch are: in which message file, and at which byte offset. The values are first, and the
 * details of the batch (`store/batch-details.ts`) follow them.
 */
export interface FilePlace {
  file: string;
  position: number;
  valueBytes: number;
  detailBytes: number;
  /** The checksum of the values and the details. */
  checksum: number;
}

/** Returns whether the contents of a batch are in a message file. */
export function isFiled(batch: StoredBatch | FiledBatch): batch is FiledBatch {
  return 'place' in batch;
}

/** One message of a stored batch. */
export interface StoredMessage {
  /** Number of the record in the file, from 1. */
  record: number;
  value: Uint8Array;
  /** The key in UTF-8; null if the message has no key. */
  key: Uint8Array | null;
  /** The header `issues`, a JSON array; null if the record has no issues. */
  issues: string | null;
  /** Name of the record's type; null if the spec has one type of records. */
  recordType: string | null;
}

/**
 * Returns the `recordJumps` of a StoredBatch whose messages have these ascending record numbers. Returns null if there
 * is no gap.
 */
export function createRecordJumps(records: ArrayLike<number>): Uint32Array | null {
  const first = records[0] ?? 0;
  const jumps: number[] = [];
  for (let message = 1; message < records.length; message++) {
    const record = records[message] ?? 0;
    if (record !== (records[message - 1] ?? 0) + 1) jumps.push(message, record - first);
  }
  return jumps.length === 0 ? null : Uint32Array.from(jumps);
}

/** Returns the `recordTypes` of a StoredBatch whose messages have these types. `names` has the name of each type. */
export function createTypeChanges(types: ArrayLike<number>, names: readonly (string | null)[]): string {
  const changes: [message: number, name: string | null][] = [];
  for (let message = 0; message < types.length; message++) {
    if (message === 0 || types[message] !== types[message - 1])
      changes.push([message, names[types[message] ?? 0] ?? null]);
  }
  return JSON.stringify(changes);
}

/**
 * Yields the messages of a batch from index `from` (inclusive) to `to` (exclusive). Values and keys are views of the
 * batch's buffers, not copies.
 */
export function* readStored(batch: StoredBatch, from: number, to: number): Generator<StoredMessage> {
  const { firstRecord, recordJumps, values, valueEnds, keys, keyEnds } = batch;
  const issues = new Map<number, string>(batch.issues === null ? [] : (JSON.parse(batch.issues) as [number, string][]));
  // The cast is safe: `createTypeChanges` returned the text.
  const types = new Map(batch.recordTypes === null ? [] : (JSON.parse(batch.recordTypes) as [number, string][]));
  let recordType: string | null = null;
  let jump = 0;
  let distance = 0;
  for (let message = 0; message < to; message++) {
    if (recordJumps !== null && recordJumps[jump] === message) {
      distance = recordJumps[jump + 1] ?? 0;
      jump += 2;
    }
    recordType = types.get(message) ?? recordType;
    if (message >= from) {
      yield {
        record: firstRecord + distance,
        value: slice(values, valueEnds, message),
        key: keys === null || keyEnds === null ? null : nullWhereEmpty(slice(keys, keyEnds, message)),
        issues: issues.get(message) ?? null,
        recordType,
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
