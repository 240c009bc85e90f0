import { rootCause, toRunError } from '../client/classify-error.ts';
import type { Codec } from '../protocol/codec.ts';
import type { Connection } from '../client/connection.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { SendWindow, Span } from './send-window.ts';
import { createProduceRequest, sendProduce } from '../client/produce.ts';
import type { RecordBatch, RecordParts } from '../protocol/record-batch.ts';

/**
 * The identity under which the broker accepts the messages of a run. Transactions change it between two of them, when no
 * message is in flight.
 */
export interface Producer {
  producerId: bigint;
  producerEpoch: number;
  /** Null if messages are sent outside of a transaction. */
  transactionalId: string | null;
}

/** The state that all partition senders of a run share. */
export interface SharedSenderState {
  connection: Connection;
  producer: Producer;
  /** Compresses record batches; null for no compression. */
  codec: Codec | null;
  /** Which messages may be sent now; null if all of them may. */
  window: SendWindow | null;
  /** Number of bytes that a record batch leaves free before it, for the header of its request. */
  room: number;
  /** Number of senders that have a request in flight. */
  sending: number;
  /** Empty record batches whose memory can be used again. */
  spare: RecordBatch[];
  createBatch(): RecordBatch;
  /** Called if a record batch cannot be sent. The sender sends nothing more. */
  onFailure(error: unknown): void;
}

interface QueuedBatch {
  batch: RecordBatch;
  /** The batches of the run that have messages in this record batch. */
  pendingBatches: PendingBatch[];
  /** The record of the last message. */
  lastRecord: number;
}

const SEQUENCES = 2 ** 31;

/**
 * Sends messages to one partition. It sends one record batch at a time, each after the previous one was acknowledged,
 * so the messages remain in order.
 */
export class PartitionSender {
  readonly topic: string;
  readonly partition: number;
  readonly #share: SharedSenderState;
  readonly #maxBytes: number;
  /** Record batches that are not sent yet, in order. Messages are added to the last one. */
  readonly #waiting: QueuedBatch[] = [];
  /** Number of record batches in `#waiting` that may be sent now. */
  #released = 0;
  #isSending = false;
  #sequence = 0;
  /** The producer that `#sequence` counts for. Each one counts from 0. */
  #sequenceOf = '';

  /** `maxBytes` is the size limit of a record batch with more than one message, in bytes. */
  constructor(
    share: SharedSenderState,
    { topic, partition, maxBytes }: { topic: string; partition: number; maxBytes: number },
  ) {
    this.#share = share;
    this.topic = topic;
    this.partition = partition;
    this.#maxBytes = maxBytes;
  }

  /**
   * Adds a message of `pending`. `length` is the maximum number of bytes that it takes. The message is not sent before
   * pump() or release() is called.
   */
  add(parts: RecordParts, length: number, pending: PendingBatch): void {
    let queued = this.#waiting.at(-1);
    if (queued === undefined || queued.batch.length + length > this.#maxBytes || !this.#mayJoin(queued, pending)) {
      // The last record batch is full, so it need not wait for more messages.
      this.#released = this.#waiting.length;
      queued = { batch: this.#share.spare.pop() ?? this.#share.createBatch(), pendingBatches: [], lastRecord: 0 };
      this.#waiting.push(queued);
    }
    queued.batch.add(parts);
    queued.lastRecord = parts.record;
    if (queued.pendingBatches.at(-1) === pending) return;
    queued.pendingBatches.push(pending);
    pending.expectPart();
  }

  /**
   * Returns true if a message of `pending` is in the last record batch, which waits for more messages until release()
   * is called.
   */
  holds(pending: PendingBatch): boolean {
    return this.#waiting.slice(this.#released).some(({ pendingBatches }) => pendingBatches.includes(pending));
  }

  /** Permits all record batches to be sent, even those that are not full, and starts to send them. */
  release(): void {
    this.#released = this.#waiting.length;
    this.pump();
  }

  /**
   * Sends the next record batch that is full or released, unless a request is in flight or the record batch is not yet
   * permitted. After its acknowledgement, sends the following ones automatically.
   */
  pump(): void {
    if (this.#isSending || this.#released === 0) return;
    const [queued] = this.#waiting;
    if (queued === undefined || !this.#isPermitted(queued)) return;
    this.#waiting.shift();
    this.#released--;
    this.#isSending = true;
    this.#share.sending++;
    this.#send(queued).then(
      ({ isFree }) => {
        this.#isSending = false;
        this.#share.sending--;
        if (isFree) this.#release(queued.batch);
        for (const pending of queued.pendingBatches) pending.acknowledgePart();
        this.pump();
      },
      (error: unknown) => this.#share.onFailure(error),
    );
  }

  #mayJoin({ pendingBatches: [first, ...others] }: QueuedBatch, pending: PendingBatch): boolean {
    const { window } = this.#share;
    if (window === null || first === undefined || pending === (others.at(-1) ?? first)) return true;
    const span = spanOf(first, pending);
    return span === null || window.mayJoin(span);
  }

  #isPermitted({ pendingBatches, lastRecord }: QueuedBatch): boolean {
    const { window } = this.#share;
    const [first, last] = [pendingBatches[0], pendingBatches.at(-1)];
    if (window === null || first === undefined || last === undefined) return true;
    const span = spanOf(first, last);
    return span === null || window.permits(span, lastRecord);
  }

  #release(batch: RecordBatch): void {
    batch.clear();
    this.#share.spare.push(batch);
  }

  /** Sends a record batch. Returns after its acknowledgement whether its memory can be used again. */
  async #send({ batch }: QueuedBatch): Promise<{ isFree: boolean }> {
    const { connection, producer, codec, room } = this.#share;
    const { producerId, producerEpoch, transactionalId } = producer;
    const { count } = batch;
    const sequenceOf = `${producerId}/${producerEpoch}`;
    if (this.#sequenceOf !== sequenceOf) this.#sequence = 0;
    this.#sequenceOf = sequenceOf;
    const compressed = codec === null ? null : { codec: codec.codec, records: await codec.compress(batch.records) };
    const bytes = batch.seal(
      { producerId, producerEpoch, firstSequence: this.#sequence, isTransactional: transactionalId !== null },
      compressed,
    );
    const request = createProduceRequest(
      { topic: this.topic, partition: this.partition, transactionalId },
      bytes,
      room,
    );
    let tries = 0;
    try {
      // A retry sends the same bytes with the same sequence number, so the broker ignores duplicates.
      await connection.retryRaw(async (cluster) => {
        const metadata = cluster
          .findTopicPartitionMetadata(this.topic)
          .find(({ partitionId }) => partitionId === this.partition);
        const broker = await cluster.findBroker({ nodeId: metadata?.leader ?? -1 });
        await sendProduce(broker, tries++ === 0 ? request : Buffer.from(request));
      });
    } catch (error) {
      if (rootCause(error).type !== 'DUPLICATE_SEQUENCE_NUMBER') throw toRunError(error);
    }
    this.#sequence = (this.#sequence + count) % SEQUENCES;
    // After a retry, an abandoned connection may still have to send the memory of the first request.
    return { isFree: tries === 1 };
  }
}

function spanOf(first: PendingBatch, last: PendingBatch): Span | null {
  return first.span === null || last.span === null ? null : { begin: first.span.begin, end: last.span.end };
}
