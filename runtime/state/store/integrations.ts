import type { Connection } from './engine/connection.ts';
import type { IntegrationInput, IntegrationStore, IntegrationWritten, StoredIntegration } from './integration-store.ts';
import type { Writer } from './engine/writer.ts';

interface IntegrationRow {
  id: string;
  name: string;
  type: string;
  credential: string | null;
  config: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** The maximum number of integrations. It bounds the memory and the time of listing them. */
const MAX_INTEGRATIONS = 10_000;

/** A connection that is only read. */
type Reader = Pick<Connection, 'all'>;

/** Creates the store of the integrations of the API. `reader` is a connection that only reads. */
export function createIntegrationStore(writer: Writer, reader: Reader): IntegrationStore {
  return {
    async list() {
      return (await reader.all<IntegrationRow>('SELECT * FROM integrations ORDER BY name')).map(toIntegration);
    },
    get: (id) => find(reader, 'id', id),
    findByName: (name) => find(reader, 'name', name),
    insert: (id, input) => writer.transaction((connection) => insert(connection, id, input)),
    replace: (id, input) => writer.transaction((connection) => replace(connection, id, input)),
    remove: (id) =>
      writer.transaction(
        async (connection) => (await connection.run('DELETE FROM integrations WHERE id = ?', [id])).changes > 0,
      ),
  };
}

async function insert(connection: Connection, id: string, input: IntegrationInput): Promise<IntegrationWritten> {
  const problem = await findProblem(connection, id, input);
  if (problem !== null) return problem;
  const [row] = await connection.all<{ count: number }>('SELECT count(*) AS count FROM integrations');
  if ((row?.count ?? 0) >= MAX_INTEGRATIONS) return { kind: 'too_many' };
  const now = Date.now();
  await connection.run(
    `INSERT INTO integrations (id, name, type, credential, config, version, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 1, ?, ?)`,
    [id, input.name, input.type, input.credentialId, JSON.stringify(input.config), now, now],
  );
  return readWritten(connection, id);
}

async function replace(connection: Connection, id: string, input: IntegrationInput): Promise<IntegrationWritten> {
  if ((await find(connection, 'id', id)) === null) return { kind: 'not_found' };
  const problem = await findProblem(connection, id, input);
  if (problem !== null) return problem;
  await connection.run(
    `UPDATE integrations SET name = ?, type = ?, credential = ?, config = ?, version = version + 1, updated_at = ?
     WHERE id = ?`,
    [input.name, input.type, input.credentialId, JSON.stringify(input.config), Date.now(), id],
  );
  return readWritten(connection, id);
}

async function findProblem(
  connection: Connection,
  id: string,
  { name, credentialId }: IntegrationInput,
): Promise<IntegrationWritten | null> {
  const named = await find(connection, 'name', name);
  if (named !== null && named.id !== id) return { kind: 'name_taken' };
  if (credentialId === null) return null;
  const credentials = await connection.all('SELECT 1 FROM credentials WHERE id = ?', [credentialId]);
  return credentials.length === 0 ? { kind: 'credential_not_found' } : null;
}

async function find(connection: Reader, by: 'id' | 'name', value: string): Promise<StoredIntegration | null> {
  const [row] = await connection.all<IntegrationRow>(`SELECT * FROM integrations WHERE ${by} = ?`, [value]);
  return row === undefined ? null : toIntegration(row);
}

async function readWritten(connection: Connection, id: string): Promise<IntegrationWritten> {
  const integration = await find(connection, 'id', id);
  if (integration === null) throw new Error('the integration that was just written does not exist');
  return { kind: 'written', integration };
}

function toIntegration({ credential, config, created_at, updated_at, ...row }: IntegrationRow): StoredIntegration {
  return {
    ...row,
    credentialId: credential,
    // insert() and replace() wrote the text.
    config: JSON.parse(config) as StoredIntegration['config'],
    createdAt: new Date(created_at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
  };
}
