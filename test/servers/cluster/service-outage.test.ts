import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { sendFile, waitForEnd, fetchRun } from '../../runtime/service-run.ts';
import { csvFile, eventually, jsonInit, ORDERS, ORDERS_YAML, problemOf, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { testOnPostgres } from './stores.ts';

const RECORDS = 400_000;

await testOnPostgres('the service with PostgreSQL', (test) => {
  test('while the server is down, runs pause and the service is not ready; then they finish', async ({
    postgres,
    server,
  }) => {
    if (postgres === null) throw new Error('no database');
    const password = postgres.password ?? '';
    const url = `postgresql://${postgres.user}@127.0.0.1:${postgres.port}/${postgres.database}`;
    const at = createWorkplace({ env: { SPECMILL_TEST_EMBEDDED_BROKER: 'on', SPECMILL_STORE_PASSWORD: password } });
    at.write('specs/orders.yaml', ORDERS_YAML);
    const service = await startService(at, ['--store', url, '--threads', '1']);
    const answers: string[] = [];
    const reasons = async (): Promise<string> => {
      const response = await service.fetch('//health/ready');
      const body = await response.text();
      answers.push(body);
      return `${response.status} ${(JSON.parse(body) as { reasons: string[] }).reasons.join()}`;
    };
    assert.is(await reasons(), '200 ');
    const lines = Array.from({ length: RECORDS }, (_, index) => `k${index},1.50\n`);
    const parts = { specId: 'orders', brokerTopic: 't', file: csvFile(`id,amount\n${lines.join('')}`) };
    const runId = await sendFile(service, parts);
    await eventually(async () => (await fetchRun(service, runId)).status === 'RUNNING');

    await server.kill();
    await eventually(async () => (await reasons()) === '503 store_unavailable');
    await problemOf(
      await service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'other' })),
      503,
      'storage_failed',
    );
    await problemOf(await service.fetch(`/runs/${runId}`), 503, 'storage_failed');
    assert.match(service.stderr(), '"store_unavailable"');
    await server.restart();
    await eventually(async () => (await reasons()) === '200 ');

    const { status, totalRecords } = await waitForEnd(service, runId);
    assert.equal([status, totalRecords], ['SUCCESS', RECORDS]);
    assert.equal(await (await service.fetch('/topics')).json(), [{ name: 't', messages: RECORDS }]);
    const command = readFileSync(`/proc/${service.pid}/cmdline`, 'utf8');
    for (const text of [service.stderr(), command, ...answers]) assert.not.ok(text.includes(password));
    await service.stop();
    at.remove();
  });

  test('serve refuses the embedded broker, a password in the URL, and a database that is in use', async ({
    postgres,
  }) => {
    if (postgres === null) throw new Error('no database');
    const at = createWorkplace({ env: { SPECMILL_STORE_PASSWORD: postgres.password ?? '' } });
    at.write('specs/orders.yaml', ORDERS_YAML);
    const url = `postgresql://${postgres.user}@127.0.0.1:${postgres.port}/${postgres.database}`;
    const serve = (store: string, env: Record<string, string> = {}) =>
      at.call(['serve', '--port', '0', '--store', store], { env });
    const embedded = serve(url);
    assert.equal([embedded.code, embedded.stdout], [2, '']);
    assert.match(embedded.stderr, '--store postgresql://… requires Kafka');
    for (const store of [
      'mysql://u:hunter2@h/d',
      'postgresql://u:hunter2@h/d',
      'postgresql://u@h/d?password=hunter2',
    ]) {
      const { code, stderr } = serve(store);
      assert.equal([code, stderr.includes('hunter2')], [2, false], stderr);
    }
    const test = { SPECMILL_TEST_EMBEDDED_BROKER: 'on' };
    assert.match(serve(url, { ...test, SPECMILL_STORE_PASSWORD: 'wr0ng' }).stderr, 'rejects the user or the password');
    const holder = createWorkplace({ env: { ...test, SPECMILL_STORE_PASSWORD: postgres.password ?? '' } });
    holder.write('specs/orders.yaml', ORDERS_YAML);
    const service = await startService(holder, ['--store', url]);
    const second = serve(url, test);
    assert.is(second.code, 3);
    assert.match(second.stderr, 'another specmill process uses the database');
    // The lock ends with its process, however it ends.
    service.signal('SIGKILL');
    await service.exited;
    await (await startService(holder, ['--store', url])).stop();
    holder.remove();
    at.remove();
  });
});
