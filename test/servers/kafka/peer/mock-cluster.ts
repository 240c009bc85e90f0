import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * librdkafka's mock of a cluster of one broker: the protocol over TCP, messages in memory (5 MiB per partition), and
 * faults on demand.
 */
export interface MockCluster {
  name: string;
  address: string;
  createTopic(name: string, partitions: number): void;
  /** Refuses connections and closes the existing ones. The messages remain. */
  down(): void;
  up(): void;
  /** Sets the delay of each answer, in milliseconds. */
  delay(milliseconds: number): void;
  /** Answers the next produce requests with these error codes, and ignores their content. */
  refuseProduce(errors: readonly number[]): void;
  remove(): void;
}

/** The used part of the npm package koffi, which declares functions of a library by their C prototypes. */
interface Koffi {
  load(library: string): { func(declaration: string): (...args: unknown[]) => unknown };
  decode(pointer: unknown, offset: number, type: string): number;
  encode(pointer: unknown, offset: number, type: string, value: number): void;
}

const PRODUCER = 0;
const PRODUCE = 0;
const BROKER = 1;
/** Offset of the controller id in the struct of a cluster, in librdkafka 2.0. Newer versions have a function. */
const CONTROLLER_AT = 40;

/** Starts a mock cluster. Throws if librdkafka or koffi is not installed. */
export function startMockCluster(): MockCluster {
  const koffi = createRequire(join(import.meta.dirname, 'package.json'))('koffi') as Koffi;
  const library = koffi.load('librdkafka.so.1');
  const call = (declaration: string, ...args: unknown[]): unknown => library.func(declaration)(...args);
  const conf = call('void *rd_kafka_conf_new()');
  call('int rd_kafka_conf_set(void *, const char *, const char *, void *, size_t)', conf, 'log_level', '0', null, 0);
  const client = call('void *rd_kafka_new(int, void *, void *, size_t)', PRODUCER, conf, null, 0);
  const cluster = call('void *rd_kafka_mock_cluster_new(void *, int)', client, 1);
  createController(koffi, cluster);
  return {
    name: `the mock cluster of librdkafka ${String(call('const char *rd_kafka_version_str()'))}`,
    address: String(call('const char *rd_kafka_mock_cluster_bootstraps(void *)', cluster)),
    createTopic: (name, partitions) =>
      void call('int rd_kafka_mock_topic_create(void *, const char *, int, int)', cluster, name, partitions, 1),
    down: () => void call('int rd_kafka_mock_broker_set_down(void *, int)', cluster, BROKER),
    up: () => void call('int rd_kafka_mock_broker_set_up(void *, int)', cluster, BROKER),
    delay: (milliseconds) =>
      void call('int rd_kafka_mock_broker_set_rtt(void *, int, int)', cluster, BROKER, milliseconds),
    refuseProduce: (errors) =>
      void call(
        'void rd_kafka_mock_push_request_errors_array(void *, int16_t, size_t, int *)',
        cluster,
        PRODUCE,
        errors.length,
        errors,
      ),
    remove() {
      call('void rd_kafka_mock_cluster_destroy(void *)', cluster);
      call('void rd_kafka_destroy(void *)', client);
    },
  };
}

// By default the cluster names a controller that does not exist, broker 0.
function createController(koffi: Koffi, cluster: unknown): void {
  if (koffi.decode(cluster, CONTROLLER_AT, 'int32') !== 0)
    throw new Error('this librdkafka has the controller of its mock cluster at another offset');
  koffi.encode(cluster, CONTROLLER_AT, 'int32', BROKER);
}
