import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log/json-log.ts';
import type { Meter } from '../../base/log/meter.ts';
import type { LeaseStore } from '../../state/store/cluster/leases.ts';
import type { Turn } from './cluster.ts';

/** The leases that this instance has. */
export interface HeldLeases {
  /** Renews all of them. Aborts the work of those that are lost. Throws StoreUnavailable. */
  renew(): Promise<void>;
  /** See Cluster.inTurn(). */
  inTurn(name: string, signal: AbortSignal, work: (turn: Turn) => Promise<void>): Promise<void>;
}

/** How long to wait before a lease that another instance has is tried again, in milliseconds. */
const AGAIN_MS = 2000;

/** Creates the leases of an instance. */
export function createHeldLeases({ store, log, meter }: { store: LeaseStore; log: Log; meter: Meter }): HeldLeases {
  const held = new Map<string, AbortController>();

  async function take(name: string, signal: AbortSignal): Promise<{ nextIn: number | null } | null> {
    while (!signal.aborted) {
      const taken = await store.take(name).catch(() => null);
      if (taken !== null) return taken;
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
    return null;
  }

  /** Returns whether the lease was lost. */
  async function work(
    name: string,
    { nextIn, signal, call }: { nextIn: number | null; signal: AbortSignal; call: (turn: Turn) => Promise<void> },
  ): Promise<boolean> {
    const lost = new AbortController();
    held.set(name, lost);
    try {
      await call({
        signal: AbortSignal.any([signal, lost.signal]),
        plannedAt: nextIn === null ? null : Date.now() + nextIn,
        plan: (at) => void store.plan(name, at === null ? null : at - Date.now()).catch(() => {}),
      });
    } catch (error) {
      if (!lost.signal.aborted) throw error;
    } finally {
      held.delete(name);
      await store.release(name).catch(() => {});
    }
    return lost.signal.aborted;
  }

  return {
    async renew() {
      const names = [...held.keys()];
      if (names.length === 0) return;
      const renewed = new Set(await store.renew(names));
      for (const name of names) {
        const lost = renewed.has(name) ? undefined : held.get(name);
        if (lost === undefined) continue;
        log.warn('lease_lost', { lease: name });
        meter.count('lease_losses_total', { kind: 'job' });
        lost.abort(new Error('another instance has the lease'));
      }
    },
    async inTurn(name, signal, call) {
      for (let isLost = true; isLost && !signal.aborted; ) {
        const taken = await take(name, signal);
        if (taken === null) return;
        isLost = await work(name, { ...taken, signal, call });
      }
    },
  };
}
