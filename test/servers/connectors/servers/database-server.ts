import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSettings } from '../../../../runtime/base/database/settings.ts';
import type { Session } from '../../../../runtime/base/database/session.ts';

/** A database server on loopback, with TLS and an empty database. */
export interface DatabaseServer {
  readonly port: number;
  /** PEM of the certificate authority of the server. */
  readonly ca: string;
  /** How to connect as the user of tests, without TLS. */
  readonly settings: DatabaseSettings;
  /** Opens a session as the user of tests. */
  connect(): Promise<Session>;
  /** Ends the server, like a crash. */
  kill(): Promise<void>;
  /** Starts the server again on the same port, and waits until it accepts connections. */
  restart(): Promise<void>;
  /**
   * Starts a server that ended by itself again, with an empty database, and returns what it had printed. Returns null if
   * it did not end, or was ended. Absent: the server itself restarts what ends.
   */
  recover?(): Promise<string | null>;
  close(): Promise<void>;
}

/** Waits until `connect` succeeds. Throws if the process ends, or after 60 s. */
export async function waitForServer(child: ChildProcess, connect: () => Promise<Session>): Promise<void> {
  let output = '';
  child.stderr?.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-4000)));
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`);
    const session = await connect().catch(() => null);
    if (session !== null) return session.close();
    await sleep(100);
  }
  throw new Error(`the server does not accept connections: ${output}`);
}

/** Ends a process at once, and waits for its end. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
