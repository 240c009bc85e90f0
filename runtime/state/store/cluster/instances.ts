import type { Connection } from '../engine/connection.ts';
import { NOW } from './now.ts';

/** A process of the service that uses the database. Times are those of the database, in milliseconds since 1970. */
export interface StoredInstance {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: number;
  readonly heartbeatAt: number;
  /** How long ago the last heartbeat was. */
  readonly silentMs: number;
  readonly isDraining: boolean;
  /** The number of runs that it has taken. */
  readonly runs: number;
}

/** The instances. All methods throw StoreUnavailable. */
export interface InstanceStore {
  /** Records that this instance lives. Returns whether it must not take more runs. */
  beat(own: { host: string; version: string }): Promise<{ isDraining: boolean }>;
  /** Returns all instances that have lived within the last hour, oldest first. */
  list(): Promise<StoredInstance[]>;
  /** Requests that an instance takes no more runs. Returns false if there is no such instance. */
  drain(id: string): Promise<boolean>;
  /** Removes this instance. */
  leave(): Promise<void>;
}

/** An instance that was silent for this time is forgotten. */
const FORGET_MS = 3_600_000;

/** Creates the store of instances. Each statement on the connection is a transaction. */
export function createInstanceStore(connection: Connection, id: string): InstanceStore {
  return {
    async beat({ host, version }) {
      const [row] = await connection.all<{ is_draining: number }>(
        `INSERT INTO instances (id, host, version, started_at, heartbeat_at) VALUES (?, ?, ?, ${NOW}, ${NOW})
           ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at RETURNING is_draining`,
        [id, host, version],
      );
      await connection.run(`DELETE FROM instances WHERE heartbeat_at < ${NOW} - ?`, [FORGET_MS]);
      return { isDraining: row?.is_draining === 1 };
    },
    async list() {
      const rows = await connection.all<Omit<StoredInstance, 'isDraining'> & { is_draining: number }>(
        `SELECT id, host, version, started_at AS "startedAt", heartbeat_at AS "heartbeatAt", is_draining,
                ${NOW} - heartbeat_at AS "silentMs",
                (SELECT count(*) FROM run_tasks WHERE instance = instances.id)
                + (SELECT count(DISTINCT run) FROM run_pieces WHERE instance = instances.id) AS runs
           FROM instances ORDER BY started_at, id`,
      );
      return rows.map(({ is_draining, ...row }) => ({ ...row, isDraining: is_draining === 1 }));
    },
    async drain(wanted) {
      const { changes } = await connection.run('UPDATE instances SET is_draining = 1 WHERE id = ?', [wanted]);
      return changes === 1;
    },
    async leave() {
      await connection.run('DELETE FROM instances WHERE id = ?', [id]);
    },
  };
}
