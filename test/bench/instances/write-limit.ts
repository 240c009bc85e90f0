import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import { openClient } from '../../../runtime/state/store/postgresql/client.ts';

const CLIENTS = 8;
const SECONDS = 5;
/** Any key: the lock is the only one of this database. */
const LOCK = 1;

/**
 * Returns how many writing transactions a second all instances together can make. Each waits for the one before it, changes
 * a row, and is written to the disk.
 */
export async function measureWriteLimit(database: PostgresSettings): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => openClient(database, 'bench')));
  const [first] = clients;
  await first?.client.query('CREATE TABLE write_limit (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
  await first?.client.query(`INSERT INTO write_limit SELECT id, 0 FROM generate_series(1, ${CLIENTS}) id`);
  const end = performance.now() + SECONDS * 1000;
  let transactions = 0;
  await Promise.all(
    clients.map(async ({ client }, index) => {
      while (performance.now() < end) {
        await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
        await client.query({
          name: 'write',
          text: 'UPDATE write_limit SET value = value + 1 WHERE id = $1',
          values: [index + 1],
        });
        await client.query('COMMIT');
        transactions++;
      }
    }),
  );
  await first?.client.query('DROP TABLE write_limit');
  await Promise.all(clients.map(({ client }) => client.end()));
  return transactions / SECONDS;
}
