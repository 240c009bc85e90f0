import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../../../../runtime/base/database/postgresql/connect.ts';
import type { DatabaseSettings } from '../../../../runtime/base/database/settings.ts';
import { createCertificate } from './certificate.ts';
import { type DatabaseServer, killChild, waitForServer } from './database-server.ts';
import { createServerFolder, SERVER_USER } from './server-folder.ts';
import { findFreePort } from '../../../support/free-port.ts';

const ROOT = '/usr/lib/postgresql';

/** The packages of Debian that contain the server. */
export const PACKAGES = ['postgresql'];

/** Returns the folder of PostgreSQL's programs; null if it is not installed. */
export function findPostgres(): string | null {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(ROOT, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/**
 * Starts PostgreSQL with the user and database `specmill`. `more` are further lines of postgresql.conf. Throws if it does
 * not accept connections within 60 s.
 */
export async function startPostgres(more: readonly string[] = []): Promise<DatabaseServer> {
  const programs = findPostgres() ?? '';
  const folder = createServerFolder('postgresql');
  const home = folder.path;
  const data = join(home, 'data');
  const password = 'p4ssw0rd-marker';
  const certificate = createCertificate(home);
  writeFileSync(join(home, 'password'), password);
  folder.ownByServer();
  execFileSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'specmill',
      '-A',
      'scram-sha-256',
      `--pwfile=${join(home, 'password')}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '-N',
    ],
    { ...SERVER_USER, cwd: home, stdio: 'ignore' },
  );
  const port = await findFreePort();
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'ssl = on',
      `ssl_key_file = '${certificate.keyPath}'`,
      `ssl_cert_file = '${certificate.certificatePath}'`,
      'max_wal_size = 2GB',
      // In shared memory, the files of a killed server would remain.
      'dynamic_shared_memory_type = mmap',
      ...more,
      '',
    ].join('\n'),
  );
  const settings: DatabaseSettings = {
    driver: 'postgresql',
    host: '127.0.0.1',
    address: '127.0.0.1',
    port,
    database: 'postgres',
    schema: null,
    ssl: null,
    username: 'specmill',
    password,
  };
  const connect = () => connectPostgres(settings);
  let child: ChildProcess;
  async function start(): Promise<void> {
    child = spawn(join(programs, 'postgres'), ['-D', data], {
      ...SERVER_USER,
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
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
    async restart() {
      // The processes of a killed server end a moment after it. Until then, the next one refuses to start.
      for (let tries = 1; ; tries++) {
        rmSync(join(data, 'postmaster.pid'), { force: true });
        try {
          return await start();
        } catch (error) {
          if (tries === 20 || !String(error).includes('still in use')) throw error;
          await sleep(500);
        }
      }
    },
    async close() {
      await killChild(child);
      folder.remove();
    },
  };
}
