import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataFolder, createPrivateFile } from '../../base/files/data-folder.ts';
import type { Connection } from './engine/connection.ts';
import { openConnection } from './sqlite/open-connection.ts';
import { UnknownDataFolder } from './folder-failures.ts';
import { inTransaction } from './engine/writer.ts';

/** A stored API key, or the scopes of a client certificate. The random part of a key is not stored, only its hash. */
export interface StoredKey {
  id: string;
  name: string;
  scopes: readonly string[];
  /** Patterns of the topics and of the names of specs that the key may use. Null: all. */
  topics: readonly string[] | null;
  specs: readonly string[] | null;
  /** Patterns of the names of integrations whose files and tables the key may name as a `source`. Null: none. */
  integrations: readonly string[] | null;
  /** SHA-256 of the random part. Null if the key belongs to a certificate. */
  hash: Uint8Array | null;
  /** The subject of a client certificate, in its canonical form. Null for an API key. */
  certificate: string | null;
  /** Times in milliseconds since 1970. */
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
}

/**
 * The keys of a data folder. They are in a file of their own, `keys.sqlite`, without the lock of the data folder. So
 * the command line changes them while a service is running. SQLite's own locks protect the file.
 */
export interface KeyStore {
  /** Returns all keys, oldest first, revoked ones included. */
  list(): Promise<StoredKey[]>;
  insert(key: StoredKey): Promise<void>;
  /** Revokes a key. Returns it as it was before; null if there is no key with this id. */
  revoke(id: string, now: number): Promise<StoredKey | null>;
  /**
   * Returns a value that changes when another process changes the keys. Returns null if the file was replaced: then open
   * the store again. Throws the system's error if the file was deleted.
   */
  version(): Promise<number | null>;
  close(): Promise<void>;
}

const KEY_FILE = 'keys.sqlite';
const BUSY_MS = 5000;
/** The steps that create and change the table. A released step must never change. */
const STEPS = [
  `
  CREATE TABLE keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    topics TEXT,
    specs TEXT,
    hash BLOB,
    certificate TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  );
`,
  'ALTER TABLE keys ADD COLUMN integrations TEXT;',
];

interface KeyRow {
  id: string;
  name: string;
  scopes: string;
  topics: string | null;
  specs: string | null;
  integrations: string | null;
  hash: Buffer | null;
  certificate: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Returns true if the data folder has a file of keys. */
export function hasKeyStore(dataFolder: string): boolean {
  return existsSync(join(dataFolder, KEY_FILE));
}

/**
 * Opens the keys of a data folder. Creates the folder and the file if they are missing. Throws UnknownDataFolder if a
 * newer version wrote the file, DiskFull, and the errors of the system and of SQLite.
 */
export async function openKeyStore(dataFolder: string): Promise<KeyStore> {
  await createDataFolder(dataFolder);
  const path = join(dataFolder, KEY_FILE);
  await createPrivateFile(path);
  const connection = await openConnection(path, { mode: 'write', busyMs: BUSY_MS });
  try {
    await prepare(connection, dataFolder);
    const opened = await identify(path);
    return {
      list: async () => (await connection.all<KeyRow>('SELECT * FROM keys ORDER BY number')).map(toKey),
      insert: async (key) => void (await insert(connection, key)),
      revoke: (id, now) => inTransaction(connection, () => revoke(connection, id, now)),
      async version() {
        if ((await identify(path)) !== opened) return null;
        const [row] = await connection.all<{ data_version: number }>('PRAGMA data_version');
        return row?.data_version ?? null;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function prepare(connection: Connection, dataFolder: string): Promise<void> {
  await connection.exec('PRAGMA synchronous = FULL');
  await inTransaction(connection, async () => {
    const [row] = await connection.all<{ user_version: number }>('PRAGMA user_version');
    const version = row?.user_version ?? 0;
    if (version > STEPS.length) throw new UnknownDataFolder(dataFolder);
    if (version === STEPS.length) return;
    await connection.exec(`${STEPS.slice(version).join('\n')} PRAGMA user_version = ${STEPS.length}`);
  });
}

async function insert(connection: Connection, key: StoredKey): Promise<void> {
  await connection.run(
    `INSERT INTO keys (id, name, scopes, topics, specs, integrations, hash, certificate, created_at, expires_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      key.id,
      key.name,
      JSON.stringify(key.scopes),
      key.topics && JSON.stringify(key.topics),
      key.specs && JSON.stringify(key.specs),
      key.integrations && JSON.stringify(key.integrations),
      key.hash,
      key.certificate,
      key.createdAt,
      key.expiresAt,
      key.revokedAt,
    ],
  );
}

async function revoke(connection: Connection, id: string, now: number): Promise<StoredKey | null> {
  const [row] = await connection.all<KeyRow>('SELECT * FROM keys WHERE id = ?', [id]);
  if (row === undefined) return null;
  await connection.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [now, id]);
  return toKey(row);
}

async function identify(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev} ${ino}`;
}

function toKey(row: KeyRow): StoredKey {
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[],
    topics: readPatterns(row.topics),
    specs: readPatterns(row.specs),
    integrations: readPatterns(row.integrations),
    hash: row.hash,
    certificate: row.certificate,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function readPatterns(written: string | null): string[] | null {
  return written === null ? null : (JSON.parse(written) as string[]);
}
