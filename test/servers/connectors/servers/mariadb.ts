import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectMariadb } from '../../../../runtime/base/database/mariadb/connect.ts';
import type { DatabaseSettings } from '../../../../runtime/base/database/settings.ts';
import { createCertificate } from './certificate.ts';
import { type DatabaseServer, killChild, waitForServer } from './database-server.ts';
import { createServerFolder, SERVER_USER } from './server-folder.ts';
import { findFreePort } from '../../../support/free-port.ts';

const SERVER = '/usr/sbin/mariadbd';
const INSTALL = '/usr/bin/mariadb-install-db';

/** The packages of Debian that contain the server and its tables. */
export const PACKAGES = ['mariadb-server-core', 'mariadb-client-core'];

/** Returns whether MariaDB is installed. */
export function hasMariadb(): boolean {
  return existsSync(SERVER) && existsSync(INSTALL);
}

/** Starts MariaDB with the user and database `specmill`. Throws if it does not accept connections within 60 s. */
export async function startMariadb(): Promise<DatabaseServer> {
  const folder = createServerFolder('mariadb');
  const home = folder.path;
  const data = join(home, 'data');
  mkdirSync(data);
  const password = 'p4ssw0rd-marker';
  const certificate = createCertificate(home);
  const init = join(home, 'init.sql');
  writeFileSync(
    init,
    `CREATE DATABASE IF NOT EXISTS specmill CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS specmill@'%' IDENTIFIED BY '${password}';
GRANT ALL ON specmill.* TO specmill@'%';
`,
  );
  folder.ownByServer();
  // The user of the server may be unable to write to this user's temporary folder.
  const process = { ...SERVER_USER, cwd: home, env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TMPDIR: home } };
  const parts = ['--no-defaults', `--datadir=${data}`];
  execFileSync(INSTALL, [...parts, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    ...process,
    stdio: 'ignore',
  });
  const port = await findFreePort();
  const settings: DatabaseSettings = {
    driver: 'mariadb',
    host: '127.0.0.1',
    address: '127.0.0.1',
    port,
    database: 'specmill',
    schema: null,
    ssl: null,
    username: 'specmill',
    password,
  };
  const connect = () => connectMariadb(settings);
  let child: ChildProcess;
  let killed = false;
  let output = '';
  async function start(): Promise<void> {
    child = spawn(
      SERVER,
      [
        ...parts,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(home, 'socket')}`,
        `--pid-file=${join(home, 'pid')}`,
        `--init-file=${init}`,
        `--ssl-ca=${certificate.caPath}`,
        `--ssl-key=${certificate.keyPath}`,
        `--ssl-cert=${certificate.certificatePath}`,
        '--skip-name-resolve',
      ],
      { ...process, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    killed = false;
    output = '';
    child.stderr?.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-8000)));
    folder.watch(child);
    await waitForServer(child, connect);
  }
  const kill = () => {
    killed = true;
    return killChild(child);
  };
  await start();
  return {
    port,
    ca: certificate.ca,
    settings,
    connect,
    kill,
    restart: start,
    async recover() {
      if (killed || (child.exitCode === null && child.signalCode === null)) return null;
      const report = output;
      await start();
      const session = await connect();
      await session.run('DROP DATABASE specmill');
      await session.run('CREATE DATABASE specmill CHARACTER SET utf8mb4');
      await session.close();
      return report;
    },
    async close() {
      await kill();
      folder.remove();
    },
  };
}
