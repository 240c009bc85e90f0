import { rootCause, toRunError } from '../client/classify-error.ts';
import type { Codec } from '../protocol/codec.ts';
import type { Connection } from '../client/connection.ts';
import type { PendingBatch } from './pending-batch.ts';
import { createProduceRequest, sendProduce } from '../client/produce.ts';
import type { RecordBatch, RecordParts } from '../protocol/record-batch.ts';

/** The identity under which messages are sent. */
export interface Producer {
  producerId: bigint;
  producerEpoch: number;
  /** Null outside a transaction. */
  transactionalId: string | null;
}

/** What the partition senders of a run share. */
export interface SharedSenderState {
  connection: Connection;
  producer: Producer;
  codec: Codec | null;
  /** Bytes to leave free before a batch for the header of its request. */
  room: number;
  /** Number of senders with a request in flight. */
  sending: number;
  /** Unused record batches, for reuse. */
  spare: RecordBatch[];
  createBatch(): RecordBatch;
  /** Called when a batch cannot be sent. */
  onFailure(error: unknown): void;
}

interface QueuedBatch {
  batch: RecordBatch;
  /** The batches of the run that have messages in it. */
  pendingBatches: PendingBatch[];
}

const SEQUENCES = 2 ** 31;

/**
 * Sends messages to one partition: one record batch at a time, each after the acknowledgement of the previous one, so
 * that their order is preserved.
 */
export class PartitionSender {
  readonly topic: string;
  readonly partition: number;
  readonly #share: SharedSenderState;
  readonly #maxBytes: number;
  /** Batches to send. The last one is being filled. */
  readonly #waiting: QueuedBatch[] = [];
  /** How many of them may be sent. */
  #released = 0;
  #isSending = false;
  #sequence = 0;

  /** `maxBytes` is the size limit of a record batch with more than one message. */
  constructor(
    share: SharedSenderState,
    { topic, partition, maxBytes }: { topic: string; partition: number; maxBytes: number },
  ) {
    this.#share = share;
    this.topic = topic;
    this.partition = partition;
    this.#maxBytes = maxBytes;
  }

  /** Adds a message that takes at most `length` bytes. */
  add(parts: RecordParts, length: number, pending: PendingBatch): void {
    let queued = this.#waiting.at(-1);
    if (queued === undefined || queued.batch.length + length > this.#maxBytes) {
      // Full batches need not wait for more messages.
      this.#released = this.#waiting.length;
      queued = { batch: this.#share.spare.pop() ?? this.#share.createBatch(), pendingBatches: [] };
      this.#waiting.push(queued);
    }
    queued.batch.add(parts);
    if (queued.pendingBatches.at(-1) === pending) return;
    queued.pendingBatches.push(pending);
    pending.expectPart();
  }

  /** Returns true if messages of the batch wait for more to share a request. */
  holds(pending: PendingBatch): boolean {
    return this.#waiting.slice(this.#released).some(({ pendingBatches }) => pendingBatches.includes(pending));
  }

  /** Permits all waiting batches to be sent. */
  release(): void {
    this.#released = this.#waiting.length;
    this.pump();
  }

  /** Sends the next permitted batch, unless a request is in flight. Further batches follow automatically. */
  pump(): void {
    if (this.#isSending || this.#released === 0) return;
    const queued = this.#waiting.shift();
    if (queued === undefined) return;
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

  #release(batch: RecordBatch): void {
    batch.clear();
    this.#share.spare.push(batch);
  }

  /** `isFree`: whether the memory of the batch can be reused. */
  async #send({ batch }: QueuedBatch): Promise<{ isFree: boolean }> {
    const { connection, producer, codec, room } = this.#share;
    const { producerId, producerEpoch, transactionalId } = producer;
    const { count } = batch;
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
      // A retry sends the same bytes with the same sequence number, so the broker drops duplicates.
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
    // After a retry, the first request may still be in the send buffer of an abandoned connection.
    return { isFree: tries === 1 };
  }
}
