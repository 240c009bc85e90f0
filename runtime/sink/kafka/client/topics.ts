import { RunFailure } from '../../../base/model/run-failure.ts';
import type { Connection } from './connection.ts';
import { classifyError, rootCause, toRunError } from './classify-error.ts';
import type { Cluster } from './kafkajs.ts';

/** Facts about a topic. They must not change during a run. */
export interface TopicInfo {
  name: string;
  partitions: number;
  /** Size limit of a record batch in the topic, in bytes. */
  maxBatchBytes: number;
}

/** The default of Kafka's `max.message.bytes`. It is used if the broker does not return the setting. */
const DEFAULT_MAX_BYTES = 1_048_588;
const TOPIC_RESOURCE = 2;
const CREATE_MS = 10_000;

/**
 * Returns the facts about a topic. If the topic does not exist and `createTopics` is set, creates it with the defaults
 * of the broker. Throws RunFailure (`topic_not_found`) if it does not exist or cannot be created, and the errors of
 * `Connection.retry`.
 */
export async function prepareTopic(connection: Connection, name: string, createTopics: boolean): Promise<TopicInfo> {
  if (!(await findTopic(connection, name))) {
    if (!createTopics)
      throw new RunFailure(
        'topic_not_found',
        `the broker has no topic ${name}: create it, or start specmill with --create-topics`,
      );
    await createTopic(connection, name);
    await connection.retry(async (cluster) => loadTopicMetadata(cluster, name));
  }
  const partitions = connection.cluster.findTopicPartitionMetadata(name).length;
  return { name, partitions, maxBatchBytes: await readMaxBytes(connection, name) };
}

async function findTopic(connection: Connection, name: string): Promise<boolean> {
  return connection.retry(async (cluster) => {
    try {
      await loadTopicMetadata(cluster, name);
      return true;
    } catch (error) {
      const { type } = rootCause(error);
      if (type === 'UNKNOWN_TOPIC_OR_PARTITION') return false;
      throw error;
    }
  });
}

async function loadTopicMetadata(cluster: Cluster, name: string): Promise<void> {
  await cluster.addMultipleTargetTopics([name]);
  // kafkajs does not load the metadata of a topic that it already knows.
  if (cluster.findTopicPartitionMetadata(name).length === 0) await cluster.refreshMetadata();
}

async function createTopic(connection: Connection, name: string): Promise<void> {
  try {
    await connection.retryRaw(async (cluster) => {
      const controller = await cluster.findControllerBroker();
      await controller.createTopics({
        topics: [{ topic: name, numPartitions: -1, replicationFactor: -1 }],
        timeout: CREATE_MS,
      });
    });
  } catch (error) {
    const { type, message } = rootCause(error);
    if (type === 'TOPIC_ALREADY_EXISTS') return;
    if (classifyError(error) === 'permanent')
      throw new RunFailure('topic_not_found', `the topic ${name} cannot be created: ${message}`);
    throw toRunError(error);
  }
}

// Returns the topic's `max.message.bytes`, or its default if it cannot be read: a client may have the right to publish,
// but not to read settings.
async function readMaxBytes({ cluster }: Connection, name: string): Promise<number> {
  try {
    const broker = await cluster.findControllerBroker();
    const { resources } = await broker.describeConfigs({
      resources: [{ type: TOPIC_RESOURCE, name, configNames: ['max.message.bytes'] }],
    });
    const bytes = Number(
      resources[0]?.configEntries.find(({ configName }) => configName === 'max.message.bytes')?.configValue,
    );
    return Number.isInteger(bytes) && bytes > 0 ? bytes : DEFAULT_MAX_BYTES;
  } catch {
    return DEFAULT_MAX_BYTES;
  }
}
