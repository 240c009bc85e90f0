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
  const process = { ...SERVER_USER, cwd: home };
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
    folder.watch(child);
    await waitForServer(child, connect);
  }
  await start();
  return {
    port,
    ca: certificate.ca,
    settings,
    connect,
    kill: () => killChild(child),
    restart: start,
    async close() {
      await killChild(child);
      folder.remove();
    },
  };
}
