import { hostname } from 'node:os';
import { describeError, type Log } from '../../base/log/json-log.ts';
import type { Meter } from '../../base/log/meter.ts';
import { programVersion } from '../../base/program/version.ts';
import type { ClusterStore } from '../../state/store/cluster/cluster-store.ts';
import type { Cluster, ClusterNews } from './cluster.ts';
import { createHeldLeases } from './held-leases.ts';

/** How often an instance says that it lives, and renews its leases, in milliseconds. */
const BEAT_MS = 5000;
const POLL_MS = 2000;

/** Joins the cluster of a store. Throws StoreUnavailable. */
export async function openCluster({
  store,
  log,
  meter,
}: {
  store: ClusterStore;
  log: Log;
  meter: Meter;
}): Promise<Cluster> {
  const own = { host: hostname(), version: programVersion() };
  const leases = createHeldLeases({ store: store.leases, log, meter });
  const listeners: ((news: ClusterNews) => void)[] = [];
  const emit = (news: ClusterNews): void => {
    for (const listener of listeners) listener(news);
  };
  let isDraining = false;
  let beating: Promise<void> | null = null;

  async function beat(): Promise<void> {
    try {
      await leases.renew();
      const { isDraining: mustDrain } = await store.instances.beat(own);
      if (!mustDrain || isDraining) return;
      isDraining = true;
      log.info('draining', { instance: store.instanceId });
      emit({ kind: 'drain', id: store.instanceId, isOwn: true });
    } catch (error) {
      log.warn('heartbeat_failed', describeError(error));
    }
  }
  const beatNow = (): Promise<void> => (beating ??= beat().finally(() => (beating = null)));

  ({ isDraining } = await store.instances.beat(own));
  await store.reconnect();
  store.listen((event) => {
    if (event.kind !== 'drain') return emit(event);
    if (event.id === store.instanceId) void beatNow();
  });
  const timers = [
    setInterval(() => void beatNow(), BEAT_MS),
    setInterval(() => {
      void store.reconnect();
      emit({ kind: 'poll' });
    }, POLL_MS),
  ];
  log.info('instance_started', { instance: store.instanceId, host: own.host });
  return {
    ...own,
    instanceId: store.instanceId,
    tasks: store.tasks,
    pieces: store.pieces,
    get isDraining() {
      return isDraining;
    },
    list: () => store.instances.list(),
    async drain(id) {
      const isKnown = await store.instances.drain(id);
      if (isKnown) await store.announce('drain', id);
      return isKnown;
    },
    announce: store.announce,
    listen: (onNews) => void listeners.push(onNews),
    inTurn: leases.inTurn,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await beating;
      await store.instances.leave().catch(() => {});
    },
  };
}
