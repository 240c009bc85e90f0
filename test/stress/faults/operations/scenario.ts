import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, formOf, jsonInit, type Service, startService } from '../../../runtime/service.ts';
import type { Workplace } from '../../../runtime/specmill.ts';

const SPEC = 'name: lines\nformat: CSV\ndelimiter: ";"\nfields: [{ name: id, type: STRING, required: true }]\n';

/** A file that a client sends, and what the service answered. */
interface Sent {
  readonly content: string;
  readonly topic: string;
  /** Whether a response has said that the run is accepted. */
  isAccepted: boolean;
  /** Whether a response has said that all records are published. */
  isPublished: boolean;
}

/** What the scenario did while an operation failed. */
export interface Played {
  readonly sent: readonly Sent[];
  /** The file of the job. */
  readonly taken: Sent;
  readonly hasStarted: boolean;
}

const flagsOf = (at: Workplace) => ['--local-roots', at.path('in'), '--threads', '2'];

/** Creates the state from which each scenario begins: a spec, an integration and a job. */
export async function prepare(at: Workplace): Promise<void> {
  at.write('specs/lines.yaml', SPEC);
  mkdirSync(at.path('in/new'), { recursive: true });
  const service = await startService(at, flagsOf(at));
  const folder = { name: 'folder', type: 'LOCAL_FS', config: { root: at.path('in') } };
  await demand(service.fetch('/integrations', jsonInit('POST', folder)));
  const job = {
    name: 'taken',
    source: { integration: 'folder', path: 'new' },
    spec: 'lines',
    schedule: { every: '1s' },
    ready: { unchangedFor: '0s' },
    to: { topic: 'taken' },
    then: { done: { move: 'old/{name}' } },
    retry: { max: 10, backoff: '1s..1s' },
  };
  await demand(service.fetch('/jobs', jsonInit('POST', job)));
  await service.fetch('/transform/file-to-events', upload({ content: 'id\nx\n', topic: 'first' }));
  await service.stop();
  rmSync(at.path('whole'), { recursive: true, force: true });
  for (const name of ['.data', 'in']) cpSync(at.path(name), at.path(`whole/${name}`), { recursive: true });
}

