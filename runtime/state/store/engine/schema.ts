import { CLUSTER_TABLES, PIECE_INDEXES, PIECE_KEYS, PIECE_TABLES } from './cluster-schema.ts';
import { JOB_TABLES } from './job-schema.ts';

/**
 * A migration step: the SQL of SQLite, from which that of PostgreSQL follows by the types of its columns, or the SQL of
 * each database where they differ in more than types.
 */
export type SchemaStep = string | { readonly sqlite: string; readonly postgresql: string };

const AUDIT_TABLE = `
  ALTER TABLE runs ADD COLUMN principal TEXT;
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    principal TEXT,
    key_id TEXT,
    address TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    target TEXT,
    spec_version_before TEXT,
    spec_version_after TEXT,
    run_id TEXT,
    status INTEGER NOT NULL
  );
  CREATE INDEX audit_by_principal ON audit (principal, number);
  CREATE INDEX audit_by_time ON audit (at);
  CREATE INDEX audit_by_run ON audit (run_id) WHERE run_id IS NOT NULL;
`;

const APPEND_ONLY = {
  sqlite: `CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'an entry of the audit never changes'); END;
`,
  postgresql: `
  CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS
    $body$ BEGIN RAISE EXCEPTION 'an entry of the audit never changes'; END $body$;
  CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION reject_audit_change();
  `,
};

