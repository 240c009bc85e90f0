import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileView, JobView } from '../../runtime/jobs/job-view.ts';
import { eventually, jsonInit, ORDERS_YAML, type Service, startService } from '../runtime/service.ts';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';
import { requireServer } from './install/require-server.ts';
import { type OpenSshServer, startOpenSsh } from './servers/open-ssh.ts';

const isLong = Boolean(process.env['SPECMILL_LONG']);
const SIZE = isLong
  ? { files: 500, records: 20_000, kills: 30, serverKills: 10 }
  : { files: 60, records: 500, kills: 6, serverKills: 2 };
/** Longer than this is a hang. The long form takes an hour on a slow machine. */
const HANGS_MS = isLong ? 100 * 60_000 : 10 * 60_000;

const TITLE = 'a job over SFTP publishes each file once';

if (requireServer('OpenSSH', TITLE)) testOnce();

function testOnce(): void {
  const test = suite<{ at: Workplace; server: OpenSshServer }>(TITLE);
  test.before(async (context) => {
    context.at = createWorkplace();
    context.server = await startOpenSsh();
  });
  test.after(async ({ at, server }) => {
    at.remove();
    await server.close();
  });
  test('while the service and the server are killed', ({ at, server }) => publishOnce(at, server));
  test.run();
}

async function publishOnce(at: Workplace, server: OpenSshServer): Promise<void> {
  at.write('specs/orders.yaml', ORDERS_YAML);
  mkdirSync(join(server.folder, 'in'));
  const random = randomOf(seed, 11);
  let service = await start(at);
  await createJob(service, server);
  const partner = startPartner(join(server.folder, 'in'));
  for (let kill = 0; kill < SIZE.kills; kill++) {
    await sleep(300 + random.below(3000));
    if (kill % Math.ceil(SIZE.kills / SIZE.serverKills) === 0) await restartServer(server, random.below(1500));
    await sleep(random.below(1500));
    service.signal('SIGKILL');
    await service.exited;
    service = await start(at);
  }
  const expected = await partner.files();
  await eventually(async () => (await jobOf(service)).counts.done === expected.length - 1, HANGS_MS);
  await checkOutcome(service, { server, expected });
  await service.stop();
}

interface PutFile {
  name: string;
  /** The name in the ids of its records. */
  source: string;
  records: number;
}

function start(at: Workplace): Promise<Service> {
  return startService(at, ['--integration-hosts', '127.0.0.1', '--threads', '1']);
}

function startPartner(folder: string): { files(): Promise<PutFile[]> } {
  const args = [join(import.meta.dirname, 'partner.ts'), folder, SIZE.files, SIZE.records, seed].map(String);
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    async files() {
      assert.is(await exited, 0);
      return output
        .trim()
        .split('\n')
        .map((line) => {
          const [name = '', source = '', records = ''] = line.split(' ');
          return { name, source, records: Number(records) };
        });
    },
  };
}

async function createJob(service: Service, server: OpenSshServer): Promise<void> {
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const response = await service.fetch(path, jsonInit('POST', body));
    assert.is(response.status, 201, await response.clone().text());
    return (await response.json()) as Record<string, unknown>;
  };
  const { username, privateKey, host, port, hostKey, folder } = server;
  const secret = { privateKey };
  const credential = await post('/credentials', { name: 'key', type: 'SSH_KEY', secret, metadata: { username } });
  const config = { host, port, root: folder, hostKeys: [hostKey] };
  await post('/integrations', { name: 'partner', type: 'SFTP', credentialId: credential['id'], config });
  await post('/jobs', {
    name: 'claims',
    source: { integration: 'partner', path: '/in', pattern: 'claims-*.csv' },
    spec: 'orders',
    schedule: { every: '1s' },
    ready: { unchangedFor: '1s', doneFile: '{name}.done' },
    to: { topic: 'claims' },
    then: { done: { move: 'archive/{name}' }, failed: { move: 'failed/{name}', reason: true } },
    retry: { max: 5, backoff: '1s..2s' },
  });
}

async function restartServer(server: OpenSshServer, pauseMs: number): Promise<void> {
  await server.kill();
  await sleep(pauseMs);
  await server.restart();
}

const jobOf = async (service: Service): Promise<JobView> =>
  (await (await service.fetch('/jobs/claims')).json()) as JobView;

async function checkOutcome(
  service: Service,
  { server, expected }: { server: OpenSshServer; expected: readonly PutFile[] },
): Promise<void> {
  const wanted = new Map<string, number>();
  for (const { source, records } of expected)
    for (let index = 0; index < records; index++)
      wanted.set(`${source}-${index}`, (wanted.get(`${source}-${index}`) ?? 0) + 1);
  const published = await countPublished(service);
  const wrong = [...new Set([...wanted.keys(), ...published.keys()])].filter(
    (id) => wanted.get(id) !== published.get(id),
  );
  const sources = new Set(wrong.map((id) => id.replace(/-\d+$/, '')));
  const concerned = expected.filter(({ source }) => sources.has(source)).map(({ name }) => name);
  assert.equal(
    wrong.slice(0, 5).map((id) => `${id}: ${wanted.get(id)} wanted, ${published.get(id)} published`),
    [],
    `${wrong.length} of ${wanted.size} records. ${await describeFiles(service, concerned)}`,
  );
  const broken = expected.filter(({ records }) => records === 0).map(({ name }) => name);
  const good = expected.filter(({ records }) => records > 0).map(({ name }) => name);
  const names = (folder: string) => readdirSync(join(server.folder, folder)).sort();
  assert.equal(names('in'), []);
  assert.equal(names('archive'), good);
  assert.equal(names('failed'), [...broken, ...broken.map((name) => `${name}.reason.json`)]);
  const reason = JSON.parse(readFileSync(join(server.folder, 'failed', `${broken[0]}.reason.json`), 'utf8')) as object;
  const files = (await (await service.fetch('/jobs/claims/files?limit=1000')).json()) as FileView[];
  assert.equal(files.map(({ name, state }) => `${name} ${state}`).sort(), [
    ...expected.map(({ name, records }) => `${name} ${records > 0 ? 'done' : 'failed'}`),
  ]);
  assert.equal(files.find(({ state }) => state === 'failed')?.reason?.code, (reason as { code?: string }).code);
  // Each file had one run, and no run belongs to no file.
  const runs = (await (await service.fetch('/runs?limit=1000')).json()) as { runId: string }[];
  assert.equal(runs.map(({ runId }) => runId).sort(), files.map(({ runId }) => runId).sort());
}

/** Returns what the service knows of files and their runs, for the message of a failure. */
async function describeFiles(service: Service, names: readonly string[]): Promise<string> {
  const files = (await (await service.fetch('/jobs/claims/files?limit=1000')).json()) as FileView[];
  const described = files
    .filter(({ name }) => names.includes(name))
    .map(async (file) => ({ file, run: await (await service.fetch(`/runs/${file.runId}`)).json() }));
  return JSON.stringify(await Promise.all(described), null, 2);
}

/** Returns how often each id was published. */
async function countPublished(service: Service): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let from = 0; ; ) {
    const response = await service.fetch(`/topics/claims/messages?from=${from}&limit=20000`);
    const page = (await response.json()) as { value: string }[];
    for (const { value } of page) {
      const { id } = JSON.parse(value) as { id: string };
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    if (page.length === 0) return counts;
    from += page.length;
  }
}
