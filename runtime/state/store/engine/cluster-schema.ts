/** The tables with what the instances that share a database know of each other. */
export const CLUSTER_TABLES = `
  CREATE TABLE instances (
    id TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    heartbeat_at INTEGER NOT NULL,
    is_draining INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE run_tasks (
    run INTEGER NOT NULL PRIMARY KEY REFERENCES runs (number) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    is_small INTEGER NOT NULL,
    instance TEXT,
    attempt INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'QUEUED',
    pause TEXT,
    bytes INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    instance TEXT,
    lease_until INTEGER NOT NULL,
    next_at INTEGER
  );
  CREATE UNIQUE INDEX runs_in_progress ON runs (file_sha256, spec_version, md5(topic)) WHERE finished_at IS NULL;
`;

/** The tables of the pieces of large files. */
export const PIECE_TABLES = `
  CREATE TABLE run_pieces (
    run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
    piece INTEGER NOT NULL,
    phase TEXT NOT NULL DEFAULT 'COUNT',
    place TEXT,
    instance TEXT,
    attempt INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'QUEUED',
    pause TEXT,
    bytes INTEGER NOT NULL DEFAULT 0,
    commits INTEGER NOT NULL DEFAULT 0,
    checkpoint TEXT,
    duration_ms REAL NOT NULL DEFAULT 0,
    failure TEXT,
    PRIMARY KEY (run, piece)
  );
  CREATE TABLE run_piece_errors (
    run INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    position INTEGER NOT NULL,
    errors TEXT NOT NULL,
    PRIMARY KEY (run, piece, position),
    FOREIGN KEY (run, piece) REFERENCES run_pieces (run, piece) ON DELETE CASCADE
  );
`;

/** The values of UNIQUE rules in the steps of surveys, packed. They are removed when the pieces of the file are known. */
export const PIECE_KEYS = `
  CREATE TABLE run_piece_keys (
    run INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    step INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (run, piece, step),
    FOREIGN KEY (run, piece) REFERENCES run_pieces (run, piece) ON DELETE CASCADE
  );
`;

/** What a claim looks for among the pieces of all files. */
export const PIECE_INDEXES = `
  CREATE INDEX run_pieces_taken ON run_pieces (run) WHERE instance IS NOT NULL;
  CREATE INDEX run_pieces_failed ON run_pieces (run, piece) WHERE failure IS NOT NULL;
`;
