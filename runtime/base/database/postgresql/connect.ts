import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { Client } from 'pg';
import { CONNECT_MS, type Session, type SessionOptions, STATEMENT_MS } from '../session.ts';
import { quoteName } from '../quote.ts';
import type { DatabaseSettings } from '../settings.ts';
import { toPostgresFailure } from './classify-error.ts';

/** A session with PostgreSQL, and the client of `pg` for statements that stream. */
export interface PostgresSession extends Session {
  readonly client: Client;
  /** Converts an error of the client to a DatabaseFailure. */
  fail(error: unknown): never;
}

/** Connects to PostgreSQL. Texts of dates are in ISO form, and times in UTC. Throws DatabaseFailure. */
export async function connectPostgres(
  settings: DatabaseSettings,
  { onStep = () => {}, signal, statementMs = STATEMENT_MS }: SessionOptions = {},
): Promise<PostgresSession> {
  const { host, address, schema, ssl } = settings;
  const fail = (error: unknown): never => {
    throw toPostgresFailure(error, host);
  };
  // Loaded when it is needed, because most services use no database.
  const { Client } = (await import('pg')).default;
  const client = new Client({
    host: address,
    port: settings.port,
    database: settings.database,
    user: settings.username,
    password: settings.password,
    application_name: 'specmill',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    query_timeout: statementMs + CONNECT_MS,
    ssl: ssl === null ? false : createTls(host, ssl.ca),
  });
  // Without a listener, a connection that ends between two statements would end the process.
  client.on('error', () => {});
  const abort = (): void => void client.end().catch(() => {});
  signal?.addEventListener('abort', abort);
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  };
  try {
    onStep('connect');
    reportSteps(client, ssl !== null, onStep);
    await client.connect();
    const path = schema === null ? '' : `; SET search_path TO ${quoteName('postgresql', schema)}`;
    await client.query(
      `SET statement_timeout = ${statementMs}; SET lock_timeout = 60000; SET client_encoding = 'UTF8'; SET DateStyle = ISO; SET TimeZone = 'UTC'; SET standard_conforming_strings = on; SET IntervalStyle = iso_8601; SET bytea_output = hex${path}`,
    );
  } catch (error) {
    await close();
    fail(error);
  }
  return {
    client,
    fail,
    close,
    run: async (sql) => void (await client.query(sql).catch(fail)),
    rows: async <Row>(sql: string, parameters: readonly (string | number | null)[] = []) =>
      (await client.query(sql, [...parameters]).catch(fail)).rows as Row[],
    change: async (sql, parameters = []) => (await client.query(sql, [...parameters]).catch(fail)).rowCount ?? 0,
  };
}

// The connection goes to an address, so the name in the certificate is compared with the configured host.
function createTls(host: string, ca: string | undefined) {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
  };
}

function reportSteps(client: Client, isSecure: boolean, onStep: NonNullable<SessionOptions['onStep']>): void {
  // `connection` is the part of the client that reports its phases. The type definitions omit it.
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.once('connect', () => onStep(isSecure ? 'tls' : 'authenticate'));
  connection.once('sslconnect', () => onStep('authenticate'));
}
