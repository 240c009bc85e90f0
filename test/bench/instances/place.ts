import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import { newDatabase } from '../../servers/cluster/stores.ts';
import type { DatabaseServer } from '../../servers/connectors/servers/database-server.ts';
import { startPostgres } from '../../servers/connectors/servers/postgresql.ts';
import { type Broker, startBroker } from '../../servers/kafka/broker/broker.ts';
import { eventually } from '../../runtime/service.ts';
import { processorTimeOf } from '../../support/runner/processor-time.ts';

/** The folder of the built program. */
const PROGRAM = join(import.meta.dirname, '../../../dist/specmill.js');

/** The servers that all measurements use. */
export interface Servers {
  readonly postgres: DatabaseServer;
  readonly broker: Broker;
  /** Processor seconds that the servers have used. */
  processor(): { postgres: number; kafka: number };
  close(): Promise<void>;
}

/** An instance of the program, as a process of its own. */
export interface Instance {
  readonly url: string;
  /** Processor seconds that it has used. */
  processor(): number;
}

/** Instances that share an empty database and a folder. */
export interface Place {
  readonly database: PostgresSettings;
  readonly instances: readonly Instance[];
  close(): Promise<void>;
}

const LOG_STATEMENTS = [
  "shared_preload_libraries = 'pg_stat_statements'",
  'pg_stat_statements.track_planning = on',
  'max_connections = 400',
];

/** Starts PostgreSQL, which measures its statements, and Kafka. */
export async function startServers(): Promise<Servers> {
  const postgres = await startPostgres(LOG_STATEMENTS);
  const broker = await startBroker();
  return {
    postgres,
    broker,
    processor: () => {
      const all = listProcesses();
      const main = all.find(({ parent, command }) => parent === process.pid && command.includes('postgres\0-D'));
      const parts = all.filter(({ parent, pid }) => main !== undefined && (parent === main.pid || pid === main.pid));
      const kafka = all.filter(({ command }) => command.includes(broker.folder));
      return { postgres: sumOf(parts), kafka: sumOf(kafka) };
    },
    async close() {
      await broker.remove();
      await postgres.close();
    },
  };
}

function sumOf(processes: readonly { pid: number }[]): number {
  return processes.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0);
}

function listProcesses(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'latin1') }];
      } catch {
        return [];
      }
    });
}

interface InstanceOptions {
  readonly spec: { readonly name: string; readonly text: string };
  readonly count: number;
  readonly bytesPerSecond: number;
  readonly pieceBytes: number;
}

/** Starts `count` instances whose reads of received files are limited to `bytesPerSecond` each. */
export async function startInstances(
  { postgres, broker }: Servers,
  { spec, count, bytesPerSecond, pieceBytes }: InstanceOptions,
): Promise<Place> {
  const database = await newDatabase(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'specmill-bench-'));
  const files = join(folder, 'files');
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, `specs/${spec.name}.yaml`), spec.text);
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require ${bundleSlowReads(folder)}`,
    SPECMILL_BENCH_SLOW_FOLDER: files,
    SPECMILL_BENCH_SLOW_RATE: String(bytesPerSecond),
    SPECMILL_TEST_PIECE_BYTES: String(pieceBytes),
    SPECMILL_STORE_PASSWORD: database.password ?? '',
  };
  const store = `postgresql://${database.user}@127.0.0.1:${database.port}/${database.database}`;
  const flags = ['--store', store, '--broker', `kafka://${broker.address}`, '--files', files, '--threads', '1'];
  const children: ChildProcess[] = [];
  const instances: Instance[] = [];
  for (let number = 1; number <= count; number++) {
    const log = openSync(join(folder, `${number}.log`), 'w');
    const child = spawn(
      process.execPath,
      [PROGRAM, 'serve', '--port', '0', '--data', join(folder, `data-${number}`), ...flags],
      { cwd: folder, env, stdio: ['ignore', 'pipe', log] },
    );
    children.push(child);
    const url = await readUrl(child, join(folder, `${number}.log`));
    instances.push({ url: `${url}/api/v1`, processor: () => processorTimeOf(child.pid ?? 0) });
  }
  return {
    database,
    instances,
    async close() {
      const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readUrl(child: ChildProcess, log: string): Promise<string> {
  let printed = '';
  child.stdout?.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`an instance has ended: ${readFileSync(log, 'utf8')}`);
    return printed.includes('\n');
  });
  return /listening on (\S+)/.exec(printed)?.[1] ?? '';
}

function bundleSlowReads(folder: string): string {
  const outfile = join(folder, 'slow-reads.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'slow-reads.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  return outfile;
}
