import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createS3Connector } from '../../../runtime/connector/s3/s3.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import type { JobView } from '../../../runtime/jobs/job-view.ts';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { eventually, jsonInit, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { readAll } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { startOpenSsh } from './servers/open-ssh.ts';
import { startS3 } from './servers/s3-server.ts';

/** Enough that the file is being written for some time: 12 MB, and several parts of an upload. */
const RECORDS = 400_000;

/** A system into which a job writes files. */
interface Target {
  readonly credential: object;
  readonly integration: object;
  /** Returns whether the file `events/a.csv.ndjson` is being written now. */
  isWriting(service: Service): Promise<boolean>;
  /** Returns the names of all files in `events`. */
  names(): Promise<string[]>;
  read(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

async function openSftp(): Promise<Target> {
  const server = await startOpenSsh();
  const { username, privateKey, host, port, hostKey, folder } = server;
  const names = (): string[] => (existsSync(join(folder, 'events')) ? readdirSync(join(folder, 'events')) : []);
  return {
    credential: { name: 'key', type: 'SSH_KEY', secret: { privateKey }, metadata: { username } },
    integration: { type: 'SFTP', config: { host, port, root: folder, hostKeys: [hostKey] } },
    isWriting: async () => names().some((name) => name.startsWith('.a.csv.ndjson.')),
    names: async () => names(),
    read: async (path) => readFileSync(join(folder, path)),
    close: () => server.close(),
  };
}

async function openBucket(): Promise<Target> {
  const server = await startS3();
  const { accessKeyId, secretAccessKey, region, bucket, port } = server;
  const config = { endpoint: `http://127.0.0.1:${port}`, region, bucket, prefix: '', pathStyle: true };
  const credential = { type: 'CLOUD_A_ACCESS_KEY', metadata: { accessKeyId }, secret: { secretAccessKey } };
  const connector = createS3Connector({
    config,
    openCredential: async () => ({ id: 'c', version: 1, ...credential }),
    guard: createHostGuard(['127.0.0.1']),
  });
  return {
    credential: { name: 'key', ...credential },
    integration: { type: 'BUCKET_A', config },
    // An upload is invisible, so its run has to say that it is in progress.
    async isWriting(service) {
      const [run] = (await (await service.fetch('/runs')).json()) as RunView[];
      return run?.status === 'RUNNING' && run.progress.bytes > 0;
    },
    async names() {
      const names: string[] = [];
      for await (const { name } of connector.list('events')) names.push(name);
      return names;
    },
    read: (path) => readAll(connector, path),
    async close() {
      await connector.close();
      await server.close();
    },
  };
}

const start = (at: Workplace): Promise<Service> =>
  startService(at, ['--integration-hosts', '127.0.0.1', '--local-roots', at.path('files'), '--threads', '1']);

/** Starts a service with a job that reads a local folder and writes into a target. */
async function startJob(at: Workplace, target: Target, path: string): Promise<Service> {
  at.write('specs/orders.yaml', ORDERS_YAML);
  mkdirSync(at.path('files'), { recursive: true });
  const service = await start(at);
  const post = async (route: string, body: object): Promise<void> => {
    const response = await service.fetch(route, jsonInit('POST', body));
    assert.is(response.status, 201, await response.text());
  };
  await post('/credentials', target.credential);
  await post('/integrations', { name: 'inbox', type: 'LOCAL_FS', config: { root: at.path('files') } });
  await post('/integrations', { name: 'outbox', credentialId: 'key', ...target.integration });
  await post('/jobs', {
    name: 'claims',
    source: { integration: 'inbox', path: '/', pattern: '*.csv' },
    spec: 'orders',
    schedule: { every: '1s' },
    ready: { unchangedFor: 0 },
    to: { integration: 'outbox', path },
  });
  return service;
}

const isDone = async (service: Service): Promise<boolean> =>
  ((await (await service.fetch('/jobs/claims')).json()) as JobView).counts.done === 1;

for (const [title, server, open] of [
  ['SFTP', 'OpenSSH', openSftp],
  ['BUCKET_A', 'versitygw', openBucket],
] as const) {
  if (!requireServer(server, `a job that writes files: ${title}`)) continue;
  const test = suite<{ at: Workplace; target: Target }>(`a job that writes files: ${title}`);
  test.before.each(async (context) => {
    context.at = createWorkplace();
    context.target = await open();
  });
  test.after.each(async ({ at, target }) => {
    at.remove();
    await target.close();
  });

  test('after a kill in the middle, the file is written again from its start', async ({ at, target }) => {
    const service = await startJob(at, target, 'events/{name}.ndjson');
    const lines = Array.from({ length: RECORDS }, (_, index) => `order ${index},${index % 97}.50\n`);
    writeFileSync(at.path('a.csv'), `id,amount\n${lines.join('')}`);
    at.shell('mv a.csv files/a.csv');
    await eventually(() => target.isWriting(service));
    service.signal('SIGKILL');
    await service.exited;
    assert.not.ok((await target.names()).includes('a.csv.ndjson'), 'the file was complete before the kill');
    const next = await start(at);
    await eventually(() => isDone(next));
    assert.equal(await target.names(), ['a.csv.ndjson'], 'no temporary file remains');
    const made = at.call(['transform', '--spec', 'orders', 'files/a.csv', '--out', 'expected.ndjson']);
    assert.is(made.code, 0, made.stderr);
    assert.ok((await target.read('events/a.csv.ndjson')).equals(readFileSync(at.path('expected.ndjson'))));
    assert.is(((await (await next.fetch('/runs')).json()) as RunView[]).length, 1);
    await next.stop();
  });

  test('a path that ends in .csv makes CSV', async ({ at, target }) => {
    const service = await startJob(at, target, 'events/{stem}.csv');
    writeFileSync(at.path('a.csv'), 'id,amount\n"a,1",2.50\nb,\n');
    at.shell('mv a.csv files/a.csv');
    await eventually(() => isDone(service));
    assert.is((await target.read('events/a.csv')).toString(), 'id,amount\n"a,1",2.50\nb,\n');
    const [run] = (await (await service.fetch('/runs')).json()) as RunView[];
    assert.equal([run?.topic, run?.destination?.kind, run?.processedRecords], [null, 'file', 2]);
    await service.stop();
  });

  test.run();
}
