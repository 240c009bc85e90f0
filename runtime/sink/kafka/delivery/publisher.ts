import type { Batch, RecordProblem } from '../../../../compiler/kernel/model/contract.ts';
import { issuesHeader } from '../../../model/message-headers.ts';
import { publishedIssues, recordNumbers } from '../../../model/record-numbers.ts';
import { PartitionSender, type SharedSenderState } from './partition-sender.ts';
import { PendingBatch } from './pending-batch.ts';
import type { ReadSlice } from '../../../source/disk/slice-reader.ts';
import { partitionOfKey, partitionOfRecord } from '../protocol/partitioner.ts';
import { type RecordParts, viewOf } from '../protocol/record-batch.ts';
import { encodeHeader, type ExtraHeaders } from '../protocol/record-headers.ts';
import { batchBytes } from '../protocol/message-size.ts';
import type { TopicInfo } from '../client/topics.ts';

export interface PublisherOptions extends Omit<SharedSenderState, 'onFailure' | 'spare' | 'sending'> {
  topic: TopicInfo;
  deadLetters: { topic: TopicInfo; readSlice: ReadSlice; maxBytes: number } | null;
  /** Records that follow each other in one partition, where they have no key. */
  batchRecords: number;
  /** The most that a message takes beside its value, its key and its issues, in bytes. */
  overhead: number;
  /** Called before messages go to partitions: a transaction has to know them. */
  include(senders: readonly PartitionSender[]): Promise<void>;
}

const NONE = new Uint8Array(0);
const NO_KEYS = viewOf(NONE);
/** More than the header `truncated` takes. */
const TRUNCATED_BYTES = 40;

/** Sends batches into the partitions of a topic, and what is not published to that of the dead letters. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #share: SharedSenderState;
  readonly #senders = new Map<string, PartitionSender[]>();
  readonly #pending = new Set<PendingBatch>();
  /** Where the last record without a key went: what is there waits for those that follow it, as each request has its price. */
  #open: PartitionSender | null = null;
  #broken: { reason: unknown } | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#share = { ...options, spare: [], sending: 0, onFailure: (error) => this.#fail(error) };
  }

  /**
   * Sends the messages of a batch whose records come after `after`; resolves when they are on their way, or held back
   * for a moment. Throws what a lane met.
   */
  async send(batch: Batch, after: number): Promise<PendingBatch> {
    this.throwIfBroken();
    const pending: PendingBatch = new PendingBatch({
      flush: (isUrgent) => this.#flush(pending, isUrgent),
      onAcknowledged: () => this.#pending.delete(pending),
    });
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

  #flush(pending: PendingBatch, isUrgent: boolean): void {
    if ((isUrgent || this.#share.sending === 0) && this.#open?.holds(pending)) this.#open.release();
  }

  throwIfBroken(): void {
    if (this.#broken !== null) throw this.#broken.reason;
  }

  #addMessages(batch: Batch, after: number, pendingFor: (sender: PartitionSender) => PendingBatch): void {
    if (batch.count === 0 || batch.next.record <= after) return;
    const { topic, batchRecords, overhead } = this.#options;
    const { bytes, ends, keys, keyEnds, count } = batch;
    const records = recordNumbers(batch);
    const problems = publishedIssues(batch);
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
    };
    for (let message = 0; message < count; message++) {
      parts.valueFrom = parts.valueTo;
      parts.keyFrom = parts.keyTo;
      parts.valueTo = ends[message] ?? 0;
      parts.keyTo = keyEnds[message] ?? 0;
      parts.record = records[message] ?? 0;
      if (parts.record <= after) continue;
      const content = parts.valueTo - parts.valueFrom + parts.keyTo - parts.keyFrom;
      parts.extra = problems.size === 0 ? null : issuesOf(problems.get(message), maxContentBytes - content);
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
    { problems }: Batch,
    after: number,
    pendingFor: (sender: PartitionSender) => PendingBatch,
  ): Promise<void> {
    const { deadLetters, batchRecords, overhead } = this.#options;
    if (deadLetters === null) return;
    const { topic, readSlice, maxBytes } = deadLetters;
    const maxContentBytes = topic.maxBatchBytes - overhead;
    for (const problem of problems) {
      if (problem.outcome === 'processed' || problem.record <= after) continue;
      const issues = issuesOf(problem, maxContentBytes);
      const length = Math.max(
        0,
        Math.min(problem.byteLength, maxBytes, maxContentBytes - TRUNCATED_BYTES - (issues?.bytes.length ?? 0)),
      );
      const values = await readSlice(problem.byteOffset, length);
      const extra = length < problem.byteLength ? withTruncated(issues, problem.byteLength) : issues;
      const sender = this.#senderOf(topic, partitionOfRecord(problem.record, batchRecords, topic.partitions));
      const parts = {
        values: viewOf(values),
        valueFrom: 0,
        valueTo: values.length,
        keys: NO_KEYS,
        keyFrom: 0,
        keyTo: 0,
        record: problem.record,
        extra,
      };
      sender.add(parts, values.length + (extra?.bytes.length ?? 0) + overhead, pendingFor(sender));
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

/** What is longer than a message may be is cut; this says how long it was. */
function withTruncated(issues: ExtraHeaders | null, byteLength: number): ExtraHeaders {
  const truncated = encodeHeader('truncated', Buffer.from(String(byteLength)));
  return { bytes: Buffer.concat([issues?.bytes ?? NONE, truncated]), count: (issues?.count ?? 0) + 1 };
}

/** The header `issues`; left out where there is no room for it. */
function issuesOf(problem: RecordProblem | undefined, room: number): ExtraHeaders | null {
  if (problem === undefined) return null;
  const bytes = encodeHeader('issues', Buffer.from(issuesHeader(problem)));
  return bytes.length > room ? null : { bytes, count: 1 };
}
