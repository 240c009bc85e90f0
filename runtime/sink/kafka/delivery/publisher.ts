import type { Batch, RecordIssues } from '../../../../compiler/kernel/model/contract.ts';
import { issuesHeader } from '../../../base/model/message-headers.ts';
import { publishedIssues, recordNumbers } from '../../../base/model/record-numbers.ts';
import { PartitionSender, type SharedSenderState } from './partition-sender.ts';
import { PendingBatch } from './pending-batch.ts';
import type { ReadSlice } from '../../contract.ts';
import { partitionOfKey, partitionOfRecord } from '../protocol/partitioner.ts';
import { type RecordParts, viewOf } from '../protocol/record-batch.ts';
import { encodeHeader, type ExtraHeaders, type RecordHeaders } from '../protocol/record-headers.ts';
import { batchBytes } from '../protocol/message-size.ts';
import type { TopicInfo } from '../client/topics.ts';

/** The options of a Publisher. */
export interface PublisherOptions extends Omit<SharedSenderState, 'onFailure' | 'spare' | 'sending'> {
  topic: TopicInfo;
  deadLetters: { topic: TopicInfo; readSlice: ReadSlice; maxBytes: number; headers: RecordHeaders } | null;
  /** The headers of the messages of each record type. Empty if the spec has one type of records. */
  typeHeaders: readonly RecordHeaders[];
  /** Number of consecutive records without a key that are sent to the same partition. */
  batchRecords: number;
  /** Maximum number of bytes that a message takes in addition to its value, its key and its header `issues`. */
  overhead: number;
  /**
   * Called with the senders that have new messages, before the messages are sent. A transaction must add their
   * partitions first.
   */
  include(senders: readonly PartitionSender[]): Promise<void>;
}

const NONE = new Uint8Array(0);
/** Maximum size of the header `truncated`, in bytes. */
const TRUNCATED_BYTES = 40;

