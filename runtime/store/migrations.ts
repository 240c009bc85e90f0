import type { Connection } from './connection.ts';

/** Every step that the tables have come through, in order. What was released is never changed: a new step is added. */
const STEPS: readonly string[] = [
  `
  CREATE TABLE specs (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE spec_versions (
    spec TEXT NOT NULL REFERENCES specs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (spec, number)
  );

  -- A run, what it began with, and how far it is. The time at which it ended is null as long as it goes on.
  CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    status TEXT,
    failure TEXT,
    spec_id TEXT NOT NULL,
    spec_version TEXT NOT NULL,
    spec TEXT NOT NULL,
    module_hash TEXT NOT NULL,
    topic TEXT NOT NULL,
    dead_letter_topic TEXT,
    options TEXT NOT NULL,
    file_name TEXT NOT NULL,
    file_bytes INTEGER NOT NULL,
    file_sha256 TEXT NOT NULL,
    spool_name TEXT,
    idempotency_key TEXT UNIQUE,
    request_hash TEXT NOT NULL,
    commits INTEGER NOT NULL DEFAULT 0,
    duration_ms REAL NOT NULL DEFAULT 0,
    checkpoint TEXT
  );
  CREATE INDEX runs_unfinished ON runs (file_sha256) WHERE finished_at IS NULL;
  CREATE INDEX runs_spooled ON runs (finished_at) WHERE spool_name IS NOT NULL;
  -- The records with issues that a result lists: what one commit added, as the inside of a JSON array.
  CREATE TABLE run_errors (
    run INTEGER NOT NULL REFERENCES runs (number),
    position INTEGER NOT NULL,
    errors TEXT NOT NULL,
    PRIMARY KEY (run, position)
  );

  CREATE TABLE topics (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    messages INTEGER NOT NULL DEFAULT 0
  );
  -- Consecutive messages of one run in one topic. One without an offset is not shown: its run publishes all or nothing.
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    topic INTEGER NOT NULL REFERENCES topics (id),
    run INTEGER NOT NULL REFERENCES runs (number),
    first_offset INTEGER,
    first_hidden INTEGER,
    messages INTEGER NOT NULL,
    published_at INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX batches_shown ON batches (topic, first_offset) WHERE first_offset IS NOT NULL;
  CREATE INDEX batches_hidden ON batches (run) WHERE first_offset IS NULL;
  -- Apart, so that to show a batch does not write its messages again. Numbers are little-endian and unsigned, of 32 bits.
  CREATE TABLE batch_contents (
    batch INTEGER PRIMARY KEY REFERENCES batches (id) ON DELETE CASCADE,
    first_record INTEGER NOT NULL,
    record_jumps BLOB,
    value_ends BLOB NOT NULL,
    key_ends BLOB,
    issues TEXT,
    key_bytes BLOB,
    value_bytes BLOB NOT NULL
  );
  `,
  // Where a run publishes: embedded, or kafka. It goes on there or not at all.
  `ALTER TABLE runs ADD COLUMN broker TEXT NOT NULL DEFAULT 'embedded';`,
];

/** The version of the tables that this program knows. */
export const TABLES_VERSION = STEPS.length;

/** The version of a file's tables; 0 where there are none yet. */
export async function tablesVersion(connection: Connection): Promise<number> {
  const [row] = await connection.all<{ user_version: number }>('PRAGMA user_version');
  return row?.user_version ?? 0;
}

/** Brings the tables up to date in one transaction: readers beside it see the old ones or the new. The file's version must be one that is known. */
export async function migrate(connection: Connection): Promise<void> {
  const version = await tablesVersion(connection);
  if (version === TABLES_VERSION) return;
  try {
    await connection.exec(
      `BEGIN IMMEDIATE; ${STEPS.slice(version).join(';')}; PRAGMA user_version = ${TABLES_VERSION}; COMMIT`,
    );
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => {});
    throw error;
  }
}
