import { ACKNOWLEDGED_BATCH_RECORDS, type RunInfo } from '../../../base/model/run-info.ts';
import { createCodec } from '../protocol/codec.ts';
import type { KafkaRun } from './kafka-run.ts';
import type { PartitionSender, Producer } from './partition-sender.ts';
import { produceRoom } from '../client/produce.ts';
import { Publisher } from './publisher.ts';
import { RecordBatch } from '../protocol/record-batch.ts';

/**
 * Creates the publisher of a run. It calls `include` with the senders that have new messages, before it sends them. A
 * transaction must add their partitions first. Throws an Error if this version of Node.js does not support the
 * compression.
 */
export function createPublisher(
  run: KafkaRun,
  producer: Producer,
  include: (senders: readonly PartitionSender[]) => Promise<void>,
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

/** Returns the maximum number of records in a batch for Kafka. */
export function batchRecordsOf({ options }: Pick<RunInfo, 'options'>): number {
  return Math.min(options.batchRecords, ACKNOWLEDGED_BATCH_RECORDS);
}