async function demand(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** Restores the state of prepare(). */
export function restore(at: Workplace): void {
  for (const name of ['.data', 'in']) {
    rmSync(at.path(name), { recursive: true, force: true });
    cpSync(at.path(`whole/${name}`), at.path(name), { recursive: true });
  }
}

function upload({ content, topic }: Pick<Sent, 'content' | 'topic'>, prefer?: string): RequestInit {
  const body = formOf({ specId: 'lines', brokerTopic: topic, file: new File([content], `${topic}.csv`) });
  return { method: 'POST', body, ...(prefer !== undefined && { headers: { prefer } }) };
}

const linesOf = (name: string, count: number) =>
  `id\n${Array.from({ length: count }, (_, n) => `${name} ${n} ${'-'.repeat(20)}\n`).join('')}`;

/**
 * Starts the service, sends two files, gives one to a job, and kills the service: with `isEarly` as soon as one file is
 * accepted, otherwise when it has had time for all. Does not throw if an operation of the service fails.
 */
export async function play(at: Workplace, isEarly = false): Promise<Played> {
  const sent: Sent[] = [
    { content: linesOf('large', 40_000), topic: 'large', isAccepted: false, isPublished: false },
    { content: linesOf('small', 50), topic: 'small', isAccepted: false, isPublished: false },
  ];
  const taken: Sent = { content: linesOf('taken', 200), topic: 'taken', isAccepted: true, isPublished: false };
  writeFileSync(at.path('in/new/taken.csv'), taken.content);
  const service = await startService(at, flagsOf(at)).catch(() => null);
  if (service === null) return { sent, taken, hasStarted: false };
  const answers = sent.map((one, index) => send(service, one, index === 1 || isEarly ? 'respond-async' : undefined));
  if (isEarly) await Promise.race(answers);
  else {
    await Promise.all(answers);
    await eventuallyOrNot(() => existsSync(at.path('in/old/taken.csv')));
  }
  service.signal('SIGKILL');
  await service.exited;
  return { sent, taken, hasStarted: true };
}

/** Starts the service after a kill, and kills it again when it has had time to resume its work. */
export async function resume(at: Workplace): Promise<boolean> {
  const service = await startService(at, flagsOf(at)).catch(() => null);
  if (service === null) return false;
  await eventuallyOrNot(() => existsSync(at.path('in/old/taken.csv')));
  service.signal('SIGKILL');
  await service.exited;
  return true;
}

async function send(service: Service, one: Sent, prefer: string | undefined): Promise<void> {
  try {
    const response = await service.fetch('/transform/file-to-events', {
      ...upload(one, prefer),
      signal: AbortSignal.timeout(4000),
    });
    const body = (await response.json()) as { status?: string; runId?: string };
    one.isAccepted = response.ok || body.runId !== undefined;
    one.isPublished = response.status === 200 && body.status === 'SUCCESS';
  } catch {
    // The service has ended, or does not answer.
  }
}

/** Waits for a state that may not come: an operation has failed. */
async function eventuallyOrNot(isThere: () => boolean): Promise<void> {
  for (let waited = 0; waited < 3000 && !isThere(); waited += 50) await sleep(50);
}

/** Starts the service again, waits for its work, and returns what is wrong. Empty: everything is right. */
export async function findFaults(at: Workplace, { sent, taken }: Played): Promise<string[]> {
  const faults: string[] = [];
  const service = await startService(at, flagsOf(at)).catch((error: unknown) => String(error));
  if (typeof service === 'string') return [`the service does not start again: ${service.slice(0, 500)}`];
  try {
    const runs = await waitForRuns(service);
    for (const one of [...sent, taken]) {
      const sha256 = createHash('sha256').update(one.content).digest('hex');
      const own = runs.filter(({ fileSha256 }) => fileSha256 === sha256);
      const read = await readTopic(service, one.topic);
      const lines = one.content.split('\n').slice(1, -1);
      const isWhole = read.join('\n') === lines.join('\n');
      if (new Set(read).size !== read.length) faults.push(`${one.topic}: a record is published twice`);
      if (own.some(({ status }) => status === 'SUCCESS') && !isWhole)
        faults.push(`${one.topic}: a run is SUCCESS with ${read.length} of ${lines.length} records`);
      if (one.isPublished && !isWhole) faults.push(`${one.topic}: the response said SUCCESS`);
      if (one.isAccepted && own.length === 0) faults.push(`${one.topic}: the accepted run is forgotten`);
      for (const { status, failure } of own)
        if (status !== 'SUCCESS')
          faults.push(`${one.topic}: the run is ${status} ${failure?.code}: ${failure?.message}`);
    }
    const left = ['new', 'old'].map((name) =>
      existsSync(at.path(`in/${name}`)) ? readdirSync(at.path(`in/${name}`)) : [],
    );
    if (JSON.stringify(left) !== '[[],["taken.csv"]]') faults.push(`the files of the job are ${JSON.stringify(left)}`);
  } catch (error) {
    faults.push(`${error instanceof Error ? error.message : String(error)}: ${service.stderr().slice(-1500)}`);
  }
  await service.stop().catch((error: unknown) => faults.push(`the service does not stop: ${String(error)}`));
  return faults;
}

interface RunView {
  readonly status: string;
  readonly fileSha256: string;
  readonly failure?: { readonly code: string; readonly message: string };
}

async function waitForRuns(service: Service): Promise<RunView[]> {
  let runs: RunView[] = [];
  const isEnded = ({ status }: RunView) => !['QUEUED', 'RUNNING', 'PAUSED'].includes(status);
  await eventually(async () => {
    runs = (await (await service.fetch('/runs?limit=100')).json()) as RunView[];
    const { counts } = (await (await service.fetch('/jobs/taken')).json()) as { counts: Record<string, number> };
    return runs.every(isEnded) && (counts['done'] ?? 0) + (counts['quarantined'] ?? 0) + (counts['failed'] ?? 0) === 1;
  });
  return runs;
}

async function readTopic(service: Service, topic: string): Promise<string[]> {
  const response = await service.fetch(`/topics/${topic}/messages?limit=100000`);
  if (response.status === 404) return [];
  return ((await response.json()) as { value: string }[]).map(({ value }) => (JSON.parse(value) as { id: string }).id);
}
