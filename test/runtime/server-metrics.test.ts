import { createServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchBroker } from '../../runtime/server/broker-watch.ts';
import { limitLabels } from '../../runtime/server/metrics/create-metrics.ts';
import { createStorageLimit } from '../../runtime/server/http/storage-limit.ts';
import {
  csvFile,
  eventually,
  formOf,
  ORDERS_CSV,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('metrics and readiness');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

const scrape = async (service: Service): Promise<string> => (await service.fetch('//metrics')).text();
const send = (service: Service, path: string) =>
  service.fetch(path, {
    method: 'POST',
    body: formOf({ specId: 'orders', ...(path.endsWith('events') && { brokerTopic: 't' }), file: csvFile(ORDERS_CSV) }),
  });

test('a run, a dry run and their requests are counted once', async ({ service }) => {
  assert.is((await send(service, '/transform/file-to-events')).status, 200);
  assert.is((await send(service, '/transform/validate')).status, 200);
  assert.is((await service.fetch('/runs/none')).status, 404);
  assert.is((await service.fetch('/nowhere')).status, 404);
  await eventually(async () => (await scrape(service)).includes('kind="run"'));
  const response = await service.fetch('//metrics');
  assert.is(response.headers.get('content-type'), 'application/openmetrics-text; version=1.0.0; charset=utf-8');
  const lines = (await response.text()).split('\n');
  for (const line of [
    'specmill_records_total{spec="orders",outcome="processed"} 4',
    'specmill_records_total{spec="orders",outcome="failed"} 2',
    'specmill_issues_total{spec="orders",severity="ERROR"} 2',
    'specmill_issues_total{spec="orders",severity="FATAL"} 2',
    `specmill_bytes_read_total{format="CSV"} ${2 * ORDERS_CSV.length}`,
    'specmill_run_duration_seconds_count{kind="run",status="PARTIAL_SUCCESS"} 1',
    'specmill_run_duration_seconds_count{kind="dry-run",status="PARTIAL_SUCCESS"} 1',
    'specmill_http_requests_total{route="/api/v1/transform/validate",method="POST",status="200"} 1',
    'specmill_http_requests_total{route="/api/v1/runs/{id}",method="GET",status="404"} 1',
    'specmill_http_requests_total{route="/**",method="GET",status="404"} 1',
    'specmill_runs{state="QUEUED"} 0',
    '# EOF',
  ])
    assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`);
  for (const name of [
    'specmill_disk_free_bytes ',
    'process_resident_memory_bytes ',
    'specmill_http_request_duration_seconds_bucket{',
  ])
    assert.ok(
      lines.some((line) => line.startsWith(name)),
      name,
    );
});

test('no metric contains the name of a file, a value or an id', async ({ service }) => {
  assert.not.match(await scrape(service), /a\.csv|[0-9a-f]{8}-[0-9a-f]{4}/);
});

test('a label has at most the given number of values, and then "other"', () => {
  const label = limitLabels(2);
  assert.equal(['a', 'b', 'c', 'a', 'd'].map(label), ['a', 'b', 'other', 'a', 'other']);
});

test('readiness reports codes and counts, and in full to readers', async ({ at, service }) => {
  at.write('specs/broken.yaml', 'name: broken\nformat: CSV\nfields: [{ name: a, type: X }, { name: b, type: Y }]\n');
  type Ready = {
    status: string;
    reasons: string[];
    specs: { git: { newer: { problems: { codes: object }[] } | null } };
  };
  const ready = async () => (await (await service.fetch('//health/ready')).json()) as Ready;
  await eventually(async () => (await ready()).specs.git.newer !== null);
  const { status, reasons, specs } = await ready();
  assert.equal([status, reasons, specs.git.newer?.problems[0]?.codes], ['ready', [], { unknown_value: 2 }]);
});

test('507 before and during a body while the disk is nearly full', async ({ at }) => {
  const other = createWorkplace();
  other.write('specs/orders.yaml', ORDERS_YAML);
  const full = await startService(other, ['--min-free-bytes', '1000TiB']);
  try {
    for (const path of ['/transform/validate', '/transform/file-to-events'])
      await problemOf(await send(full, path), 507, 'insufficient_storage');
    assert.equal(full.spool(), []);
    const ready = await full.fetch('//health/ready');
    assert.is(ready.status, 503);
    assert.equal(((await ready.json()) as { reasons: string[] }).reasons, ['insufficient_storage']);
  } finally {
    await full.stop();
    other.remove();
  }
  let freeBytes = 100;
  const limit = createStorageLimit(at.folder, 50, async () => ({ freeBytes, totalBytes: 1000 }));
  const received: number[] = [];
  async function* chunks() {
    for (let index = 0; ; index++) {
      if (index === 3) freeBytes = 49;
      await new Promise((resolve) => setTimeout(resolve, 120));
      yield Uint8Array.of(index);
    }
  }
  try {
    for await (const [byte = 0] of limit.guard(chunks())) received.push(byte);
    assert.unreachable();
  } catch (error) {
    assert.is((error as { code?: string }).code, 'insufficient_storage');
  }
  assert.equal(received, [0, 1, 2]);
  const rejected = await limit.checkForRun().catch((error: unknown) => error as Error);
  assert.is(rejected?.name, 'DiskFull');
});

test('the default is 1 GiB, and 5 % of a small disk', async () => {
  const isReached = (freeBytes: number, totalBytes: number) =>
    createStorageLimit('', null, async () => ({ freeBytes, totalBytes })).isReached();
  const GIB = 1024 ** 3;
  assert.equal(
    [
      await isReached(GIB - 1, 100 * GIB),
      await isReached(GIB, 100 * GIB),
      await isReached(49, 1000),
      await isReached(51, 1000),
    ],
    [true, false, true, false],
  );
});

test('a broker that accepts no connection is unreachable, until it accepts one', async () => {
  const server = createServer((socket) => socket.destroy());
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const settings = { kind: 'kafka', brokers: [`127.0.0.1:${port}`], ssl: null, sasl: null } as const;
  const watch = watchBroker({ ...settings, compression: 'none', createTopics: false }, 20);
  await eventually(() => watch.unreachableSeconds() > 0);
  await listen(port);
  await eventually(() => watch.unreachableSeconds() === 0);
  watch.close();
  await new Promise((resolve) => server.close(resolve));
  assert.is(watchBroker({ kind: 'embedded' }).unreachableSeconds(), 0);
});

test.run();
