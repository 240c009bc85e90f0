import type { Connection } from 'mysql2';
import { CONNECT_MS, type Session, type SessionOptions, STATEMENT_MS } from '../session.ts';
import type { DatabaseSettings } from '../settings.ts';
import { openSocket } from '../socket.ts';
import { toMariadbFailure } from './classify-error.ts';

/** A session with MariaDB, and the connection of `mysql2` for statements that stream. */
export interface MariadbSession extends Session {
  readonly connection: Connection;
  /** Converts an error of the connection to a DatabaseFailure. */
  fail(error: unknown): never;
}

/**
 * Connects to MariaDB. Values that do not fit their column are errors, never warnings. Dates are returned as texts, and
 * times are in UTC. Throws DatabaseFailure.
 */
export async function connectMariadb(
  settings: DatabaseSettings,
  { onStep = () => {}, signal, statementMs = STATEMENT_MS }: SessionOptions = {},
): Promise<MariadbSession> {
  const { host, address, port, ssl } = settings;
  const fail = (error: unknown): never => {
    throw toMariadbFailure(error, host);
  };
  // Loaded when it is needed, because most services use no database.
  const { createConnection } = await import('mysql2');
  onStep('connect');
  const stream = await openSocket({ address, port, signal }).catch(fail);
  onStep(ssl === null ? 'authenticate' : 'tls');
  const connection = createConnection({
    // mysql2 compares the name in the certificate with this host.
    host,
    stream,
    database: settings.database,
    user: settings.username,
    password: settings.password,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    connectTimeout: CONNECT_MS,
    // The server must not be able to request a file of this machine.
    flags: ['-LOCAL_FILES'],
    ...(ssl === null ? {} : { ssl: { ...ssl, rejectUnauthorized: true, verifyIdentity: true } }),
  });
  connection.on('error', () => {});
  const abort = (): void => connection.destroy();
  signal?.addEventListener('abort', abort);
  const query = <Result>(sql: string, parameters: readonly (string | number | null)[] = []): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      connection.query({ sql, values: [...parameters], timeout: statementMs + CONNECT_MS }, (error, result) =>
        error ? reject(error) : resolve(result as Result),
      );
    }).catch(fail);
  const session: MariadbSession = {
    connection,
    fail,
    run: async (sql) => void (await query(sql)),
    rows: (sql, parameters) => query(sql, parameters),
    change: async (sql, parameters) => (await query<{ affectedRows: number }>(sql, parameters)).affectedRows,
    async close() {
      signal?.removeEventListener('abort', abort);
      connection.destroy();
    },
  };
  try {
    await new Promise<void>((resolve, reject) =>
      connection.connect((error) => (error ? reject(error) : resolve())),
    ).catch((error: { errno?: number }) => {
      // An error with a number is the answer of the server to the login.
      if (ssl !== null && error.errno !== undefined && error.errno > 0) onStep('authenticate');
      throw error;
    });
    if (ssl !== null) onStep('authenticate');
    await session.run(
      `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', innodb_lock_wait_timeout = 60, max_statement_time = ${statementMs / 1000}`,
    );
  } catch (error) {
    await session.close();
    fail(error);
  }
  return session;
}
