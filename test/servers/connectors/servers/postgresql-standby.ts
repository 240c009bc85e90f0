import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectPostgres } from '../../../../runtime/base/database/postgresql/connect.ts';
import { openClient } from '../../../../runtime/state/store/postgresql/client.ts';
import { databaseOf } from '../../../support/test-store.ts';
import { type DatabaseServer, killChild, waitForServer } from './database-server.ts';
import { findPostgres } from './postgresql.ts';
import { createServerFolder, SERVER_USER } from './server-folder.ts';
import { findFreePort } from '../../../support/free-port.ts';

/** A copy of a PostgreSQL server that has each commit before the server confirms it. */
export interface Standby {
  readonly port: number;
  /** Makes the copy a server of its own. Resolves when it accepts writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a standby of a server, and makes the replication synchronous. */
export async function startStandby(primary: DatabaseServer): Promise<Standby> {
  const programs = findPostgres() ?? '';
  const folder = createServerFolder('standby');
  const data = join(folder.path, 'data');
  folder.ownByServer();
  const { username, password } = primary.settings;
  const source = `host=127.0.0.1 port=${primary.port} user=${username} application_name=standby`;
  execFileSync(join(programs, 'pg_basebackup'), ['-d', source, '-D', data, '-R', '-c', 'fast'], {
    ...SERVER_USER,
    cwd: folder.path,
    env: { ...process.env, PGPASSWORD: password },
    stdio: 'pipe',
  });
  const port = await findFreePort();
  // The last of several lines counts.
  appendFileSync(join(data, 'postgresql.conf'), `port = ${port}\n`);
  folder.ownByServer();
  const child: ChildProcess = spawn(join(programs, 'postgres'), ['-D', data], {
    ...SERVER_USER,
    cwd: folder.path,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  folder.watch(child);
  await waitForServer(child, () => connectPostgres({ ...primary.settings, port }));
  await run(primary.port, "ALTER SYSTEM SET synchronous_standby_names = 'standby'", 'SELECT pg_reload_conf()');
  return {
    port,
    promote: () =>
      run(
        port,
        "ALTER SYSTEM SET synchronous_standby_names = ''",
        'SELECT pg_promote(true)',
        'SELECT pg_reload_conf()',
      ),
    async close() {
      await killChild(child);
      folder.remove();
    },
  };
}

/** Runs statements on the server at a port of loopback. */
async function run(port: number, ...statements: readonly string[]): Promise<void> {
  const { client } = await openClient(databaseOf(port, 'postgres'), 'tests');
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
