import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonInit, ORDERS, ORDERS_YAML, problemOf, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('the number of stored specs');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at, ['--max-specs-bytes', '3k']);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

test('specs and their versions have a quota, which deleting frees', async ({ service }) => {
  const create = (name: string) => service.fetch('/specs', jsonInit('POST', { ...ORDERS, name }));
  const first = (await (await create('a')).json()) as { id: string };
  for (let version = 0; version < 20; version++) {
    const changed = { ...ORDERS, name: 'a', description: `version ${version}` };
    const response = await service.fetch(`/specs/${first.id}`, jsonInit('PUT', changed));
    if (response.status === 200) continue;
    await problemOf(response, 507, 'insufficient_storage');
    break;
  }
  await problemOf(await create('b'), 507, 'insufficient_storage');
  assert.is((await service.fetch(`/specs/${first.id}`, { method: 'DELETE' })).status, 204);
  for (const name of ['b', 'c']) assert.is((await create(name)).status, 201);
});

test('the list has texts only on request, and pages', async ({ service }) => {
  type Listed = { name: string; fields?: unknown; validationRules?: unknown; version: string; origin: string };
  const list = async (query: string): Promise<[Listed[], string | null]> => {
    const response = await service.fetch(`/specs${query}`);
    return [(await response.json()) as Listed[], response.headers.get('link')];
  };
  const [all, none] = await list('');
  assert.equal(
    all.map(({ name }) => name),
    ['b', 'c', 'orders'],
  );
  assert.is(none, null);
  assert.ok(all.every(({ fields, validationRules }) => fields === undefined && validationRules === undefined));
  const [texts] = await list('?include=spec');
  assert.ok(texts.every(({ fields }) => Array.isArray(fields)));
  const [page, link] = await list('?limit=2');
  assert.equal(
    page.map(({ name }) => name),
    ['b', 'c'],
  );
  const next = /^<\/api\/v1\/specs(\?[^>]*)>; rel="next"$/.exec(link ?? '')?.[1] ?? '';
  assert.equal(
    (await list(next))[0].map(({ name }) => name),
    ['orders'],
  );
  for (const query of ['?limit=0', '?include=all']) assert.is((await service.fetch(`/specs${query}`)).status, 400);
});

test.run();
