import { createRequire } from 'node:module';

/**
 * The only module that imports kafkajs (2.2.4, no longer maintained). The internal Cluster of kafkajs manages
 * connections, metadata and authentication, and this folder builds some requests itself. kafkajs declares no types for
 * its internals, so the types below describe the parts that are used.
 */
const require = createRequire(import.meta.url);

/** A request in the form that kafkajs sends. `encode` returns the bytes that follow the request header. */
export interface WireRequest {
  apiKey: number;
  apiVersion: number;
  apiName: string;
  expectResponse(): boolean;
  encode(): Promise<{ buf: Buffer; buffer: Buffer }>;
}

/** The internal connection of kafkajs to a broker. */
export interface WireConnection {
  readonly socket: { write(bytes: Uint8Array): boolean };
  readonly requestQueue: {
    push(request: {
      entry: QueuedRequest;
      expectResponse: boolean;
      requestTimeout: number | null;
      sendRequest(): void;
    }): void;
    maybeThrottle(milliseconds: number | null): void;
  };
  isConnected(): boolean;
  isAuthenticated(): boolean;
  authenticate(): Promise<void>;
  nextCorrelationId(): number;
}

interface QueuedRequest extends Pick<WireRequest, 'apiKey' | 'apiVersion' | 'apiName'> {
  correlationId: number;
  resolve(answer: { payload: Buffer }): void;
  reject(error: unknown): void;
}

/**
 * Decodes a response. `parse` throws the error in a decoded response if there is one, and otherwise returns the result.
 */
export interface WireResponse<Decoded, Parsed> {
  decode(payload: Buffer): Promise<Decoded>;
  parse(decoded: Decoded): Promise<Parsed>;
}

/** The identity of a transactional producer. */
export interface TransactionProducer {
  transactionalId: string;
  producerId: string;
  producerEpoch: number;
}

/** Some partitions of a topic, by number. */
export interface TopicPartitions {
  topic: string;
  partitions: number[];
}

/** The internal Broker of kafkajs: the requests that are used. */
export interface Broker {
  readonly connectionPool: {
    send<D, P>(call: { request: WireRequest; response: WireResponse<D, P> }): Promise<P>;
    getConnection(): Promise<WireConnection>;
  };
  /** The versions of each request that the broker supports, by API key. Null before the connection. */
  readonly versions: Readonly<Record<number, { minVersion: number; maxVersion: number }>> | null;
  createTopics(request: {
    topics: { topic: string; numPartitions: number; replicationFactor: number }[];
    timeout: number;
  }): Promise<unknown>;
  describeConfigs(request: {
    resources: { type: number; name: string; configNames: string[] }[];
  }): Promise<{ resources: { configEntries: { configName: string; configValue: string | null }[] }[] }>;
  initProducerId(request: {
    transactionalId?: string;
    transactionTimeout: number;
  }): Promise<{ producerId: string; producerEpoch: number }>;
  addPartitionsToTxn(request: TransactionProducer & { topics: TopicPartitions[] }): Promise<unknown>;
  addOffsetsToTxn(request: TransactionProducer & { groupId: string }): Promise<unknown>;
  txnOffsetCommit(
    request: TransactionProducer & {
      groupId: string;
      topics: { topic: string; partitions: { partition: number; offset: string; metadata: string | null }[] }[];
    },
  ): Promise<unknown>;
  endTxn(request: TransactionProducer & { transactionResult: boolean }): Promise<unknown>;
}

/** A partition and its leader. `leader` is the node id of a broker. */
export interface PartitionMetadata {
  partitionId: number;
  leader: number;
}

/** The internal Cluster of kafkajs: the methods that are used. */
export interface Cluster {
  readonly brokerPool: { readonly metadata: { clusterId?: string | null } | null };
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /** Loads the metadata of topics. Throws UNKNOWN_TOPIC_OR_PARTITION if a topic does not exist. */
  addMultipleTargetTopics(topics: string[]): Promise<void>;
  refreshMetadata(): Promise<void>;
  findBroker(node: { nodeId: number }): Promise<Broker>;
  findControllerBroker(): Promise<Broker>;
  findGroupCoordinator(of: { groupId: string; coordinatorType: 0 | 1 }): Promise<Broker>;
  findTopicPartitionMetadata(topic: string): PartitionMetadata[];
}

/** The settings for connecting to a cluster. `ssl` null: no TLS. `sasl` null: no authentication. */
export interface ClusterOptions {
  brokers: readonly string[];
  ssl: { ca?: string } | null;
  sasl: { mechanism: string; username: string; password: string } | null;
}

/** An error of kafkajs. If the broker reported it, `type` is the name of its error code. */
export interface KafkaError extends Error {
  type?: string;
  code?: number | string;
  retriable?: boolean;
}

/** Decodes the response to a produce request of version 7. */
export const produceResponse = require('kafkajs/src/protocol/requests/produce/v7/response') as WireResponse<
  { clientSideThrottleTime: number },
  unknown
>;

/** Returns the error for an error code of Kafka's protocol. */
export const { createErrorFromCode } = require('kafkajs/src/protocol/error') as {
  createErrorFromCode(code: number): KafkaError;
};

/** The class of kafkajs for connection errors. */
export const { KafkaJSConnectionError } = require('kafkajs/src/errors') as {
  KafkaJSConnectionError: new (message: string) => KafkaError;
};

/** The client id in all requests to Kafka. */
export const CLIENT_ID = 'specmill';

const CONNECT_MS = 5000;
const RESPONSE_TIMEOUT_MS = 30_000;
const METADATA_MS = 300_000;

/**
 * Creates a cluster, without connecting to it. It logs nothing, and retries only twice, because `Connection` retries,
 * too.
 */
export function createCluster({ brokers, ssl, sasl }: ClusterOptions): Cluster {
  quietTimers();
  const KafkajsCluster = require('kafkajs/src/cluster') as new (options: object) => Cluster;
  const socketFactory = require('kafkajs/src/network/socketFactory') as () => unknown;
  return new KafkajsCluster({
    logger: silentLogger(),
    socketFactory: socketFactory(),
    clientId: CLIENT_ID,
    brokers: [...brokers],
    ssl,
    sasl,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: 2 * CONNECT_MS,
    reauthenticationThreshold: 10_000,
    requestTimeout: RESPONSE_TIMEOUT_MS,
    enforceRequestTimeout: true,
    metadataMaxAge: METADATA_MS,
    allowAutoTopicCreation: false,
    maxInFlightRequests: null,
    retry: { initialRetryTime: 100, maxRetryTime: 400, retries: 2 },
  });
}

interface Logger {
  namespace(): Logger;
  debug(): void;
  info(): void;
  warn(): void;
  error(): void;
}

function silentLogger(): Logger {
  const silent = (): void => {};
  const logger: Logger = { namespace: () => logger, debug: silent, info: silent, warn: silent, error: silent };
  return logger;
}

/**
 * Patches a defect of kafkajs. It checks for waiting requests every millisecond, even if there are none, and Node.js 24
 * prints a warning about the timers that it uses.
 */
function quietTimers(): void {
  interface Queue {
    pending: unknown[];
    scheduleCheckPendingRequests(): void;
  }
  const { prototype } = require('kafkajs/src/network/requestQueue') as { prototype: Queue & { isQuiet?: true } };
  if (prototype.isQuiet === true) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.isQuiet = true;
  prototype.scheduleCheckPendingRequests = function (this: Queue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
