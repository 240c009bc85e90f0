import { type Checkpoint, createCheckpoint } from '../../../base/model/checkpoint.ts';
import type { Journal } from '../../../base/model/journal.ts';
import { createEntries } from '../../../base/model/journal-entries.ts';
import { createEnvelope, sizeOfEnvelope } from '../../../base/model/cloud-event.ts';
import {
  createMessageHeaders,
  type MessageHeaders,
  toDeadLetterHeaders,
  toTypeHeaders,
} from '../../../base/model/message-headers.ts';
import { RunFailure } from '../../../base/model/run-failure.ts';
import type { RunInfo } from '../../../base/model/run-info.ts';
import { type Connection, connect } from '../client/connection.ts';
import type { ReadSlice } from '../../contract.ts';
import { createRecordHeaders, type RecordHeaders } from '../protocol/record-headers.ts';
import type { KafkaSettings } from '../../../base/model/broker-settings.ts';
import { overheadOf } from '../protocol/message-size.ts';
import { checkMessageLimit } from './check-limit.ts';
import { prepareTopic, type TopicInfo } from '../client/topics.ts';

/** A run, and where to publish it in Kafka. */
export interface KafkaTask {
  info: RunInfo;
  settings: KafkaSettings;
  topic: string;
  deadLetterTopic: string | null;
  /** The last checkpoint of an earlier attempt; null for the first attempt. */
  checkpoint: Checkpoint | null;
  /** Stores the progress of the run. */
  journal: Journal;
  /** Reads parts of the run's file for dead letters; null if there is no dead letter topic. */
  readSlice: ReadSlice | null;
  signal: AbortSignal;
  /**
   * The piece of the file, from 0, and the number of records before it. Its transactions are its own, because other
   * pieces are published at the same time. Absent: the whole file.
   */
  piece?: { number: number; before: number };
}

/** Facts about the destination of a run. They must not change during the run, so its checkpoints contain them. */
export interface KafkaDestination {
  clusterId: string | null;
  topic: TopicInfo;
  deadLetters: TopicInfo | null;
  /** Size limit of a message's value and key together, in bytes. */
  maxMessageBytes: number;
}

/** A run that is connected to Kafka. Its checkpoint contains the destination. */
export interface KafkaRun extends KafkaTask {
  connection: Connection;
  destination: KafkaDestination;
  headers: RecordHeaders;
  /** The headers of the messages of each record type. Empty if the spec has one type of records. */
  typeHeaders: readonly RecordHeaders[];
  deadLetterHeaders: RecordHeaders;
  /** Maximum number of bytes that a message takes in addition to its value, its key and its header `issues`. */
  overhead: number;
  checkpoint: Checkpoint;
}

/**
 * Connects a run to Kafka and prepares its topics. The first attempt stores the facts about the destination before
 * anything is published. Later attempts compare them. Throws RunFailure (`topic_not_found`; `checkpoint_lost` if the
 * cluster or a topic is a different one) and the errors of `Connection.retry`.
 */
export async function openKafkaRun(task: KafkaTask): Promise<KafkaRun> {
  const connection = await connect(task.settings, task.signal);
  try {
    const ofMessages = createMessageHeaders(task.info.spec, task.info.fileSha256 ?? '', task.info.options);
    const headers = createRecordHeaders(ofMessages);
    const deadLetterHeaders = createRecordHeaders(toDeadLetterHeaders(ofMessages));
    const typeHeaders = (task.info.spec.recordTypes ?? []).map(({ name }) =>
      createRecordHeaders(toTypeHeaders(ofMessages, name)),
    );
    const overhead = Math.max(...[headers, ...typeHeaders].map(overheadOf));
    const found = await findDestination(task, connection, overhead + envelopeBytes(task, ofMessages));
    // The cast is safe: this program stored the destination in an earlier attempt.
    const stored = task.checkpoint?.destination as KafkaDestination | undefined;
    // A run that has begun continues, even if the limit was lowered since.
    if (stored === undefined)
      checkMessageLimit(task.info.spec, { topic: task.topic, maxMessageBytes: found.maxMessageBytes });
    const destination = stored === undefined ? found : checkSameDestination(stored, found);
    const checkpoint =
      stored === undefined ? await storeDestination(task, destination) : (task.checkpoint ?? createCheckpoint());
    return { ...task, connection, destination, headers, typeHeaders, deadLetterHeaders, overhead, checkpoint };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Returns the maximum number of bytes that structured CloudEvents add to the values of messages. */
function envelopeBytes({ info: { spec, options } }: KafkaTask, headers: MessageHeaders): number {
  if (options.cloudevents !== 'structured') return 0;
  const typed = (spec.recordTypes ?? []).map(({ name }) => toTypeHeaders(headers, name));
  return Math.max(...[headers, ...typed].map((one) => sizeOfEnvelope(createEnvelope(one, spec))));
}

async function findDestination(
  { topic, deadLetterTopic, settings }: KafkaTask,
  connection: Connection,
  overhead: number,
): Promise<KafkaDestination> {
  const found = await prepareTopic(connection, topic, settings.createTopics);
  const deadLetters =
    deadLetterTopic === null ? null : await prepareTopic(connection, deadLetterTopic, settings.createTopics);
  const clusterId = connection.cluster.brokerPool.metadata?.clusterId ?? null;
  return { clusterId, topic: found, deadLetters, maxMessageBytes: Math.max(0, found.maxBatchBytes - overhead) };
}

async function storeDestination(
  { journal, checkpoint }: KafkaTask,
  destination: KafkaDestination,
): Promise<Checkpoint> {
  const first = { ...(checkpoint ?? createCheckpoint()), destination };
  await journal.commit(createEntries(first)(first));
  return first;
}

function checkSameDestination(stored: KafkaDestination, found: KafkaDestination): KafkaDestination {
  if (stored.clusterId !== null && found.clusterId !== null && stored.clusterId !== found.clusterId) {
    throw new RunFailure('checkpoint_lost', 'the run started on another Kafka cluster than the present one');
  }
  for (const [before, now] of [
    [stored.topic, found.topic],
    [stored.deadLetters, found.deadLetters],
  ] as const) {
    if (before !== null && now !== null && now.partitions < before.partitions) {
      throw new RunFailure(
        'checkpoint_lost',
        `the topic ${now.name} has fewer partitions than when the run started: it is another topic of the same name`,
      );
    }
  }
  return stored;
}
