/**
 * The migration step that creates the tables of jobs: the jobs of the API, the states of all jobs, and the ledger of the
 * files that they have seen. Jobs in git are in no table, so the others do not refer to one. The row of a file that is
 * gone remains for a time. A released step must never change.
 */
export const JOB_TABLES = `
  CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE TABLE job_states (
    job TEXT NOT NULL PRIMARY KEY,
    is_paused INTEGER NOT NULL,
    last_check INTEGER,
    listed INTEGER NOT NULL,
    last_error TEXT,
    failures INTEGER NOT NULL,
    retry_at INTEGER,
    expected_until INTEGER
  );
  CREATE TABLE job_files (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    job TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified INTEGER,
    version TEXT NOT NULL,
    identity TEXT NOT NULL,
    state TEXT NOT NULL,
    reason_code TEXT,
    reason TEXT,
    location TEXT NOT NULL,
    moving_to TEXT,
    run_id TEXT,
    spec TEXT,
    sha256 TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0,
    then_pending INTEGER NOT NULL DEFAULT 0,
    first_seen INTEGER NOT NULL,
    unchanged_since INTEGER NOT NULL,
    taken_at INTEGER,
    published_at INTEGER,
    finished_at INTEGER,
    retry_at INTEGER,
    gone_since INTEGER
  );
  CREATE UNIQUE INDEX job_files_identity ON job_files (job, identity);
  CREATE INDEX job_files_path ON job_files (job, path);
  CREATE INDEX job_files_state ON job_files (job, state);
  CREATE INDEX job_files_open ON job_files (job, path, number)
    WHERE state IN ('seen', 'waiting') AND gone_since IS NULL;
  CREATE INDEX job_files_listed ON job_files (job, number) WHERE gone_since IS NULL;
  CREATE INDEX job_files_gone ON job_files (job, gone_since) WHERE gone_since IS NOT NULL;
  CREATE INDEX job_files_pending ON job_files (job, number) WHERE then_pending = 1;
  CREATE INDEX job_files_content ON job_files (job, sha256) WHERE sha256 IS NOT NULL;
  CREATE INDEX job_files_first_seen ON job_files (job, first_seen);
  CREATE TABLE alerts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX alerts_next ON alerts (next_at);
  `;
