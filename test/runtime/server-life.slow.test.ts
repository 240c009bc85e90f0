import { createServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunView } from '../../runtime/runs/run-request.ts';
import type { Topic } from '../../runtime/state/store/topic-reader.ts';
import { waitForAllRuns, fetchRuns, transform } from './all-runs.ts';
import { csvFile, eventually, ORDERS_YAML, problemOf, startService, storeFlags } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('serve: start, stop, kill');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after.each(({ at }) => at.remove());

const bigFile = (records: number, mark = 'r') =>
  csvFile(
    `id,amount\n${Array.from({ length: records }, (_, i) => `${mark}${i},${i % 10}.50`).join('\n')}\n`,
    'big.csv',
  );
test('stdout announces the service when it is ready, with the chosen host and port', async ({ at }) => {
  for (const [host, url] of [
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['localhost', /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
    ['::1', /^http:\/\/\[::1\]:\d+$/],
    ['127.0.0.5', /^http:\/\/127\.0\.0\.5:\d+$/],
  ] as const) {
    const service = await startService(at, ['--host', host]);
    assert.match(service.url, url);
    assert.is((await service.fetch('//health/ready')).status, 200);
    await service.stop();
  }
});

test('SIGTERM and SIGINT: exit 0 promptly, despite idle connections and partial uploads', async ({ at }) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const service = await startService(at);
    const [idle, half] = [service.connect(), service.connect()];
    for (const socket of [idle, half]) socket.on('error', () => {});
    half.write(
      'POST /api/v1/transform/validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 999999\r\n\r\n--XX\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    );
    await eventually(() => service.spool().length === 1);
    service.signal(signal);
    // It waits for neither. The timeout of a partial upload would be five minutes.
    let code: number | null | undefined;
    void service.exited.then((exitCode) => (code = exitCode));
    await eventually(() => code !== undefined);
    assert.is(code, 0, service.stderr());
    assert.equal(service.spool(), []);
  }
});

test('a run interrupted by SIGTERM resumes in the next process; a waiting client gets 503 and its location', async ({
  at,
}) => {
  const first = await startService(at);
  const waiting = transform(first, bigFile(200_000), 'big', '');
  await eventually(async () => (await fetchRuns(first))[0]?.status === 'RUNNING');
  first.signal('SIGTERM');
  const answer = await waiting;
  const { runId } = await problemOf(answer, 503, 'stopping');
  assert.is(answer.headers.get('location'), `/api/v1/runs/${runId}`);
  assert.is(await first.exited, 0, first.stderr());
  const second = await startService(at);
  await waitForAllRuns(second);
  const run = (await (await second.fetch(`/runs/${runId}`)).json()) as RunView;
  assert.equal([run.status, run.totalRecords], ['SUCCESS', 200_000]);
  assert.equal(await (await second.fetch('/topics')).json(), [{ name: 'big', messages: 200_000 }] satisfies Topic[]);
  await second.stop();
});

test('a second service on the data folder reports the conflict and exits with 3; the first continues', async ({
  at,
}) => {
  const service = await startService(at);
  const { code, stdout, stderr } = at.call(['serve', '--port', '0']);
  assert.equal([code, stdout], [3, '']);
  assert.match(stderr, /^specmill: another specmill process uses the data folder /m);
  assert.is((await service.fetch('//health/live')).status, 200);
  await service.stop();
});

test('a port in use or a foreign address: exit 3, and the data folder is released', async ({ at }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  for (const [args, message] of [
    [['--port', String(port)], /the port is in use/],
    [['--port', '0', '--host', '198.51.100.1', '--insecure'], /does not have the address/],
    [['--port', '0', '--host', 'no.such.host.invalid'], /the host name cannot be resolved/],
  ] as const) {
    const { code, stdout, stderr } = at.call(['serve', ...(await storeFlags(at)), ...args]);
    assert.equal([code, stdout], [3, ''], stderr);
    assert.match(stderr, message);
    assert.not.match(stderr, /\n\s+at /);
  }
  taken.close();
  const service = await startService(at);
  await service.stop();
});

test('beyond loopback only with --insecure; then any Host is served, and foreign origins are still rejected', async ({
  at,
}) => {
  const { code, stdout, stderr } = at.call(['serve', '--port', '0', '--host', '0.0.0.0']);
  assert.equal([code, stdout], [2, '']);
  assert.match(stderr, /--insecure/);
  const service = await startService(at, ['--host', '0.0.0.0', '--insecure']);
  assert.match(service.url, /^http:\/\/0\.0\.0\.0:\d+$/);
  const get = (headers: string) => service.raw(`GET /api/v1/specs HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  assert.match(await get('host: specmill.example\r\n'), /^HTTP\/1\.1 200 /);
  assert.match(await get('host: specmill.example\r\norigin: http://specmill.example\r\n'), /^HTTP\/1\.1 200 /);
  assert.match(await get('host: specmill.example\r\norigin: http://evil.example\r\n'), /^HTTP\/1\.1 403 /);
  await service.stop();
});

test('ten simultaneous uploads: every result is right', async ({ at }) => {
  const service = await startService(at);
  const results = await Promise.all(
    Array.from(
      { length: 10 },
      async (_, i) =>
        (await transform(service, bigFile(5000 + i, `f${i}-`), `topic-${i}`, '')).json() as Promise<RunView>,
    ),
  );
  results.forEach((result, i) =>
    assert.equal([result.totalRecords, result.processedRecords, result.errorRecords], [5000 + i, 5000 + i, 0]),
  );
  const topics = (await (await service.fetch('/topics')).json()) as Topic[];
  assert.equal(
    topics.map(({ messages }) => messages).sort(),
    results.map(({ totalRecords }) => totalRecords),
  );
  await service.stop();
});

// test/stress/faults/server-kills.test.ts kills the service with SIGKILL.
test.run();
