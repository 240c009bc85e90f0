import { setTimeout as sleep } from 'node:timers/promises';
import { classifyError, rootCause, toRunError } from './classify-error.ts';
import { type Broker, type Cluster, createCluster } from './kafkajs.ts';
import type { KafkaSettings } from '../../../model/broker-settings.ts';
import { waitAtMost } from './wait-at-most.ts';

/** A connected cluster. What is asked for is tried again for a while where it can help. */
export interface Connection {
  readonly cluster: Cluster;
  /**
   * Calls `work` until it succeeds; between two tries metadata are read again. `work` must be such that
   * it may be done twice. Throws RunPause (`broker_unavailable`, `broker_refused`, `transaction_lost`) or
   * RunRefused, the signal's reason, and what is no error of the broker as it is.
   */
  retry<T>(work: (cluster: Cluster) => Promise<T>): Promise<T>;
  /** As `retry`, with errors of the broker as they are. */
  retryRaw<T>(work: (cluster: Cluster) => Promise<T>): Promise<T>;
  /** The broker that keeps a transaction or a group. */
  coordinator(kind: 'transaction' | 'group', id: string): Promise<Broker>;
  /** Lets go of all connections; takes no longer than a moment. */
  close(): Promise<void>;
}

/** How long a broker that does not answer is tried again, in milliseconds; at the start, where nothing is lost by a pause, not so long. */
const TRY_MS = 10_000;
const TRY_CONNECT_MS = 1500;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
const TRANSACTION_WAIT_MS = 10;
const CLOSE_MS = 1000;

/** Connects to a cluster. Throws as `retry` does. */
export async function connect(settings: KafkaSettings, signal?: AbortSignal): Promise<Connection> {
  const cluster = createCluster(settings);
  const coordinators = new Map<string, Promise<Broker>>();
  let isClosed = false;

  async function retryFor<T>(timeoutMs: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
    let failedAt: number | null = null;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      // Nothing may be sent, and nobody connected, behind the end.
      if (isClosed) throw new Error('the connection is closed');
      try {
        return await work(cluster);
      } catch (error) {
        failedAt ??= performance.now();
        if (isClosed || classifyError(error) !== 'retriable' || performance.now() - failedAt > timeoutMs) throw error;
        if (rootCause(error).type === 'CONCURRENT_TRANSACTIONS') {
          // The broker still ends the transaction before: it knows who we are.
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
    await waitAtMost(CLOSE_MS, cluster.disconnect());
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
