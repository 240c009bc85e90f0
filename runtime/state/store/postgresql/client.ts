import { checkServerIdentity } from 'node:tls';
import { isIP } from 'node:net';
import type { Client, ClientConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { PostgresSettings } from './settings.ts';

/** Time limits in milliseconds: to open a connection, and for one statement. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 20_000;

/** A connected client of the driver. */
export interface OpenedClient {
  readonly client: Client;
  /** Sends one query after the other. Throws the errors of the driver. */
  query<Row extends QueryResultRow = QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>;
  /** False as soon as the connection is lost or closed. */
  isAlive(): boolean;
  /** Closes the connection at once. An open transaction has no effect, unless its commit is on the way. */
  destroy(): void;
}

/** The types of PostgreSQL that JavaScript has as a number: int8 and numeric. Every number of the store is safe. */
const NUMBERS = new Set([20, 1700]);

/**
 * Connects to the database. `name` is the name of the connection for the server. A commit is durable, also where the
 * server's default is not. Throws the errors of the driver.
 */
export async function openClient(
  settings: PostgresSettings,
  name: string,
  statementMs = STATEMENT_MS,
): Promise<OpenedClient> {
  // Loaded when it is needed, because most installations use SQLite.
  const { Client, types } = (await import('pg')).default;
  const client = new Client({
    host: settings.host,
    port: settings.port,
    database: settings.database,
    user: settings.user,
    ...(settings.password !== null && { password: settings.password }),
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs,
    keepAlive: true,
    ssl: toTls(settings),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format),
    } as ClientConfig['types'],
  });
  let isAlive = true;
  client.on('error', () => (isAlive = false)).on('end', () => (isAlive = false));
  const destroy = (): void => {
    isAlive = false;
    // The type definitions omit the connection. end() would wait for a server that does not answer.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  try {
    await client.connect();
    await client.query(SESSION);
  } catch (error) {
    destroy();
    throw error;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    client,
    isAlive: () => isAlive,
    destroy,
    query<Row extends QueryResultRow>(config: QueryConfig) {
      const answer = last.then(() => client.query<Row>(config));
      last = answer.catch(() => {});
      return answer;
    },
  };
}

// The server ends the session of a process that hangs or is unreachable, so that its lock does not remain.
const SESSION = `
  SET client_encoding = 'UTF8';
  SET standard_conforming_strings = on;
  SET idle_in_transaction_session_timeout = 30000;
  SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 5;
  SET tcp_user_timeout = 15000;
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
`;

function toTls({ tls, host }: PostgresSettings): NonNullable<ClientConfig['ssl']> {
  if (tls === null) return false;
  const { verifies, ca } = tls;
  return {
    ...(ca !== null && { ca }),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: verifies !== 'nothing',
    checkServerIdentity: (_, certificate) => (verifies === 'host' ? checkServerIdentity(host, certificate) : undefined),
  };
}
