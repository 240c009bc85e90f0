import { join } from 'node:path';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import type { ClusterStore } from '../../../runtime/state/store/cluster/cluster-store.ts';
import { openClient } from '../../../runtime/state/store/postgresql/client.ts';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import type { Store } from '../../../runtime/state/store/store.ts';
import { createDataFolder, newRun } from '../../runtime/data-folder.ts';

/** Two instances that share a database. */
export interface Pair {
  stores: readonly [Store, Store];
  clusters: readonly [ClusterStore, ClusterStore];
  /** Ends all leases, as if their instances had been silent for too long. */
  expire(): Promise<void>;
}

/** Opens two stores that share a database, as two instances do. */
export async function withPair(
  { postgres, folder }: { postgres: PostgresSettings | null; folder: string },
  check: (pair: Pair) => Promise<void>,
): Promise<void> {
  if (postgres === null) throw new Error('no database');
  const places = [createDataFolder(), createDataFolder()];
  const open = (at: number) => openStore(places[at]?.folder ?? '', { postgres, files: join(folder, 'files') });
  const stores = [await open(0), await open(1)] as const;
  const { client } = await openClient(postgres, 'test');
  try {
    const clusters = stores.map(({ cluster }) => {
      if (cluster === null) throw new Error('no cluster');
      return cluster;
    }) as unknown as Pair['clusters'];
    const expire = async (): Promise<void> => {
      await client.query('UPDATE run_tasks SET lease_until = 0');
      await client.query('UPDATE run_pieces SET lease_until = 0');
      await client.query('UPDATE leases SET lease_until = 0');
    };
    await check({ stores, clusters, expire });
  } finally {
    await client.end();
    for (const store of stores) await store.close();
    for (const { remove } of places) remove();
  }
}

const ENTRY = { published: [], deadLetters: [], newErrors: [], durationMs: 1 };

/** A journal entry whose checkpoint is after a record. */
export const entryAt = (record: number) => ({
  ...ENTRY,
  checkpoint: JSON.stringify({ position: { record, byteOffset: record } }),
});

export const ENDING = { status: 'SUCCESS', failure: null, durationMs: 1 } as const;

/** A run into Kafka. */
export const inTopic = (topic: string, more: object = {}) => newRun(topic, { topic, broker: 'kafka', ...more });
