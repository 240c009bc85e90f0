import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerFolder, type ServerFolder } from './server-folder.ts';
import { findFreePort } from '../../../support/free-port.ts';

const SSHD = '/usr/sbin/sshd';

/** Returns whether OpenSSH's server is installed. */
export function hasOpenSsh(): boolean {
  return existsSync(SSHD);
}

/** OpenSSH's server on loopback, with its own key and a folder of files. */
export interface OpenSshServer {
  readonly host: string;
  readonly port: number;
  /** The fingerprint, SHA256:… */
  readonly hostKey: string;
  readonly username: string;
  /** The private key of the user, in OpenSSH's format. */
  readonly privateKey: string;
  /** The folder for the files of tests. */
  readonly folder: string;
  /** Ends the server and every session, like a crash. */
  kill(): Promise<void>;
  /** Starts the server again on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server as an ordinary process. Throws if it does not answer within 10 s. */
export async function startOpenSsh(): Promise<OpenSshServer> {
  const place = createServerFolder('sshd');
  const home = place.path;
  const folder = join(home, 'files');
  mkdirSync(folder);
  for (const name of ['host_key', 'user_key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)]);
  writeFileSync(join(home, 'authorized_keys'), readFileSync(join(home, 'user_key.pub')), { mode: 0o600 });
  const port = await findFreePort();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(home, 'host_key')}`,
    `AuthorizedKeysFile ${join(home, 'authorized_keys')}`,
    `PidFile ${join(home, 'pid')}`,
    'PasswordAuthentication no',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(join(home, 'sshd_config'), `${config.join('\n')}\n`);
  // The server refuses to start without the folder to which it confines unprivileged children.
  mkdirSync('/run/sshd', { recursive: true });
  let child = await start(place, port);
  const kill = async (): Promise<void> => {
    // Sessions are descendants of the server's process.
    for (const pid of [...findDescendants(child.pid ?? 0), child.pid ?? 0]) {
      try {
        if (pid > 0) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    await sleep(50);
  };
  return {
    host: '127.0.0.1',
    port,
    hostKey:
      execFileSync('ssh-keygen', ['-lf', join(home, 'host_key.pub')])
        .toString()
        .split(' ')[1] ?? '',
    username: userInfo().username,
    privateKey: readFileSync(join(home, 'user_key'), 'utf8'),
    folder,
    kill,
    async restart() {
      child = await start(place, port);
    },
    async close() {
      await kill();
      place.remove();
    },
  };
}

async function start(home: ServerFolder, port: number): Promise<ChildProcess> {
  const child = spawn(SSHD, ['-D', '-e', '-f', join(home.path, 'sshd_config')], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  home.watch(child);
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (/Server listening/.test(stderr)) return child;
    if (child.exitCode !== null) throw new Error(`sshd ended: ${stderr}`);
    await sleep(50);
  }
  throw new Error(`sshd does not listen on port ${port}: ${stderr}`);
}

/** Returns the processes below a process, from /proc. */
function findDescendants(parent: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
  return children.flatMap((pid) => [...findDescendants(pid), pid]);
}

function parentOf(pid: number): number {
  try {
    // The name of the program, in parentheses, may contain blanks.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) . /s, '')
        .split(' ')[0],
    );
  } catch {
    return -1;
  }
}
