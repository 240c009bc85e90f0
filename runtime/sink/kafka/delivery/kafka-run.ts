import { type Checkpoint, createCheckpoint } from '../../../model/checkpoint.ts';
import type { Journal } from '../../../model/journal.ts';
import { createEntries } from '../../../model/journal-entries.ts';
import { createMessageHeaders, toDeadLetterHeaders } from '../../../model/message-headers.ts';
import { RunFailure } from '../../../model/run-failure.ts';
import type { RunInfo } from '../../../model/run-info.ts';
import { type Connection, connect } from '../client/connection.ts';
import type { ReadSlice } from '../../../source/disk/slice-reader.ts';
import { createRecordHeaders, type RecordHeaders } from '../protocol/record-headers.ts';
import type { KafkaSettings } from '../../../model/broker-settings.ts';
import { overheadOf } from '../protocol/message-size.ts';
import { prepareTopic, type TopicInfo } from '../client/topics.ts';

/** A run and its destination in Kafka. */
export interface KafkaTask {
  info: RunInfo;
  settings: KafkaSettings;
  topic: string;
  deadLetterTopic: string | null;
  /** The checkpoint of an earlier attempt; null for the first. */
  checkpoint: Checkpoint | null;
  /** Stores the progress of the run. Entries are durable when their promise resolves. */
  journal: Journal;
  /** Reads parts of the file for dead letters; null if there is no dead letter topic. */
  readSlice: ReadSlice | null;
  signal: AbortSignal;
}

/** Facts about the destination that must stay the same during a run. They are stored in its checkpoints. */
export interface KafkaDestination {
  clusterId: string | null;
  topic: TopicInfo;
  deadLetters: TopicInfo | null;
  /** Size limit of a message's value and key, in bytes. */
  maxMessageBytes: number;
}

/** A run that is connected to its destination. */
export interface KafkaRun extends KafkaTask {
  connection: Connection;
  destination: KafkaDestination;
  headers: RecordHeaders;
  deadLetterHeaders: RecordHeaders;
  /** Upper limit of the bytes that a message takes in addition to value, key and issues. */
  overhead: number;
  checkpoint: Checkpoint;
}

/**
 * Connects a run to its destination. The first attempt stores the facts about the destination before it publishes.
 * Throws RunFailure (`topic_not_found`, `checkpoint_lost`) and the errors of `Connection.retry`.
 */
export async function openKafkaRun(task: KafkaTask): Promise<KafkaRun> {
  const connection = await connect(task.settings, task.signal);
  try {
    const ofMessages = createMessageHeaders(task.info.spec, task.info.fileSha256 ?? '');
    const headers = createRecordHeaders(ofMessages);
    const deadLetterHeaders = createRecordHeaders(toDeadLetterHeaders(ofMessages));
    const overhead = overheadOf(headers);
    const found = await findDestination(task, connection, overhead);
    // This program stored it in an earlier attempt.
    const stored = task.checkpoint?.destination as KafkaDestination | undefined;
    const destination = stored === undefined ? found : checkSameDestination(stored, found);
    const checkpoint =
      stored === undefined ? await storeDestination(task, destination) : (task.checkpoint ?? createCheckpoint());
    return { ...task, connection, destination, headers, deadLetterHeaders, overhead, checkpoint };
  } catch (error) {
    await connection.close();
    throw error;
  }
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