/**
 * Sends the messages of batches to the partitions of a topic. If there is a dead letter topic, also sends the records
 * that are not processed to the dead letter topic.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #share: SharedSenderState;
  readonly #senders = new Map<string, PartitionSender[]>();
  readonly #pending = new Set<PendingBatch>();
  /**
   * The sender of the last message without a key. Its record batch is not sent before it is full or flushed, because a
   * request is costly.
   */
  #open: PartitionSender | null = null;
  #broken: { reason: unknown } | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#share = { ...options, spare: [], sending: 0, onFailure: (error) => this.#fail(error) };
  }

  /**
   * Sends the messages of a batch, and its dead letters, for the records whose numbers are greater than `after`.
   * Resolves when each message is in flight, or waits in a record batch for later messages or for the window. Throws the error of a
   * partition sender, and the errors of `include` and of reading dead letters.
   */
  async send(batch: Batch, after: number): Promise<PendingBatch> {
    this.throwIfBroken();
    const hooks = {
      flush: (isUrgent: boolean) => this.#flush(pending, isUrgent),
      onAcknowledged: () => this.#pending.delete(pending),
    };
    const pending: PendingBatch = new PendingBatch(hooks, this.#options.window?.add(batch) ?? null);
    this.#pending.add(pending);
    const touched = new Set<PartitionSender>();
    const before = this.#open;
    this.#addMessages(batch, after, (sender) => (touched.add(sender), pending));
    await this.#addDeadLetters(batch, after, (sender) => (touched.add(sender), pending));
    await this.#options.include([...touched]);
    this.throwIfBroken();
    for (const sender of touched) {
      if (sender === this.#open) sender.pump();
      else sender.release();
    }
    if (before !== this.#open) before?.release();
    pending.acknowledgePart();
    return pending;
  }

  /** Sends the messages that the window permits since it was moved. */
  pump(): void {
    for (const senders of this.#senders.values()) for (const sender of senders) sender?.pump();
  }

  #flush(pending: PendingBatch, isUrgent: boolean): void {
    if ((isUrgent || this.#share.sending === 0) && this.#open?.holds(pending)) this.#open.release();
  }

  /** Throws the error of a partition sender that could not send its messages. Does nothing if there was none. */
  throwIfBroken(): void {
    if (this.#broken !== null) throw this.#broken.reason;
  }

  #addMessages(batch: Batch, after: number, pendingFor: (sender: PartitionSender) => PendingBatch): void {
    if (batch.count === 0 || batch.next.record <= after) return;
    const { topic, batchRecords, overhead, typeHeaders } = this.#options;
    const { bytes, ends, keys, keyEnds, count, typed } = batch;
    const records = recordNumbers(batch);
    const recordIssues = publishedIssues(batch);
    const maxContentBytes = topic.maxBatchBytes - overhead;
    const parts: RecordParts = {
      values: viewOf(bytes),
      valueFrom: 0,
      valueTo: 0,
      keys: viewOf(keys),
      keyFrom: 0,
      keyTo: 0,
      record: 0,
      extra: null,
      headers: null,
    };
    for (let message = 0; message < count; message++) {
      parts.valueFrom = parts.valueTo;
      parts.keyFrom = parts.keyTo;
      parts.valueTo = ends[message] ?? 0;
      parts.keyTo = keyEnds[message] ?? 0;
      parts.record = records[message] ?? 0;
      if (parts.record <= after) continue;
      if (typed !== undefined) parts.headers = typeHeaders[typed.messageTypes[message] ?? 0] ?? null;
      const content = parts.valueTo - parts.valueFrom + parts.keyTo - parts.keyFrom;
      parts.extra = recordIssues.size === 0 ? null : issuesOf(recordIssues.get(message), maxContentBytes - content);
      const partition =
        parts.keyTo > parts.keyFrom
          ? partitionOfKey(keys, { from: parts.keyFrom, to: parts.keyTo }, topic.partitions)
          : partitionOfRecord(parts.record, batchRecords, topic.partitions);
      const sender = this.#senderOf(topic, partition);
      if (parts.keyTo === parts.keyFrom) this.#open = sender;
      sender.add(parts, content + (parts.extra?.bytes.length ?? 0) + overhead, pendingFor(sender));
    }
  }

  async #addDeadLetters(
    { recordIssues }: Batch,
    after: number,
    pendingFor: (sender: PartitionSender) => PendingBatch,
  ): Promise<void> {
    const { deadLetters, batchRecords, overhead } = this.#options;
    if (deadLetters === null) return;
    const { topic, readSlice, maxBytes, headers } = deadLetters;
    const maxContentBytes = topic.maxBatchBytes - overhead;
    for (const recordIssue of recordIssues) {
      if (recordIssue.outcome === 'processed' || recordIssue.record <= after) continue;
      const key = keyOf(recordIssue, maxContentBytes);
      const issues = issuesOf(recordIssue, maxContentBytes - key.length);
      const length = Math.max(
        0,
        Math.min(
          recordIssue.byteLength,
          maxBytes,
          maxContentBytes - TRUNCATED_BYTES - key.length - (issues?.bytes.length ?? 0),
        ),
      );
      const values = await readSlice(recordIssue.byteOffset, length);
      const extra = length < recordIssue.byteLength ? withTruncated(issues, recordIssue.byteLength) : issues;
      const partition =
        key.length > 0
          ? partitionOfKey(key, { from: 0, to: key.length }, topic.partitions)
          : partitionOfRecord(recordIssue.record, batchRecords, topic.partitions);
      const sender = this.#senderOf(topic, partition);
      const parts = {
        values: viewOf(values),
        valueFrom: 0,
        valueTo: values.length,
        keys: viewOf(key),
        keyFrom: 0,
        keyTo: key.length,
        record: recordIssue.record,
        extra,
        headers,
      };
      sender.add(parts, values.length + key.length + (extra?.bytes.length ?? 0) + overhead, pendingFor(sender));
    }
  }

  #senderOf({ name, maxBatchBytes }: TopicInfo, partition: number): PartitionSender {
    let senders = this.#senders.get(name);
    if (senders === undefined) this.#senders.set(name, (senders = []));
    return (senders[partition] ??= new PartitionSender(this.#share, {
      topic: name,
      partition,
      maxBytes: batchBytes(maxBatchBytes),
    }));
  }

  #fail(reason: unknown): void {
    this.#broken ??= { reason };
    for (const pending of this.#pending) pending.fail(reason);
    this.#pending.clear();
  }
}

/**
 * Adds the header `truncated` to the headers of a dead letter that was cut to the size limit. Its value is the original
 * length in bytes.
 */
function withTruncated(issues: ExtraHeaders | null, byteLength: number): ExtraHeaders {
  const truncated = encodeHeader('truncated', Buffer.from(String(byteLength)));
  return { bytes: Buffer.concat([issues?.bytes ?? NONE, truncated]), count: (issues?.count ?? 0) + 1 };
}

/**
 * Returns the key of a dead letter. It is empty if the record has no key, or if the key takes more than half of `room`
 * bytes.
 */
function keyOf({ key = '' }: RecordIssues, room: number): Uint8Array {
  const bytes = Buffer.from(key);
  return bytes.length > room / 2 ? NONE : bytes;
}

/**
 * Returns the header `issues` of a record; null if the record has no issues, or if the header is longer than `room`
 * bytes.
 */
function issuesOf(recordIssue: RecordIssues | undefined, room: number): ExtraHeaders | null {
  if (recordIssue === undefined) return null;
  const bytes = encodeHeader('issues', Buffer.from(issuesHeader(recordIssue)));
  return bytes.length > room ? null : { bytes, count: 1 };
}
