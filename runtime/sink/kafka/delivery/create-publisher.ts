import type { RunInfo } from '../../../base/model/run-info.ts';
import { createCodec } from '../protocol/codec.ts';
import type { KafkaRun } from './kafka-run.ts';
import type { Producer } from './partition-sender.ts';
import { produceRoom } from '../client/produce.ts';
import { Publisher, type PublisherOptions } from './publisher.ts';
import { RecordBatch } from '../protocol/record-batch.ts';

/**
 * Number of consecutive records without a key that are sent to the same partition. A checkpoint may be a batch earlier than
 * the last block that was acknowledged, so three blocks and a batch are at most 5,000 records: three requests are in
 * flight all the time.
 */
const BLOCK_RECORDS = 1500;

/** When the messages of a run may be sent. */
export interface PublisherLimits extends Pick<PublisherOptions, 'window'> {
  include?: PublisherOptions['include'];
}

/**
 * Creates the publisher of a run. It calls `include` with the senders that have new messages, before it sends them. A
 * transaction must add their partitions first. `window` says which messages may be sent; null: all of them. Throws an
 * Error if this version of Node.js does not support the compression.
 */
export function createPublisher(
  run: KafkaRun,
  producer: Producer,
  { include = async () => {}, window }: PublisherLimits,
): Publisher {
  const { destination, connection, headers, typeHeaders, deadLetterHeaders, overhead, settings, info, readSlice } = run;
  const names = [destination.topic, ...(destination.deadLetters === null ? [] : [destination.deadLetters])].map(
    ({ name }) => name,
  );
  const room = Math.max(...names.map((topic) => produceRoom({ topic, transactionalId: producer.transactionalId })));
  return new Publisher({
    connection,
    producer,
    room,
    overhead,
    typeHeaders,
    include,
    window,
    codec: createCodec(settings.compression),
    createBatch: () => new RecordBatch(headers, room),
    topic: destination.topic,
    deadLetters:
      destination.deadLetters === null || readSlice === null
        ? null
        : {
            topic: destination.deadLetters,
            readSlice,
            maxBytes: info.options.maxRecordBytes,
            headers: deadLetterHeaders,
          },
    batchRecords: batchRecordsOf(info),
  });
}

/** Returns the maximum number of records in a batch for Kafka, which is also that of a block. */
export function batchRecordsOf({ options }: Pick<RunInfo, 'options'>): number {
  return Math.min(options.batchRecords, BLOCK_RECORDS);
}
