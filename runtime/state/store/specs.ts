import type { Connection } from './engine/connection.ts';
import type { Inserted, Removed, Replaced, SpecReader, SpecStore, StoredSpec, StoredVersion } from './spec-store.ts';
import type { Writer } from './engine/writer.ts';

interface SpecRow {
  id: string;
  name: string;
  number: number;
  version: string;
  body: string;
  created_at: number;
  updated_at: number;
}

const SELECT = `SELECT s.id, s.name, s.number, v.version, v.body, s.created_at, v.created_at AS updated_at
                  FROM specs s JOIN spec_versions v ON v.spec = s.id AND v.number = s.number`;

/**
 * Creates the store of the specs that were created over the API. `reader` is a connection that only reads. `maxBytes`
 * limits the texts of all versions of all specs together, in bytes.
 */
export function createSpecStore(writer: Writer, reader: Connection, maxBytes: number): SpecStore {
  const change = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    writer.transaction(async (connection) => {
      const outcome = await work(connection);
      await connection.notify('specs', '');
      return outcome;
    });
  return {
    list: async () => (await reader.all<SpecRow>(`${SELECT} ORDER BY s.name`)).map(toSpec),
    ...createSpecReader(reader),
    findByName: (name) => findSpec(reader, 'name', name),
    insert: (spec) => change((connection) => insertSpec(connection, spec, maxBytes)),
    replace: (id, spec, condition = {}) =>
      change((connection) => replaceSpec(connection, { ...spec, id }, { ...condition, maxBytes })),
    remove: (id, condition = {}) => change((connection) => removeSpec(connection, id, condition)),
    versions: (id) => readVersions(reader, id),
    numbers: async () => {
      const rows = await reader.all<{ id: string; number: number }>('SELECT id, number FROM specs');
      return new Map(rows.map(({ id, number }) => [id, number]));
    },
  };
}

/** Creates the part of the spec store that other processes can use. `reader` is a connection that only reads. */
export function createSpecReader(reader: Connection): SpecReader {
  return { get: (id) => findSpec(reader, 'id', id) };
}

interface SpecInput {
  id: string;
  name: string;
  body: string;
  version: string;
}

async function insertSpec(connection: Connection, input: SpecInput, maxBytes: number): Promise<Inserted> {
  if ((await findSpec(connection, 'name', input.name)) !== null) return { kind: 'name_taken' };
  if (!(await hasRoom(connection, input, maxBytes))) return { kind: 'quota_exceeded' };
  const now = Date.now();
  await connection.run('INSERT INTO specs (id, name, number, created_at) VALUES (?, ?, 1, ?)', [
    input.id,
    input.name,
    now,
  ]);
  await insertVersion(connection, input, 1, now);
  return { kind: 'inserted', spec: await readWrittenSpec(connection, input.id) };
}

async function replaceSpec(
  connection: Connection,
  input: SpecInput,
  { ifVersion, maxBytes }: { ifVersion?: string; maxBytes: number },
): Promise<Replaced> {
  const current = await findSpec(connection, 'id', input.id);
  if (current === null) return { kind: 'not_found' };
  if (ifVersion !== undefined && ifVersion !== current.version)
    return { kind: 'version_differs', version: current.version };
  const named = await findSpec(connection, 'name', input.name);
  if (named !== null && named.id !== input.id) return { kind: 'name_taken' };
  const isSame = current.name === input.name && current.version === input.version && current.body === input.body;
  if (!isSame && !(await hasRoom(connection, input, maxBytes))) return { kind: 'quota_exceeded' };
  if (!isSame) await addVersion(connection, input, current.number + 1);
  return { kind: 'replaced', spec: await readWrittenSpec(connection, input.id) };
}

async function hasRoom(connection: Connection, { body }: SpecInput, maxBytes: number): Promise<boolean> {
  const [row] = await connection.all<{ bytes: number | null }>(
    'SELECT sum(octet_length(body)) AS bytes FROM spec_versions',
  );
  return (row?.bytes ?? 0) + Buffer.byteLength(body) <= maxBytes;
}

async function addVersion(connection: Connection, input: SpecInput, number: number): Promise<void> {
  await insertVersion(connection, input, number, Date.now());
  await connection.run('UPDATE specs SET name = ?, number = ? WHERE id = ?', [input.name, number, input.id]);
}

async function insertVersion(
  connection: Connection,
  { id, version, body }: SpecInput,
  number: number,
  now: number,
): Promise<void> {
  await connection.run('INSERT INTO spec_versions (spec, number, version, created_at, body) VALUES (?, ?, ?, ?, ?)', [
    id,
    number,
    version,
    now,
    body,
  ]);
}

async function removeSpec(connection: Connection, id: string, { ifVersion }: { ifVersion?: string }): Promise<Removed> {
  const current = await findSpec(connection, 'id', id);
  if (current === null) return { kind: 'not_found' };
  if (ifVersion !== undefined && ifVersion !== current.version)
    return { kind: 'version_differs', version: current.version };
  await connection.run('DELETE FROM specs WHERE id = ?', [id]);
  return { kind: 'removed' };
}

async function findSpec(connection: Connection, by: 'id' | 'name', value: string): Promise<StoredSpec | null> {
  const [row] = await connection.all<SpecRow>(`${SELECT} WHERE s.${by} = ?`, [value]);
  return row === undefined ? null : toSpec(row);
}

async function readWrittenSpec(connection: Connection, id: string): Promise<StoredSpec> {
  const spec = await findSpec(connection, 'id', id);
  if (spec === null) throw new Error('the spec that was just written does not exist');
  return spec;
}

async function readVersions(connection: Connection, id: string): Promise<StoredVersion[]> {
  const rows = await connection.all<{ number: number; version: string; body: string; created_at: number }>(
    'SELECT number, version, body, created_at FROM spec_versions WHERE spec = ? ORDER BY number',
    [id],
  );
  return rows.map(({ created_at, ...version }) => ({ ...version, createdAt: new Date(created_at).toISOString() }));
}

function toSpec({ created_at, updated_at, ...spec }: SpecRow): StoredSpec {
  return { ...spec, createdAt: new Date(created_at).toISOString(), updatedAt: new Date(updated_at).toISOString() };
}
