import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEPLOYED_MALLOC } from '../../runtime/specmill.ts';

/** A service in a process of its own. */
export interface BenchService {
  /** The URL of its API. */
  readonly api: string;
  readonly port: number;
  readonly pid: number;
  /** Its data folder. */
  readonly data: string;
  /** Returns the id of a spec by its name. */
  findSpec(name: string): Promise<string>;
  /** Returns the processor time of the service so far, in milliseconds. */
  processorMs(): number;
  stop(): Promise<void>;
}

/** Starts a service with the specs of a folder. */
export async function startService({
  root,
  specs,
  data,
}: {
  root: string;
  specs: string;
  data: string;
}): Promise<BenchService> {
  const server = spawn(
    process.execPath,
    [join(root, 'dist/specmill.js'), 'serve', '--port', '0', '--specs', specs, '--data', data],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...DEPLOYED_MALLOC } },
  );
  const url = await readyAt(server);
  const api = `${url}/api/v1`;
  return {
    api,
    port: Number(new URL(url).port),
    pid: server.pid ?? 0,
    data,
    findSpec: (name) => findSpec(api, name),
    processorMs: () => processorMs(server.pid ?? 0),
    async stop() {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    },
  };
}

async function readyAt(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the server ended before it was ready');
}

async function findSpec(api: string, wanted: string): Promise<string> {
  // The service's list of specs.
  const specs = (await (await fetch(`${api}/specs`)).json()) as { id: string; name: string }[];
  const spec = specs.find(({ name }) => name === wanted);
  if (spec === undefined) throw new Error('the service does not know the spec');
  return spec.id;
}

/** Reads the clock ticks of a process. Linux counts 100 in a second. */
function processorMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
