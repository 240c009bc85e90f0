import { type Checkpoint, createCheckpoint } from '../../../model/checkpoint.ts';
import type { Journal } from '../../../model/journal.ts';
import { createEntries } from '../../../model/journal-entries.ts';
import { createMessageHeaders } from '../../../model/message-headers.ts';
import { RunFailure } from '../../../model/run-failure.ts';
import type { RunInfo } from '../../../model/run-info.ts';
import { type Connection, connect } from '../client/connection.ts';
import type { ReadSlice } from '../../../source/disk/slice-reader.ts';
import { createRecordHeaders, type RecordHeaders } from '../protocol/record-headers.ts';
import type { KafkaSettings } from '../../../model/broker-settings.ts';
import { overheadOf } from '../protocol/message-size.ts';
import { prepareTopic, type TopicInfo } from '../client/topics.ts';

/** A run, and where in Kafka it publishes. */
export interface KafkaTask {
  info: RunInfo;
  settings: KafkaSettings;
  topic: string;
  deadLetterTopic: string | null;
  /** Where an earlier attempt left the run; null: it was not begun. */
  checkpoint: Checkpoint | null;
  /** Writes what has to outlive the process; what it resolves for is durable. */
  journal: Journal;
  /** Reads parts of the file for dead letters; null where no topic takes them. */
  readSlice: ReadSlice | null;
  signal: AbortSignal;
}

/** What a run knows of its destination from its first attempt to its last; kept in its checkpoints. */
export interface KafkaDestination {
  clusterId: string | null;
  topic: TopicInfo;
  deadLetters: TopicInfo | null;
  /** Most bytes of a message's value and key. */
  maxMessageBytes: number;
}

/** A run that is connected to its destination. */
export interface KafkaRun extends KafkaTask {
  connection: Connection;
  destination: KafkaDestination;
  headers: RecordHeaders;
  /** The most that a message takes beside value, key and issues, in bytes. */
  overhead: number;
  checkpoint: Checkpoint;
}

/**
 * Connects a run to its destination. What it finds there the first time is kept before anything is
 * published. Throws RunFailure (`topic_not_found`, `checkpoint_lost`) and as `Connection.retry` does.
 */
export async function openKafkaRun(task: KafkaTask): Promise<KafkaRun> {
  const connection = await connect(task.settings, task.signal);
  try {
    const headers = createRecordHeaders(createMessageHeaders(task.info.spec, task.info.fileSha256 ?? ''));
    const overhead = overheadOf(headers);
    const found = await findDestination(task, connection, overhead);
    // Kept by this program, in an earlier attempt.
    const kept = task.checkpoint?.destination as KafkaDestination | undefined;
    const destination = kept === undefined ? found : checkSameDestination(kept, found);
    const checkpoint =
      kept === undefined ? await storeDestination(task, destination) : (task.checkpoint ?? createCheckpoint());
    return { ...task, connection, destination, headers, overhead, checkpoint };
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

function checkSameDestination(kept: KafkaDestination, found: KafkaDestination): KafkaDestination {
  if (kept.clusterId !== null && found.clusterId !== null && kept.clusterId !== found.clusterId) {
    throw new RunFailure('checkpoint_lost', 'the run began on another Kafka cluster than the one that is there now');
  }
  for (const [before, now] of [
    [kept.topic, found.topic],
    [kept.deadLetters, found.deadLetters],
  ] as const) {
    if (before !== null && now !== null && now.partitions < before.partitions) {
      throw new RunFailure(
        'checkpoint_lost',
        `the topic ${now.name} has fewer partitions than when the run began: it is not the same topic`,
      );
    }
  }
  return kept;
}
