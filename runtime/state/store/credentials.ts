import type { Connection } from './engine/connection.ts';
import type { CredentialInserted, CredentialRemoved, CredentialStore, StoredCredential } from './credential-store.ts';
import type { Writer } from './engine/writer.ts';

interface CredentialRow {
  id: string;
  name: string;
  type: string;
  metadata: string;
  hint: string;
  version: number;
  created_at: string;
  rotated_at: string | null;
  expires_at: string | null;
  /** Undefined in a folder of an older version. */
  hosts?: string | null;
  types?: string | null;
  key_id: string;
  wrapped_key: string;
  ciphertext: string;
}

/** The maximum number of credentials. It bounds the memory and the time of listing and rewrapping them. */
const MAX_CREDENTIALS = 10_000;

/** A connection that is only read. */
type Reader = Pick<Connection, 'all'>;

/** Creates the store of the credentials. `reader` is a connection that only reads. */
export function createCredentialStore(writer: Writer, reader: Reader): CredentialStore {
  return {
    list: () => list(reader),
    get: (id) => find(reader, 'id', id),
    findByName: (name) => find(reader, 'name', name),
    usedBy: (id) => usersOf(reader, id),
    insert: (credential) => writer.transaction((connection) => insert(connection, credential)),
    replace: (credential, ifVersion) => writer.transaction((connection) => update(connection, credential, ifVersion)),
    bind: (id, binding) => writer.transaction((connection) => bind(connection, id, binding)),
    remove: (id) => writer.transaction((connection) => remove(connection, id)),
    resealAll: (reseal) =>
      writer.transaction(async (connection) => {
        const credentials = await list(connection);
        for (const credential of credentials) {
          await update(connection, { ...credential, sealed: reseal(credential) }, credential.version);
        }
        return credentials.length;
      }),
  };
}

async function insert(connection: Connection, credential: StoredCredential): Promise<CredentialInserted> {
  if ((await find(connection, 'name', credential.name)) !== null) return { kind: 'name_taken' };
  const [row] = await connection.all<{ count: number }>('SELECT count(*) AS count FROM credentials');
  if ((row?.count ?? 0) >= MAX_CREDENTIALS) return { kind: 'too_many' };
  const { id, name, type, metadata, hint, version, createdAt, rotatedAt, expiresAt, hosts, types, sealed } = credential;
  await connection.run(
    `INSERT INTO credentials (id, name, type, metadata, hint, version, created_at, rotated_at, expires_at,
                              hosts, types, key_id, wrapped_key, ciphertext)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[id, name, type, JSON.stringify(metadata), hint, version, createdAt, rotatedAt, expiresAt],
      ...[toText(hosts), toText(types)],
      ...[sealed.keyId, sealed.wrappedKey, sealed.ciphertext],
    ],
  );
  return { kind: 'inserted' };
}

/** Stores everything of a credential that can change. Returns false if its stored version is not `ifVersion`. */
async function update(connection: Connection, credential: StoredCredential, ifVersion: number): Promise<boolean> {
  const { id, metadata, hint, version, rotatedAt, expiresAt, hosts, types, sealed } = credential;
  const { changes } = await connection.run(
    `UPDATE credentials SET metadata = ?, hint = ?, version = ?, rotated_at = ?, expires_at = ?, hosts = ?, types = ?,
                            key_id = ?, wrapped_key = ?, ciphertext = ? WHERE id = ? AND version = ?`,
    [
      ...[JSON.stringify(metadata), hint, version, rotatedAt, expiresAt, toText(hosts), toText(types)],
      ...[sealed.keyId, sealed.wrappedKey, sealed.ciphertext, id, ifVersion],
    ],
  );
  return changes > 0;
}

async function bind(
  connection: Connection,
  id: string,
  { hosts, types }: Pick<StoredCredential, 'hosts' | 'types'>,
): Promise<boolean> {
  const { changes } = await connection.run(
    'UPDATE credentials SET hosts = COALESCE(hosts, ?), types = COALESCE(types, ?) WHERE id = ?',
    [toText(hosts), toText(types), id],
  );
  return changes > 0;
}

function toText(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function toList(text: string | null = null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]);
}

async function remove(connection: Connection, id: string): Promise<CredentialRemoved> {
  const usedBy = await usersOf(connection, id);
  if (usedBy.length > 0) return { kind: 'in_use', usedBy };
  const { changes } = await connection.run('DELETE FROM credentials WHERE id = ?', [id]);
  return { kind: changes > 0 ? 'removed' : 'not_found' };
}

async function list(connection: Reader): Promise<StoredCredential[]> {
  return (await connection.all<CredentialRow>('SELECT * FROM credentials ORDER BY name')).map(toCredential);
}

async function find(connection: Reader, by: 'id' | 'name', value: string): Promise<StoredCredential | null> {
  const [row] = await connection.all<CredentialRow>(`SELECT * FROM credentials WHERE ${by} = ?`, [value]);
  return row === undefined ? null : toCredential(row);
}

async function usersOf(connection: Reader, id: string): Promise<string[]> {
  const rows = await connection.all<{ id: string }>('SELECT id FROM integrations WHERE credential = ? ORDER BY name', [
    id,
  ]);
  return rows.map((row) => row.id);
}

function toCredential(row: CredentialRow): StoredCredential {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    // insert() and update() wrote the text.
    metadata: JSON.parse(row.metadata) as StoredCredential['metadata'],
    hint: row.hint,
    version: row.version,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    expiresAt: row.expires_at,
    hosts: toList(row.hosts),
    types: toList(row.types),
    sealed: { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
  };
}
