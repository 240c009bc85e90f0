import type { Connection } from '../engine/connection.ts';
import { LEASE_MS, NOW } from './now.ts';

/** Leases of work that only one instance at a time may do, by name. All methods throw StoreUnavailable. */
export interface LeaseStore {
  /**
   * Takes a lease that is free. `nextIn` is the time until the next planned work, in milliseconds; negative if that time
   * has passed, null if nothing is planned. Returns null if another instance has the lease.
   */
  take(name: string): Promise<{ nextIn: number | null } | null>;
  /** Renews leases. Returns the names of those that this instance still has. */
  renew(names: readonly string[]): Promise<string[]>;
  release(name: string): Promise<void>;
  /** Stores when the next work is planned: the time until then in milliseconds; null for never. */
  plan(name: string, nextIn: number | null): Promise<void>;
}

/** Creates the store of leases. Each statement on the connection is a transaction. `own` is the id of this instance. */
export function createLeaseStore(connection: Connection, own: string): LeaseStore {
  return {
    async take(name) {
      const [row] = await connection.all<{ nextIn: number | null }>(
        `INSERT INTO leases (name, instance, lease_until) VALUES (?, ?, ${NOW} + ${LEASE_MS})
           ON CONFLICT (name) DO UPDATE SET instance = excluded.instance, lease_until = excluded.lease_until
             WHERE leases.instance IS NULL OR leases.instance = excluded.instance OR leases.lease_until <= ${NOW}
         RETURNING next_at - ${NOW} AS "nextIn"`,
        [name, own],
      );
      return row ?? null;
    },
    async renew(names) {
      const rows = await connection.all<{ name: string }>(
        `UPDATE leases SET lease_until = ${NOW} + ${LEASE_MS}
          WHERE instance = ? AND name IN (SELECT value FROM json_array_elements_text(CAST(? AS json)) AS listed(value))
         RETURNING name`,
        [own, JSON.stringify(names)],
      );
      return rows.map(({ name }) => name);
    },
    async release(name) {
      await connection.run('UPDATE leases SET instance = NULL, lease_until = 0 WHERE name = ? AND instance = ?', [
        name,
        own,
      ]);
    },
    async plan(name, nextIn) {
      await connection.run(`UPDATE leases SET next_at = ${NOW} + CAST(? AS bigint) WHERE name = ? AND instance = ?`, [
        nextIn === null ? null : Math.round(nextIn),
        name,
        own,
      ]);
    },
  };
}
