import type { AlertStore, NewAlert } from './alert-store.ts';
import type { Connection } from './engine/connection.ts';
import type { Writer } from './engine/writer.ts';

/** No more alerts than this wait. Then the oldest ones are dropped. */
const MAX_WAITING = 10_000;

interface AlertRow {
  id: string;
  kind: string;
  payload: string;
  created_at: number;
  attempts: number;
}

/** Creates the store of alerts. `reader` is a connection that only reads. */
export function createAlertStore(writer: Writer, reader: Connection): AlertStore {
  return {
    async add(alert) {
      if (alert !== null) await writer.transaction((connection) => insertAlert(connection, alert));
    },
    async waiting(now) {
      const rows = await reader.all<AlertRow>(
        'SELECT id, kind, payload, created_at, attempts FROM alerts WHERE next_at <= ? ORDER BY next_at LIMIT 20',
        [now],
      );
      return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }));
    },
    async nextAt() {
      const [row] = await reader.all<{ at: number | null }>('SELECT min(next_at) AS at FROM alerts');
      return row?.at ?? null;
    },
    remove: (id) =>
      writer.transaction(async (connection) => void (await connection.run('DELETE FROM alerts WHERE id = ?', [id]))),
    postpone: (id, nextAt) =>
      writer.transaction(async (connection) => {
        await connection.run('UPDATE alerts SET attempts = attempts + 1, next_at = ? WHERE id = ?', [nextAt, id]);
      }),
  };
}

/** Stores an alert as a part of a transaction. */
export async function insertAlert(connection: Connection, { id, kind, payload }: NewAlert): Promise<void> {
  const now = Date.now();
  await connection.run(
    'INSERT INTO alerts (id, kind, payload, created_at, next_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    [id, kind, payload, now, now],
  );
  await connection.run('DELETE FROM alerts WHERE number <= (SELECT max(number) FROM alerts) - ?', [MAX_WAITING]);
}
