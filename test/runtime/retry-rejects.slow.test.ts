/** A service whose rejects are repaired and published again, from the outside: over HTTP and with the command line. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, ORDERS_YAML, problemOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('rejects that a service publishes again');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after.each(({ at }) => at.remove());

async function publish(service: Service, text: string): Promise<{ runId: string; status: string }> {
  const parts = { specId: 'orders', brokerTopic: 'orders', skipInvalidRecords: 'true', file: csvFile(text) };
  const response = await service.fetch('/transform/file-to-events', { method: 'POST', body: formOf(parts) });
  return (await response.json()) as { runId: string; status: string };
}

async function ended(service: Service, runId: string): Promise<Record<string, unknown>> {
  let run: Record<string, unknown> = {};
  await eventually(async () => {
    run = (await (await service.fetch(`/runs/${runId}`)).json()) as Record<string, unknown>;
    return run['finishedAt'] !== null;
  });
  return run;
}

function retry(service: Service, runId: string, repaired?: string): Promise<Response> {
  const body = repaired === undefined ? {} : { body: formOf({ file: csvFile(repaired) }) };
  return service.fetch(`/runs/${runId}/rejects/retry`, { method: 'POST', ...body });
}

/** Returns the messages of the topic as the number of the record and the amount. */
async function messagesOf(service: Service): Promise<string[]> {
  const all: string[] = [];
  for (let from = 0; ; from += 1000) {
    const page = (await (await service.fetch(`/topics/orders/messages?from=${from}&limit=1000`)).json()) as {
      headers: Record<string, string>;
      value: string;
    }[];
    for (const { headers, value } of page)
      all.push(`${headers['ce_id']?.split(':')[1]}=${(JSON.parse(value) as { amount: unknown }).amount}`);
    if (page.length < 1000) return all;
  }
}

test('with repairs, then with a corrected spec, and each only once', async ({ at }) => {
  const service = await startService(at);
  const { runId } = await publish(service, 'id,amount\na,1.50\nb,0.00\nc,2\nd,0\n');
  const response = await retry(service, runId, 'id,amount\nb,7\nd,0\n');
  const accepted = (await response.json()) as { runId: string; rejectsOf: string };
  assert.equal([response.status, accepted.rejectsOf], [202, runId]);
  assert.is(response.headers.get('location'), `/api/v1/runs/${accepted.runId}`);
  const first = await ended(service, accepted.runId);
  assert.equal([first['status'], first['totalRecords'], first['skippedRecords']], ['PARTIAL_SUCCESS', 2, 1]);
  at.write('specs/orders.yaml', ORDERS_YAML.replace('0.01', '0'));
  await eventually(async () => {
    const spec = (await (await service.fetch('/specs/orders')).json()) as { version: string };
    return spec.version !== first['specVersion'];
  });
  const called = at.call(['rejects', runId, '--retry', '--json', '--url', service.url]);
  assert.is(called.code, 0, called.stderr);
  const second = await ended(service, (JSON.parse(called.stdout) as { runId: string }).runId);
  assert.equal([second['status'], second['totalRecords'], second['rejectsOf']], ['SUCCESS', 1, accepted.runId]);
  assert.equal(await messagesOf(service), ['1=1.5', '3=2', '2=7', '4=0']);
  await problemOf(await retry(service, runId), 409, 'no_rejects');
  const again = at.call(['rejects', runId, '--retry', '--url', service.url]);
  assert.equal([again.code, /no rejects/.test(again.stderr)], [2, true], again.stderr);
  await service.stop();
});

test('what cannot be published is refused with its reason', async ({ at }) => {
  const service = await startService(at);
  const { runId } = await publish(service, 'id,amount\na,1.50\nb,0.00\n');
  await problemOf(await retry(service, '00000000-0000-4000-8000-000000000000'), 404, 'run_not_found');
  await problemOf(await retry(service, runId, 'id,amount\nb,1\nc,2\n'), 422, 'repaired_differs');
  const plain = { method: 'POST', body: 'id,amount\nb,1\n', headers: { 'content-type': 'text/csv' } };
  await problemOf(await service.fetch(`/runs/${runId}/rejects/retry`, plain), 415, 'unsupported_media_type');
  at.write('repaired.csv', 'id,amount\nb,3\n');
  const called = at.call(['rejects', runId, '--retry', '--repaired', at.path('repaired.csv'), '--url', service.url]);
  assert.equal([called.code, called.stdout.startsWith('the rejects are published by run ')], [0, true], called.stderr);
  const newId = called.stdout.trim().split(' ').at(-1) ?? '';
  assert.is((await ended(service, newId))['status'], 'SUCCESS');
  const names = service.spool();
  assert.is((await service.fetch(`/runs/${newId}`, { method: 'DELETE' })).status, 204);
  assert.ok(service.spool().length < names.length);
  await problemOf(await retry(service, runId), 410, 'file_gone');
  assert.equal(at.call(['rejects', runId, '--repaired', 'x']).code, 2);
  assert.equal(at.call(['rejects', runId, '--retry', '--repaired', 'nothing.csv', '--url', service.url]).code, 2);
  await service.stop();
});

