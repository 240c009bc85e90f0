import { setTimeout as sleep } from 'node:timers/promises';
import { classifyError, rootCause, toRunError } from './classify-error.ts';
import { type Broker, type Cluster, createCluster } from './kafkajs.ts';
import type { KafkaSettings } from '../../../base/model/broker-settings.ts';
import { waitWithTimeout } from './wait-with-timeout.ts';

/** A connection to a Kafka cluster. It retries failed requests for about 10 seconds. */
export interface Connection {
  readonly cluster: Cluster;
  /**
   * Calls `work` and returns its result. After an error that may pass, refreshes the metadata and calls `work` again,
   * for about 10 seconds. `work` must be idempotent. Throws RunPause (`broker_unavailable`, `broker_refused`,
   * `transaction_lost`), RunRefused, and the reason of the signal if it is aborted. Throws any other error of `work`
   * unchanged.
   */
  retry<T>(work: (cluster: Cluster) => Promise<T>): Promise<T>;
  /** Like retry(), but throws the errors of kafkajs and the broker unchanged. */
  retryRaw<T>(work: (cluster: Cluster) => Promise<T>): Promise<T>;
  /**
   * Returns the broker that coordinates a transactional id or a consumer group. Throws the errors of kafkajs, so call
   * it within retry().
   */
  coordinator(kind: 'transaction' | 'group', id: string): Promise<Broker>;
  /** Closes all connections, and waits at most 1 second for that. Later requests throw. */
  close(): Promise<void>;
}

/**
 * How long a request, and the first connection, are retried, in milliseconds. The first connection is retried only
 * briefly, because pausing the run costs nothing at that time.
 */
const TRY_MS = 10_000;
const TRY_CONNECT_MS = 1500;
const INITIAL_WAIT_MS = 50;
const MAX_WAIT_MS = 1000;
const TRANSACTION_WAIT_MS = 10;
const CLOSE_MS = 1000;

/** Connects to a cluster. `signal` ends all retries of the connection. Throws the errors of `Connection.retry`. */
export async function connect(settings: KafkaSettings, signal?: AbortSignal): Promise<Connection> {
  const cluster = createCluster(settings);
  const coordinators = new Map<string, Promise<Broker>>();
  let isClosed = false;

  async function retryFor<T>(timeoutMs: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
    let failedAt: number | null = null;
    for (let wait = INITIAL_WAIT_MS; ; wait = Math.min(MAX_WAIT_MS, 2 * wait)) {
      // After close(), no request may be sent.
      if (isClosed) throw new Error('the connection is closed');
      try {
        return await work(cluster);
      } catch (error) {
        failedAt ??= performance.now();
        if (isClosed || classifyError(error) !== 'retriable' || performance.now() - failedAt > timeoutMs) throw error;
        if (rootCause(error).type === 'CONCURRENT_TRANSACTIONS') {
          // The broker is still completing the previous transaction, so a short wait is enough.
          await sleep(TRANSACTION_WAIT_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
          continue;
        }
      }
      await sleep(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
      coordinators.clear();
      await cluster.refreshMetadata().catch(() => {});
    }
  }

  const retryRaw = <T>(work: (cluster: Cluster) => Promise<T>): Promise<T> => retryFor(TRY_MS, work);
  const retry = <T>(work: (cluster: Cluster) => Promise<T>): Promise<T> =>
    retryRaw(work).catch((error: unknown) => {
      throw toRunError(error);
    });
  const close = async (): Promise<void> => {
    isClosed = true;
    await waitWithTimeout(CLOSE_MS, cluster.disconnect());
  };
  try {
    await retryFor(TRY_CONNECT_MS, () => cluster.connect());
  } catch (error) {
    await close();
    throw toRunError(error);
  }
  return {
    cluster,
    retry,
    retryRaw,
    close,
    coordinator(kind, id) {
      const known = coordinators.get(kind);
      if (known !== undefined) return known;
      const found = cluster.findGroupCoordinator({ groupId: id, coordinatorType: kind === 'group' ? 0 : 1 });
      coordinators.set(kind, found);
      found.catch(() => coordinators.delete(kind));
      return found;
    },
  };
}
