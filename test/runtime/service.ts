import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { findTestDatabase } from '../support/test-store.ts';
import type { Workplace } from './specmill.ts';

/** A running `specmill serve`, used over its socket. */
export interface Service {
  url: string;
  port: number;
  pid: number;
  /** `path` is below /api/v1. A path that begins with // is below the root. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends raw bytes. Returns the answer, up to the end of the connection or the first match of `until`. */
  raw(bytes: string | Uint8Array | readonly (string | Uint8Array)[], until?: RegExp): Promise<string>;
  connect(): Socket;
  stderr(): string;
  /** Returns the names of the files in the spool. */
  spool(): string[];
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or null if a signal ended the process. */
  exited: Promise<number | null>;
  /** Sends SIGTERM. Throws if the exit code is not 0. */
  stop(): Promise<void>;
}

export const ORDERS = {
  name: 'orders',
  format: 'CSV',
  messageKey: ['id'],
  fields: [
    { name: 'id', type: 'STRING', required: true },
    { name: 'amount', type: 'DECIMAL' },
  ],
  validationRules: [
    { ruleId: 'positive', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01', message: 'amount must be positive' },
  ],
};

/** The id of a spec in git named `orders`. */
export const ORDERS_YAML = `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01", message: amount must be positive }
`;

/** Three records: valid, with an ERROR, FATAL. */
export const ORDERS_CSV = 'id,amount\na,1.50\nb,0.00\n"c\n';

/** Starts the service in a workplace and waits until it is ready. */
export async function startService(at: Workplace, flags: readonly string[] = []): Promise<Service> {
  const child = at.start(['serve', '--port', '0', ...(await storeFlags(at)), ...flags]);
  const service = watch(child, at);
  const url = await service.ready;
  const { hostname, port } = new URL(url);
  const open = (): Socket => connect(Number(port), hostname.replace(/[[\]]/g, ''));
  return {
    ...service,
    url,
    port: Number(port),
    pid: child.pid ?? 0,
    connect: open,
    fetch: (path, init) => fetch(path.startsWith('//') ? `${url}${path.slice(1)}` : `${url}/api/v1${path}`, init),
    raw: (bytes, until) => exchange(open(), bytes, until),
    spool: () => (existsSync(at.path('.data/spool')) ? readdirSync(join(at.path('.data/spool'))) : []),
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      assert.is(await service.exited, 0, service.stderr());
    },
  };
}

/** Returns the flags with which the service uses the store of the tests. */
export async function storeFlags(at: Workplace): Promise<string[]> {
  const database = await findTestDatabase(at.path('.data'));
  if (database === null) return [];
  return ['--store', `postgresql://${database.user}@${database.host}:${database.port}/${database.database}`];
}

function watch(child: ChildProcess, at: Workplace) {
  let stdout = '';
  let stderr = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      stdout += bytes.toString();
      const [, url] = /^specmill listening on (\S+)\n$/.exec(stdout) ?? [];
      if (url !== undefined) resolve(url);
    });
    void exited.then((code) => reject(new Error(`serve in ${at.folder} ended with ${code}: ${stdout}${stderr}`)));
  });
  ready.catch(() => {});
  return { exited, ready, stderr: () => stderr };
}

async function exchange(
  socket: Socket,
  sent: string | Uint8Array | readonly (string | Uint8Array)[],
  until?: RegExp,
): Promise<string> {
  let received = '';
  const over = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (until?.test(received) === true) resolve();
    });
    socket.on('close', () => resolve()).on('error', () => resolve());
  });
  const readRange: readonly (string | Uint8Array)[] =
    typeof sent === 'string' || sent instanceof Uint8Array ? [sent] : sent;
  for (const piece of readRange) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await over;
  socket.destroy();
  return received;
}

/** Creates a form for `fetch`. A Blob or File is used unchanged. */
export function formOf(parts: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  return form;
}

export function csvFile(text: string | Uint8Array, name = 'a.csv'): File {
  return new File([text as BlobPart], name, { type: 'text/csv' });
}

/** Checks a problem response and returns its body. */
export async function problemOf(response: Response, status: number, code: string): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>;
  assert.equal([response.status, body['code']], [status, code], JSON.stringify(body));
  assert.is(response.headers.get('content-type'), 'application/problem+json');
  assert.is(body['status'], status);
  for (const member of ['type', 'title', 'detail']) assert.type(body[member], 'string');
  assert.not.match(JSON.stringify(body), /\/(tmp|home|work|Users)\/|node:internal|\bat \S+ \(|\.ts:\d/);
  return body;
}

export function jsonInit(method: string, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

/** Waiting longer than this is a hang, even on a busy machine. */
const HANGS_MS = 120_000;

/** Waits until `check` returns true. Throws after `hangsMs`. */
export async function eventually(check: () => boolean | Promise<boolean>, hangsMs = HANGS_MS): Promise<void> {
  for (const until = Date.now() + hangsMs; Date.now() < until; ) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.unreachable('the condition did not become true in time');
}