test('killed at any time, nothing is published twice and nothing is forgotten', async ({ at }) => {
  const count = 20_000;
  const isBad = (index: number): boolean => index % 4 === 0;
  const lines = (amount: (index: number) => string, only: (index: number) => boolean) =>
    `id,amount\n${Array.from({ length: count }, (_, index) => (only(index) ? `a${index},${amount(index)}\n` : '')).join('')}`;
  let service = await startService(at);
  const { runId } = await publish(
    service,
    lines(
      (index) => (isBad(index) ? '0.00' : '1'),
      () => true,
    ),
  );
  const repaired = lines(() => '2', isBad);
  let kills = 0;
  for (let newId: string | null = null; ; kills++) {
    const asked: Promise<Response | null> =
      newId === null ? retry(service, runId, repaired).catch(() => null) : Promise.resolve(null);
    const isLast = kills >= 12;
    if (isLast) await asked;
    else await sleep(kills * 30);
    if (isLast) break;
    service.signal('SIGKILL');
    await service.exited;
    service = await startService(at);
    const runs = (await (await service.fetch('/runs')).json()) as { runId: string; rejectsOf?: string }[];
    const retries = runs.filter(({ rejectsOf }) => rejectsOf !== undefined);
    assert.ok(retries.length <= 1, 'there is one retry at most');
    newId = retries[0]?.runId ?? null;
  }
  const runs = (await (await service.fetch('/runs')).json()) as { runId: string; rejectsOf?: string }[];
  const [one, ...others] = runs.filter(({ rejectsOf }) => rejectsOf !== undefined);
  assert.equal(others, []);
  assert.is((await ended(service, one?.runId ?? ''))['processedRecords'], count / 4);
  const messages = await messagesOf(service);
  assert.is(messages.length, count);
  assert.is(new Set(messages).size, count);
  assert.is(messages.filter((text) => text.endsWith('=2')).length, count / 4);
  assert.is(messages.includes(`${count - 3}=2`), true);
  await problemOf(await retry(service, runId), 409, 'no_rejects');
  await service.stop();
});

test('a caller without the scope connect sends no records of its own to an integration', async ({ at }) => {
  const add = (name: string, scopes: string): string => at.call(['keys', 'add', name, '--scope', scopes]).stdout.trim();
  const keys = {
    admin: add('root', 'admin'),
    transform: add('partner', 'transform'),
    both: add('both', 'transform,connect'),
  };
  at.write('files/in/a.csv', 'id,amount\na,1.50\nb,0.00\n');
  at.write('files/out/.keep', '');
  const service = await startService(at, ['--local-roots', at.path('files')]);
  const send = async (key: string, path: string, init: RequestInit = {}): Promise<Response> =>
    service.fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
  const post = async (path: string, body: object): Promise<void> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await send(keys.admin, path, init);
    assert.is(response.status, 201, await response.text());
  };
  for (const name of ['in', 'out'])
    await post('/integrations', { name, type: 'LOCAL_FS', config: { root: at.path(`files/${name}`) } });
  await post('/jobs', {
    ...{ name: 'orders', spec: 'orders', schedule: { every: '1s' }, ready: { unchangedFor: '0s', minAge: '0s' } },
    ...{
      source: { integration: 'in', path: '/', pattern: '*.csv' },
      to: { integration: 'out', path: '{name}.ndjson' },
    },
    options: { skipInvalidRecords: true },
  });
  let runs: { runId: string; finishedAt: string | null }[] = [];
  await eventually(async () => {
    runs = (await (await send(keys.admin, '/runs')).json()) as typeof runs;
    return runs.length > 0 && runs[0]?.finishedAt !== null;
  });
  const path = `/runs/${runs[0]?.runId}/rejects/retry`;
  const repaired = () => ({ method: 'POST', body: formOf({ file: csvFile('id,amount\nb,7\n') }) });
  const refused = await problemOf(await send(keys.transform, path, repaired()), 403, 'forbidden');
  assert.is(refused['requiredScope'], 'connect');
  assert.is((await send(keys.both, path, repaired())).status, 202);
  await service.stop();
});

test.run();
