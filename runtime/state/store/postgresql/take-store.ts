import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StoreUnavailable } from '../engine/store-unavailable.ts';
import type { OpenedClient } from './client.ts';
import { StoreInUse } from './failures.ts';
import { migrate, STORE_LOCK } from './migrate.ts';
import { createSession, type Session } from './session.ts';
import { describeDatabase, type PostgresSettings } from './settings.ts';

/** The session that writes. It has the lock of the store; the server releases the lock with the session. */
export interface WritingSession {
  readonly session: Session;
  /** Why this process can never write again; null if it can. Another process has used the database in the meantime. */
  readonly lost: StoreInUse | null;
}

/** How long to wait for the lock: the server may not have noticed yet that a process has ended. In milliseconds. */
const LOCK_MS = 3000;
const LOCK_POLL_MS = 200;

/**
 * Creates the session that writes. Its first connection takes the lock of the store and migrates the tables. A later one
 * takes the lock again, and checks that no other process has had it. Then acquire() throws StoreInUse: what this process
 * has in its memory may be outdated.
 */
export function createWritingSession(settings: PostgresSettings): WritingSession {
  // The server ends the session of this name that was lost, because only the network may have failed.
  const name = `specmill ${randomUUID()}`;
  let opening: number | null = null;
  let lost: StoreInUse | null = null;

  async function prepare({ client }: OpenedClient, before: OpenedClient | null): Promise<void> {
    if (lost !== null) throw lost;
    if (before !== null) await client.query(END_LOST_SESSION, [name]);
    const isTaken = await takeLock(client);
    if (opening === null) {
      if (!isTaken) throw new StoreInUse(describeUse(settings));
      await migrate(client, { settings, newId: randomUUID() });
      opening = await countOpening(client);
      return;
    }
    if ((await readOpening(client)) !== opening) throw (lost = new StoreInUse(describeLoss(settings)));
    // The server has not ended the lost session yet.
    if (!isTaken) throw new StoreUnavailable(describeUse(settings));
  }

  return {
    session: createSession({ settings, name, prepare }),
    get lost() {
      return lost;
    },
  };
}

/** How long a process that hangs may stop the transactions of all others, in milliseconds. */
const IDLE_MS = 5000;

/**
 * Creates the session of a process that shares the store with others of its kind. Each of its connections takes the lock
 * of the store, shared, so that no process without --files can use the database. Throws like createWritingSession().
 */
export function createSharedSession(settings: PostgresSettings): Session {
  const name = `specmill ${randomUUID()}`;
  let isMigrated = false;
  return createSession({
    settings,
    name,
    async prepare({ client }, before) {
      if (before !== null) await client.query(END_LOST_SESSION, [name]);
      if (!(await takeLock(client, 'pg_try_advisory_lock_shared'))) throw new StoreInUse(describeOwner(settings));
      await client.query(`SET idle_in_transaction_session_timeout = ${IDLE_MS}`);
      if (!isMigrated) await migrate(client, { settings, newId: randomUUID() });
      isMigrated = true;
    },
  });
}

function describeOwner(settings: PostgresSettings): string {
  return `a specmill process without --files uses the database ${describeDatabase(settings)} alone. Stop it, and start it again with --files DIR`;
}

const END_LOST_SESSION =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid() AND usename = current_user';

async function takeLock(client: Client, call = 'pg_try_advisory_lock'): Promise<boolean> {
  for (const until = performance.now() + LOCK_MS; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT ${call}(${STORE_LOCK}) AS taken`);
    if (rows[0]?.taken === true) return true;
    if (performance.now() > until) return false;
    await sleep(LOCK_POLL_MS);
  }
}

/** Counts the processes that have opened the store. The number identifies this one. */
async function countOpening(client: Client): Promise<number> {
  const { rows } = await client.query<{ opened: number }>(
    'UPDATE store_state SET opened = opened + 1 RETURNING opened',
  );
  return rows[0]?.opened ?? 0;
}

async function readOpening(client: Client): Promise<number> {
  const { rows } = await client.query<{ opened: number }>('SELECT opened FROM store_state');
  return rows[0]?.opened ?? 0;
}

function describeUse(settings: PostgresSettings): string {
  return `another specmill process uses the database ${describeDatabase(settings)}. One process at a time can use it, unless all of them have --files DIR: stop the other one, or use another database (--store)`;
}

function describeLoss(settings: PostgresSettings): string {
  return `another specmill process has used the database ${describeDatabase(settings)} since this one lost its connection. Restart this one`;
}
