import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { type Place, type Servers, startInstances } from './place.ts';
import { openStatements, type Statements, type StatementTimes } from './statements.ts';

/** What one run has taken. Times in seconds. */
export interface Measured {
  readonly instances: number;
  /** From the acceptance of the run to its end. */
  readonly seconds: number;
  /** How long the pieces were counted. The rest of the time, they were published. */
  readonly countSeconds: number;
  /** A piece is counted and published: two tasks. */
  readonly tasks: number;
  readonly processor: { readonly instances: number; readonly postgres: number; readonly kafka: number };
  readonly statements: StatementTimes;
  /** Transactions that wrote, those of heartbeats and renewals included. */
  readonly transactions: number;
  /** The connections of all instances. */
  readonly connections: number;
  /** Other processes used the same processor. */
  readonly load: number;
}

/** The file to publish, and its size in bytes. */
export interface BenchFile {
  readonly path: string;
  readonly bytes: number;
  /** Null: it is not compared. */
  readonly records: number | null;
}

/** The spec of the file. */
export interface BenchSpec {
  readonly name: string;
  readonly text: string;
}

export interface Measurement {
  readonly spec: BenchSpec;
  readonly file: BenchFile;
  readonly count: number;
  readonly bytesPerSecond: number;
  readonly pieceBytes: number;
  /** Prints every statement of the database. */
  readonly isVerbose: boolean;
}

const POLL_MS = 500;

/** Publishes a file with `count` instances. */
export async function measureRun(servers: Servers, measurement: Measurement): Promise<Measured> {
  const place = await startInstances(servers, measurement);
  const statements = await openStatements(place.database);
  try {
    return await publish({ servers, place, statements }, measurement);
  } finally {
    await statements.close();
    await place.close();
  }
}

interface Using {
  readonly servers: Servers;
  readonly place: Place;
  readonly statements: Statements;
}

async function publish(
  { servers, place, statements }: Using,
  { spec, file, count, pieceBytes, isVerbose }: Measurement,
): Promise<Measured> {
  const topic = `${spec.name}-${count}-${Date.now()}`;
  await servers.broker.createTopic(topic, { partitions: 8 });
  await statements.reset();
  const runId = await send(place.instances[0]?.url ?? '', { spec, file, topic });
  const before = timesOf(servers, place);
  const countEnd = await waitForCounts(statements, runId);
  const view = await waitForEnd(place.instances.at(-1)?.url ?? '', runId);
  const after = timesOf(servers, place);
  if (
    view.status !== 'SUCCESS' ||
    view.ordering !== 'NONE' ||
    (file.records ?? view.totalRecords) !== view.totalRecords
  )
    throw new Error(`the run has failed: ${JSON.stringify(view).slice(0, 2000)}`);
  if (isVerbose) console.log((await statements.list()).join('\n'));
  const createdAt = Date.parse(view.createdAt);
  const { rows } = await statements.client.query<{ count: number }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'specmill%'",
  );
  return {
    instances: count,
    seconds: (Date.parse(view.finishedAt ?? '') - createdAt) / 1000,
    countSeconds: (countEnd - createdAt) / 1000,
    tasks: 2 * Math.ceil(file.bytes / pieceBytes),
    processor: {
      instances: after.instances - before.instances,
      postgres: after.postgres - before.postgres,
      kafka: after.kafka - before.kafka,
    },
    statements: await statements.read(),
    transactions: Number(await statements.transactions()),
    connections: Number(rows[0]?.count),
    load: loadavg()[0] ?? 0,
  };
}

function timesOf(servers: Servers, { instances }: Place): Measured['processor'] {
  return { ...servers.processor(), instances: instances.reduce((sum, one) => sum + one.processor(), 0) };
}

/** Sends the file with curl, which reads it while it sends. */
async function send(
  url: string,
  { spec, file, topic }: Pick<Measurement, 'spec' | 'file'> & { topic: string },
): Promise<string> {
  const parts = {
    specId: gitSpecId(spec.name),
    brokerTopic: topic,
    delivery: 'exactly-once',
    ordering: 'NONE',
    file: `@${file.path}`,
  };
  const form = Object.entries(parts).flatMap(([name, value]) => ['-F', `${name}=${value}`]);
  const args = ['-sS', '-H', 'prefer: respond-async', ...form, `${url}/transform/file-to-events`];
  const { stdout } = await promisify(execFile)('curl', args);
  const { runId } = JSON.parse(stdout) as Partial<RunView>;
  if (runId === undefined) throw new Error(stdout);
  return runId;
}

/** Returns when the last piece was counted, in milliseconds since 1970. */
async function waitForCounts({ client }: Statements, runId: string): Promise<number> {
  for (;;) {
    const { rows } = await client.query(
      "SELECT 1 FROM run_pieces p JOIN runs ON runs.number = p.run WHERE runs.id = $1 AND p.phase IN ('COUNT', 'COUNTED', 'SURVEY', 'SURVEYED', 'DIVIDE') LIMIT 1",
      [runId],
    );
    if (rows.length === 0) return Date.now();
    await sleep(POLL_MS);
  }
}

async function waitForEnd(url: string, runId: string): Promise<RunView> {
  for (;;) {
    const view = (await (await fetch(`${url}/runs/${runId}`)).json()) as RunView;
    if (view.finishedAt !== null) return view;
    await sleep(POLL_MS);
  }
}
