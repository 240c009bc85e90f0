import { type Cluster } from '../runs/cluster/cluster.ts';
import { openCluster } from '../runs/cluster/open-cluster.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import type { Meter } from '../base/log/meter.ts';
import type { Registry } from '../state/registry/open-registry.ts';
import type { Store } from '../state/store/store.ts';

/**
 * Joins the cluster of the store, and keeps the specs of the API as the other instances have changed them. Returns null
 * if only this process uses the store. Throws StoreUnavailable.
 */
export async function openServiceCluster({
  store,
  registry,
  log,
  meter,
}: {
  store: Store;
  registry: Registry;
  log: Log;
  meter: Meter;
}): Promise<Cluster | null> {
  if (store.cluster === null) return null;
  const cluster = await openCluster({ store: store.cluster, log, meter });
  cluster.listen(({ kind }) => {
    if (kind !== 'specs' && kind !== 'poll' && kind !== 'unknown') return;
    registry.refresh().catch((error: unknown) => log.debug('specs_not_refreshed', describeError(error)));
  });
  return cluster;
}
