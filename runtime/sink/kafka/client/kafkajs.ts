import { createRequire } from 'node:module';

/**
 * The only module that uses kafkajs (2.2.4, not maintained any more). Its internal cluster manages connections,
 * metadata and authentication. Requests are built here. kafkajs declares no types for its internals, so the types below
 * describe what is used.
 */
const require = createRequire(import.meta.url);

/** A request for kafkajs. `encode` returns the bytes after the request header. */
export interface WireRequest {
  apiKey: number;
  apiVersion: number;
  apiName: string;
  expectResponse(): boolean;
  encode(): Promise<{ buf: Buffer; buffer: Buffer }>;
}

/** A connection of kafkajs to a broker. */
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

/** Decodes a response. `parse` throws the error that the response contains. */
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

/** Partitions of a topic. */
export interface TopicPartitions {
  topic: string;
  partitions: number[];
}

/** A broker of kafkajs: the requests that are used. */
export interface Broker {
  readonly connectionPool: {
    send<D, P>(call: { request: WireRequest; response: WireResponse<D, P> }): Promise<P>;
    getConnection(): Promise<WireConnection>;
  };
  /** The supported versions by API key. */
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

/** A partition, and the node id of its leader. */
export interface PartitionMetadata {
  partitionId: number;
  leader: number;
}

/** The internal cluster of kafkajs: the methods that are used. */
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

/** How to connect to a cluster. */
export interface ClusterOptions {
  brokers: readonly string[];
  ssl: { ca?: string } | null;
  sasl: { mechanism: string; username: string; password: string } | null;
}

/** An error of kafkajs, or of the broker (with `type`). */
export interface KafkaError extends Error {
  type?: string;
  code?: number | string;
  retriable?: boolean;
}

/** Decodes the response to a produce request, version 7. */
export const produceResponse = require('kafkajs/src/protocol/requests/produce/v7/response') as WireResponse<
  { clientSideThrottleTime: number },
  unknown
>;

/** Returns the error for an error code of the protocol. */
export const { createErrorFromCode } = require('kafkajs/src/protocol/error') as {
  createErrorFromCode(code: number): KafkaError;
};

/** A connection error of kafkajs. */
export const { KafkaJSConnectionError } = require('kafkajs/src/errors') as {
  KafkaJSConnectionError: new (message: string) => KafkaError;
};

/** The client id in requests to Kafka. */
export const CLIENT_ID = 'specmill';

const CONNECT_MS = 5000;
const RESPONSE_TIMEOUT_MS = 30_000;
const METADATA_MS = 300_000;

/**
 * Creates a cluster that is not yet connected. It logs nothing and retries only briefly, because the caller retries.
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
 * Patches kafkajs. It checks for waiting requests every millisecond, even if there are none, with timers that Node.js
 * 24 warns about.
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
