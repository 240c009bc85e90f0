import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A user without rights. Some servers refuse to run as root. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A temporary folder of a server. It is removed when this process ends for any reason, also by SIGKILL. */
export interface ServerFolder {
  readonly path: string;
  /** Ends a process of the server when this process ends for any reason. */
  watch(child: ChildProcess): void;
  /** Gives all files to SERVER_USER. */
  ownByServer(): void;
  /** Removes the folder. Its processes must have ended. */
  remove(): void;
}

// The input of the shell closes when the test process ends. The names of the files in pids/ are process ids.
const GUARDIAN = `cat > /dev/null
cd "$1" 2> /dev/null || exit 0
for file in pids/*; do kill -9 "\${file##*/}" 2> /dev/null; done
cd / && rm -rf "$1" || { sleep 1; rm -rf "$1"; }`;

/** Creates a temporary folder. */
export function createServerFolder(name: string): ServerFolder {
  const path = mkdtempSync(join(tmpdir(), `specmill-${name}-`));
  chmodSync(path, 0o755);
  mkdirSync(join(path, 'pids'));
  // Its own process group: Ctrl-C ends the tests, and must not end the process that cleans up after them.
  const guardian = spawn('sh', ['-c', GUARDIAN, 'sh', path], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guardian.unref();
  // An open pipe would keep this process alive.
  (guardian.stdin as unknown as { unref(): void }).unref();
  return {
    path,
    watch(child) {
      if (child.pid === undefined) return;
      const file = join(path, 'pids', String(child.pid));
      writeFileSync(file, '');
      child.once('exit', () => rmSync(file, { force: true }));
    },
    ownByServer() {
      const { uid } = SERVER_USER;
      if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, path]);
    },
    remove() {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      guardian.stdin.end();
    },
  };
}
