/** Commands that find the service: in the data folder, by --url and by SPECMILL_URL. */
import { existsSync, statSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunSummary } from '../../runtime/runs/run-request.ts';
import { csvFile, formOf, ORDERS_CSV, ORDERS_YAML, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('runs, rejects and jobs while the service runs');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after.each(({ at }) => at.remove());

async function publish(service: Service, topic: string, headers: Record<string, string> = {}): Promise<string> {
  const parts = { specId: 'orders', brokerTopic: topic, skipInvalidRecords: 'true', file: csvFile(ORDERS_CSV) };
  const init = { method: 'POST', body: formOf(parts), headers };
  return ((await (await service.fetch('/transform/file-to-events', init)).json()) as { runId: string }).runId;
}

const ADDRESS = '.data/address';

test('the address of the data folder leads to it, and is gone when it stops', async ({ at }) => {
  const service = await startService(at);
  assert.is(statSync(at.path(ADDRESS)).mode & 0o777, 0o600);
  const ids = [await publish(service, 'first'), await publish(service, 'second')];
  const listed = at.call(['runs', '--json']);
  const direct = (await (await service.fetch('/runs')).json()) as RunSummary[];
  assert.equal([listed.code, JSON.parse(listed.stdout)], [0, direct], listed.stderr);
  const one = JSON.parse(at.call(['runs', '--json', '--topic', 'first', '--limit', '1']).stdout) as RunSummary[];
  assert.equal(
    one.map(({ runId }) => runId),
    [ids[0]],
  );
  assert.match(at.call(['runs']).stdout, /PARTIAL_SUCCESS +3 +2 +second +a\.csv$/m);
  assert.equal(at.call(['rejects', ids[0] ?? '']), { code: 0, stdout: 'id,amount\nb,0.00\n"c\n', stderr: '' });
  assert.is(
    at
      .call(['rejects', ids[0] ?? '', '--issues'])
      .stdout.trim()
      .split('\n').length,
    2,
  );
  assert.is(at.call(['jobs', 'list', '--json']).stdout, '[]\n');
  const missing = at.call(['rejects', '00000000-0000-4000-8000-000000000000']);
  assert.equal([missing.code, missing.stdout], [2, '']);
  await service.stop();
  assert.not.ok(existsSync(at.path(ADDRESS)));
  assert.equal(JSON.parse(at.call(['runs', '--json']).stdout), direct);
});

test('a service that was killed leaves its address, and the data folder is read', async ({ at }) => {
  const service = await startService(at);
  const runId = await publish(service, 'first');
  service.signal('SIGKILL');
  await service.exited;
  assert.ok(existsSync(at.path(ADDRESS)));
  const found = JSON.parse(at.call(['runs', '--json']).stdout) as RunSummary[];
  assert.equal(
    found.map((run) => run.runId),
    [runId],
  );
  const jobs = at.call(['jobs', 'list']);
  assert.equal([jobs.code, /no service answers at http:\/\/127\.0\.0\.1:\d+/.test(jobs.stderr)], [3, true]);
});

test('--url and SPECMILL_URL precede the data folder, and the key is sent', async ({ at }) => {
  const key = at.call(['keys', 'add', 'ops', '--scope', 'admin']).stdout.trim();
  const service = await startService(at);
  const runId = await publish(service, 'first', { authorization: `Bearer ${key}` });
  const refused = at.call(['runs']);
  assert.equal([refused.code, refused.stdout], [2, ''], refused.stderr);
  const env = { SPECMILL_API_KEY: key };
  const elsewhere = ['--data', at.path('other')];
  for (const [args, more] of [
    [['runs', '--json'], {}],
    [['runs', '--json', '--url', service.url, ...elsewhere], {}],
    [['runs', '--json', ...elsewhere], { SPECMILL_URL: service.url }],
  ] as const) {
    const { stdout, stderr } = at.call(args, { env: { ...env, ...more } });
    assert.equal(
      (JSON.parse(stdout) as RunSummary[]).map((run) => run.runId),
      [runId],
      stderr,
    );
  }
  assert.is(at.call(['rejects', runId, '--url', service.url, ...elsewhere], { env }).stdout, 'id,amount\nb,0.00\n"c\n');
  const away = at.call(['runs', '--url', 'http://127.0.0.1:1'], { env });
  assert.equal([away.code, /no service answers/.test(away.stderr)], [3, true]);
  await service.stop();
});

test.run();