/** The migration steps, in order. A released step must never change. A new step is appended. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
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

  -- A run: its request, its progress and its end. finished_at is null while the run is unfinished.
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
  -- The records with issues of a result. A row contains those of one commit, one JSON object per line.
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
  -- Consecutive messages of one run in one topic. A batch without an offset is hidden: its run is all-or-nothing.
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
  -- A separate table, so that showing a batch does not rewrite its messages. Numbers are unsigned 32-bit little-endian.
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
  // The broker that a run publishes to: `embedded` or `kafka`. It never changes during a run.
  `ALTER TABLE runs ADD COLUMN broker TEXT NOT NULL DEFAULT 'embedded';`,
  // A cancelled run ends at its next checkpoint, even if the process restarts before that. A deleted run or topic is
  // hidden at once, and its rows are removed in small steps. The row of a deleted run remains while messages refer to it.
  `
  ALTER TABLE runs ADD COLUMN cancelled_at INTEGER;
  ALTER TABLE runs ADD COLUMN deleted_at INTEGER;
  ALTER TABLE runs ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE topics ADD COLUMN deleted_at INTEGER;
  CREATE INDEX runs_by_file ON runs (file_sha256, topic) WHERE finished_at IS NOT NULL AND deleted_at IS NULL;
  CREATE INDEX runs_deleted ON runs (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX batches_by_run ON batches (run);
  `,
  // A module is authenticated by a signature, whose key is outside of the data folder. If that fails, the module is
  // compiled again from its source, which is a spec as JSON.
  `
  ALTER TABLE runs ADD COLUMN module_mac TEXT;
  CREATE TABLE module_sources (hash TEXT NOT NULL PRIMARY KEY, source TEXT NOT NULL);
  `,
  // The destination of a run as JSON; null if it is a topic. Then `topic` and `dead_letter_topic` define it. For any other
  // destination, `topic` contains a text that identifies it and is not the name of a topic.
  `ALTER TABLE runs ADD COLUMN destination TEXT;`,
  // The secret of a credential is encrypted (see runtime/state/vault). An integration contains no secret.
  `
  CREATE TABLE credentials (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    metadata TEXT NOT NULL,
    hint TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    rotated_at TEXT,
    expires_at TEXT,
    key_id TEXT NOT NULL,
    wrapped_key TEXT NOT NULL,
    ciphertext TEXT NOT NULL
  );
  CREATE TABLE integrations (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    credential TEXT REFERENCES credentials (id),
    config TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE INDEX integrations_by_credential ON integrations (credential);
  `,
  JOB_TABLES,
  // The caller of a run: null for runs of earlier versions and of jobs. The audit has an entry for each request. An entry
  // never changes.
  { sqlite: AUDIT_TABLE + APPEND_ONLY.sqlite, postgresql: AUDIT_TABLE + APPEND_ONLY.postgresql },
  // The size of the spooled files of each caller is computed from this index alone.
  `CREATE INDEX runs_with_file ON runs (principal, file_bytes) WHERE spool_name IS NOT NULL;`,
  // The record types of the messages as JSON, see StoredBatch. Null if the spec has one type of records.
  `ALTER TABLE batch_contents ADD COLUMN record_types TEXT;`,
  // What instances share: who lives, who has taken which unfinished run, and who has which lease. Only with PostgreSQL.
  { sqlite: '', postgresql: CLUSTER_TABLES },
  // The place of the values if they are in a message file. Then `value_bytes` is empty.
  `
  ALTER TABLE batch_contents ADD COLUMN value_file TEXT;
  ALTER TABLE batch_contents ADD COLUMN value_position INTEGER;
  CREATE INDEX batch_contents_by_file ON batch_contents (value_file) WHERE value_file IS NOT NULL;
  `,
  // The pieces of the file of an unfinished run, which instances take. The task of such a run has `is_small` 2, so that
  // no instance takes the run as a whole: an earlier version asks for 0 and 1. `place` is JSON: the exact start of a
  // piece (COUNT), what was counted (COUNTED), or its limits (PUBLISH, DONE). Only with PostgreSQL.
  { sqlite: '', postgresql: PIECE_TABLES },
  // A claim finds the pieces that are taken, and those that have failed, without reading the others.
  { sqlite: '', postgresql: PIECE_INDEXES },
  // The small files of runs, by `runs.spool_name`. All other files are in the spool.
  `CREATE TABLE small_files (name TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL);`,
  // The lengths of the values and of the details in a message file, in bytes. Then all contents of the batch are there, and
  // `value_ends` is empty. Null if the details are in this row.
  `
  ALTER TABLE batch_contents ADD COLUMN value_length INTEGER;
  ALTER TABLE batch_contents ADD COLUMN details_length INTEGER;
  `,
  // The hosts and the types of integrations for which a secret may be used, as JSON. Null: its first use decides.
  `
  ALTER TABLE credentials ADD COLUMN hosts TEXT;
  ALTER TABLE credentials ADD COLUMN types TEXT;
  `,
  // The checksum of the contents of a batch. Null for batches of earlier versions.
  `ALTER TABLE batch_contents ADD COLUMN checksum INTEGER;`,
  // The records of the file of a job as JSON, see FileRecords. Null before its run has ended, and for earlier versions.
  `
  ALTER TABLE job_files ADD COLUMN records TEXT;
  CREATE INDEX job_files_published ON job_files (job, published_at) WHERE records IS NOT NULL;
  `,
  // How a person wants the file to be read again as JSON, see RetryOrder. Null for its first run.
  `ALTER TABLE job_files ADD COLUMN retry_order TEXT;`,
  // Checksums of what a run was accepted with, and of its errors. Null for rows of earlier versions.
  `
  ALTER TABLE runs ADD COLUMN checksum INTEGER;
  ALTER TABLE run_errors ADD COLUMN checksum INTEGER;
  `,
  // A request to publish the rejects of a file as JSON, see RejectsOrder, and the name of the file in the spool that
  // belongs to it until a run has it. The comment of an approval.
  `
  ALTER TABLE job_files ADD COLUMN rejects_order TEXT;
  ALTER TABLE job_files ADD COLUMN rejects_spool TEXT;
  CREATE INDEX job_files_rejects ON job_files (rejects_spool) WHERE rejects_spool IS NOT NULL;
  ALTER TABLE audit ADD COLUMN comment TEXT;
  `,
  // The defaults of these options are the careful ones since this version. Jobs that were stored before keep what they did.
  {
    sqlite: `UPDATE jobs SET body = json_insert(
      json_insert(body, '$.options', json('{}')),
      '$.options.skipInvalidRecords', json('false'), '$.options.delivery', 'at-least-once', '$.options.onDuplicateFile', 'WARN');`,
    postgresql: `UPDATE jobs SET body = jsonb_set(body::jsonb, '{options}',
      '{"skipInvalidRecords": false, "delivery": "at-least-once", "onDuplicateFile": "WARN"}'::jsonb
        || coalesce(body::jsonb -> 'options', '{}'::jsonb))::text;`,
  },
  // The files of a job in their order, also those in one state or with one name, and those that have ended since a time.
  `
  DROP INDEX job_files_state;
  CREATE INDEX job_files_state ON job_files (job, state, number);
  CREATE INDEX job_files_number ON job_files (job, number);
  CREATE INDEX job_files_name ON job_files (job, name, number);
  CREATE INDEX job_files_finished ON job_files (job, finished_at) WHERE finished_at IS NOT NULL;
  `,
  // What the surveys of the pieces of a file have found besides `run_pieces.place`. Only with PostgreSQL.
  { sqlite: '', postgresql: PIECE_KEYS },
];

/** The version of the tables that this program uses: the number of migration steps. */
export const TABLES_VERSION = SCHEMA_STEPS.length;

/** The first version that has credentials. */
export const CREDENTIALS_VERSION =
  SCHEMA_STEPS.findIndex((step) => typeof step === 'string' && step.includes('CREATE TABLE credentials')) + 1;
