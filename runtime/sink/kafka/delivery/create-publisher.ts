import { codecOf } from '../protocol/codec.ts';
import type { KafkaRun } from './kafka-run.ts';
import type { Lane, Producer } from './partition-sender.ts';
import { produceRoom } from '../client/produce.ts';
import { Publisher } from './publisher.ts';
import { RecordBatch } from '../protocol/record-batch.ts';

/** The publisher of a run. `include` is called before messages go to partitions. */
export function makePublisher(
  run: KafkaRun,
  producer: Producer,
  include: (lanes: readonly Lane[]) => Promise<void>,
): Publisher {
  const { facts, connection, headers, overhead, settings, info, cut } = run;
  const names = [facts.topic, ...(facts.deadLetters === null ? [] : [facts.deadLetters])].map(({ name }) => name);
  const room = Math.max(...names.map((topic) => produceRoom({ topic, transactionalId: producer.transactionalId })));
  return new Publisher({
    connection,
    producer,
    room,
    overhead,
    include,
    codec: codecOf(settings.compression),
    makeBatch: () => new RecordBatch(headers, room),
    topic: facts.topic,
    deadLetters:
      facts.deadLetters === null || cut === null
        ? null
        : { topic: facts.deadLetters, cut, maxBytes: info.options.maxRecordBytes },
    batchRecords: info.options.batchRecords,
  });
}
