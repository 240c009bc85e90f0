import { rootCause, toRunError } from '../client/classify-error.ts';
import type { Codec } from '../protocol/codec.ts';
import type { Connection } from '../client/connection.ts';
import type { PendingBatch } from './pending-batch.ts';
import { createProduceRequest, sendProduce } from '../client/produce.ts';
import type { RecordBatch, RecordParts } from '../protocol/record-batch.ts';

/** In whose name messages are sent. */
export interface Producer {
  producerId: bigint;
  producerEpoch: number;
  /** Null: in no transaction. */
  transactionalId: string | null;
}

/** What all lanes of a run share. */
export interface SharedSenderState {
  connection: Connection;
  producer: Producer;
  codec: Codec | null;
  /** Bytes before a batch that its request needs. */
  room: number;
  /** How many lanes have a request on its way. */
  sending: number;
  /** Record batches that nobody uses now. */
  spare: RecordBatch[];
  createBatch(): RecordBatch;
  /** Called once, when a batch cannot be sent. */
  onFailure(error: unknown): void;
}

interface QueuedBatch {
  batch: RecordBatch;
  /** Whose messages are in it. */
  pendingBatches: PendingBatch[];
}

const SEQUENCES = 2 ** 31;

/** The way into one partition: one record batch at a time, each waiting for the one before, so that nothing overtakes. */
export class PartitionSender {
  readonly topic: string;
  readonly partition: number;
  readonly #share: SharedSenderState;
  readonly #maxBytes: number;
  /** The last one is being filled. */
  readonly #waiting: QueuedBatch[] = [];
  /** How many of them may be sent. */
  #released = 0;
  #isSending = false;
  #sequence = 0;

  /** `maxBytes`: longest record batch of several messages. */
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
      // What is full is not held back.
      this.#released = this.#waiting.length;
      queued = { batch: this.#share.spare.pop() ?? this.#share.createBatch(), pendingBatches: [] };
      this.#waiting.push(queued);
    }
    queued.batch.add(parts);
    if (queued.pendingBatches.at(-1) === pending) return;
    queued.pendingBatches.push(pending);
    pending.expectPart();
  }

  /** Whether messages of a parcel wait for others to follow. */
  holds(pending: PendingBatch): boolean {
    return this.#waiting.slice(this.#released).some(({ pendingBatches }) => pendingBatches.includes(pending));
  }

  /** Lets all go that waits. */
  release(): void {
    this.#released = this.#waiting.length;
    this.pump();
  }

  /** Sends what may go, unless something is on its way: then it follows by itself. */
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

  /** `isFree`: whether the batch's memory is nobody else's any more. */
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
      // The same bytes under the same number: what arrived already is not kept twice.
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
    // What a try that failed has left may be on its way still, in a connection that nobody waits for.
    return { isFree: tries === 1 };
  }
}
