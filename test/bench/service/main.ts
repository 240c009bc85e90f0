/**
 * Measures a service with files of 20 records: requests per second of 1 and of 50 clients, and what access control,
 * limits, audit, metrics and logs cost. Two services run at the same time and are measured in turns: one with all of
 * them, one without. `npm run bench:service` prints a table; SPECMILL_BENCH_FILES is the number of files of one turn.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sendSmallFiles } from './client.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/specmill.js');
const files = Number(process.env['SPECMILL_BENCH_FILES'] ?? 1000);
const ROUNDS = 5;
const SPEC = `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL, required: true }
  - { name: ordered, type: DATE, format: yyyy-MM-dd }
  - { name: note, type: STRING }
`;
const CASES = [
  { route: 'validate', clients: 50 },
  { route: 'validate', clients: 1 },
  { route: 'file-to-events', clients: 50 },
  { route: 'file-to-events', clients: 1 },
];

interface Service {
  name: string;
  port: number;
  pid: number;
  key: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'specmill-bench-'));
const stops: (() => Promise<void>)[] = [];
try {
  const plain = await start('all off', [], false);
  const guarded = await start(
    'all on',
    ['--rate', '1000000/s', '--audit', join(folder, 'audit.ndjson'), '--log-level', 'debug', '--max-spool-bytes', '1g'],
    true,
  );
  for (const { port, key } of [plain, guarded])
    for (const { route } of CASES) await sendSmallFiles({ port, route, clients: 20, files: 300, key });
  console.log(
    '| route | clients | | requests/s | p50 ms | p99 ms | processor ms a request |\n|---|---|---|---|---|---|---|',
  );
  for (const one of CASES) await compare(one, plain, guarded);
  console.log(`\nFiles of 20 records, ${files} in each of ${ROUNDS} turns, medians. Load ${loadavg()[2]?.toFixed(1)}.`);
} finally {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare({ route, clients }: (typeof CASES)[number], ...services: Service[]): Promise<void> {
  const rates = new Map(services.map(({ name }) => [name, [] as number[]]));
  const rows = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, port, pid, key } of services) {
      const [begin, used] = [performance.now(), processorMs(pid)];
      const count = clients === 1 ? Math.ceil(files / 5) : files;
      const times = await sendSmallFiles({ port, route, clients, files: count, key });
      rates.get(name)?.push((count / (performance.now() - begin)) * 1000);
      const [p50, p99] = [times[Math.floor(count / 2)] ?? 0, times[Math.floor(count * 0.99)] ?? 0];
      const processor = (processorMs(pid) - used) / count;
      rows.set(name, `${p50.toFixed(1)} | ${p99.toFixed(1)} | ${processor.toFixed(2)}`);
    }
  }
  const [off = NaN, on = NaN] = services.map(({ name }) => medianOf(rates.get(name) ?? []));
  for (const [index, { name }] of services.entries())
    console.log(`| ${route} | ${clients} | ${name} | ${[off, on][index]?.toFixed(0)} | ${rows.get(name)} |`);
  console.log(`| ${route} | ${clients} | on against off | ${(on / off).toFixed(2)} | | | |`);
}

async function start(name: string, flags: readonly string[], hasKey: boolean): Promise<Service> {
  const home = join(folder, name.replace(' ', '-'));
  const specs = join(home, 'specs');
  mkdirSync(specs, { recursive: true });
  writeFileSync(join(specs, 'orders.yaml'), SPEC);
  const data = join(home, 'data');
  const key = hasKey ? addKey(data) : null;
  const log = openSync(join(home, 'log'), 'w');
  const args = [PROGRAM, 'serve', '--port', '0', '--specs', specs, '--data', data, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', log] });
  closeSync(log);
  stops.push(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  if (child.stdout === null) throw new Error('the service has no output');
  for await (const line of createInterface(child.stdout)) {
    const port = /listening on http:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return { name, port: Number(port), pid: child.pid ?? 0, key };
  }
  throw new Error(`the service ended: ${readFileSync(join(home, 'log'), 'utf8')}`);
}

function addKey(data: string): string {
  const args = [PROGRAM, 'keys', 'add', 'bench', '--scope', 'admin', '--data', data];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const [key] = /sm_\S+/.exec(stdout) ?? [];
  if (key === undefined) throw new Error('no key was printed');
  return key;
}

/** Returns the processor time of a process so far, in milliseconds. */
function processorMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
