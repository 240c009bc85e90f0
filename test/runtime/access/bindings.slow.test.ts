/** Keys that are bound to topics and specs, against a running service. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes } from '../../../runtime/server/app.ts';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS,
  ORDERS_CSV,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from '../service.ts';
import { createWorkplace, type Workplace } from '../specmill.ts';

interface Context {
  at: Workplace;
  service: Service;
  /** Runs of `orders` into `orders-eu`, and of `claims` into `orders-eu` and `claims-eu`. */
  runs: { orders: string; foreignSpec: string; claims: string };
  admin: string;
  bound: string;
}

const test = suite<Context>('bound keys');
const MARKER = 'MARKER-7f3a';

function addKey(at: Workplace, args: readonly string[]): string {
  const { code, stdout, stderr } = at.call(['keys', 'add', ...args]);
  assert.is(code, 0, stderr);
  return stdout.trim();
}

function send(context: Context, path: string, { key = context.admin, ...init }: RequestInit & { key?: string } = {}) {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` };
  return context.service.fetch(path, { ...init, headers });
}

async function transform(
  context: Context,
  parts: Record<string, string>,
  more: { key?: string; idempotency?: string } = {},
) {
  const { key = context.admin, idempotency } = more;
  const headers: Record<string, string> = idempotency === undefined ? {} : { 'idempotency-key': idempotency };
  const body = formOf({ ...parts, file: csvFile(ORDERS_CSV) });
  return send(context, '/transform/file-to-events', { method: 'POST', body, headers, key });
}

async function runIdOf(response: Response): Promise<string> {
  const body = (await response.json()) as { runId: string };
  assert.type(body.runId, 'string', JSON.stringify(body));
  return body.runId;
}

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('specs/claims.yaml', ORDERS_YAML.replace('name: orders', 'name: claims'));
  context.service = await startService(context.at, ['--threads', '1', '--audit', context.at.path('audit.ndjson')]);
  assert.is((await context.service.fetch('/specs')).status, 200, 'without a key, access control is off');
  context.admin = addKey(context.at, ['root', '--scope', 'admin']);
  const scopes = ['--scope', 'read,transform,specs,connect'];
  context.bound = addKey(context.at, ['clerk', ...scopes, '--topics', 'orders-*', '--specs', 'orders*']);
  await eventually(async () => (await context.service.fetch('/specs')).status === 401);
  await eventually(async () => (await send(context, '/specs', { key: context.bound })).status === 200);
  context.runs = {
    orders: await runIdOf(await transform(context, { specId: 'orders', brokerTopic: 'orders-eu' })),
    foreignSpec: await runIdOf(await transform(context, { specId: 'claims', brokerTopic: 'orders-eu' })),
    claims: await runIdOf(await transform(context, { specId: 'claims', brokerTopic: 'claims-eu' })),
  };
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

test('every route with a target outside of the patterns is 403', async (context) => {
  const { runs } = context;
  for (const { method, path, scope } of routes) {
    if (!path.includes(':') || scope === 'admin' || scope === 'open') continue;
    for (const target of [
      ...(path.startsWith('/api/v1/specs/') ? ['claims', 'unknown-spec'] : []),
      ...(path.startsWith('/api/v1/runs/') ? [runs.claims, runs.foreignSpec] : []),
      ...(path.startsWith('/api/v1/topics/') ? ['claims-eu', 'unknown-topic'] : []),
      // A new kind of target must refuse, too.
      ...(/^\/api\/v1\/(?:specs|runs|topics)\//.test(path) ? [] : ['x']),
    ]) {
      const response = await send(context, path.replace('/api/v1', '').replace(/:\w+/, String(target)), {
        method,
        key: context.bound,
      });
      const body = await problemOf(response, 403, 'forbidden');
      assert.is(body['runId'], undefined);
    }
  }
});

test('a bound key may not use jobs, integrations, their files, credentials and metrics', async (context) => {
  for (const path of ['/jobs', '/credentials', '/integrations', '//metrics'])
    await problemOf(await send(context, path, { key: context.bound }), 403, 'forbidden');
  const source = { integrationId: 'x', path: 'x' };
  for (const path of ['/transform/validate', '/transform/file-to-events']) {
    const init = jsonInit('POST', { specId: 'orders', brokerTopic: 'orders-eu', source });
    await problemOf(await send(context, path, { ...init, key: context.bound }), 403, 'forbidden');
  }
});

test('GET /caller says who calls and what they may do; admin lists all scopes', async (context) => {
  const callerOf = async (key: string) => (await send(context, '/caller', { key })).json();
  assert.equal(await callerOf(context.bound), {
    kind: 'key',
    name: 'key:clerk',
    scopes: ['read', 'transform', 'specs', 'connect'],
    topics: ['orders-*'],
    specs: ['orders*'],
  });
  const scopes = ['read', 'transform', 'specs', 'connect', 'approve', 'admin'];
  assert.equal(await callerOf(context.admin), { kind: 'key', name: 'key:root', scopes, topics: null, specs: null });
});

test('lists show only what is allowed', async (context) => {
  const list = async (path: string) => (await (await send(context, path, { key: context.bound })).json()) as never;
  const names = (all: { name: string }[]) => all.map(({ name }) => name);
  assert.equal(names(await list('/specs')), ['orders']);
  assert.equal(names(await list('/topics')), ['orders-eu']);
  for (const query of ['', '?status=PARTIAL_SUCCESS', '?spec=claims', '?topic=claims-eu', '?status=QUEUED'])
    for (const run of (await list(`/runs${query}`)) as { runId: string }[]) assert.is(run.runId, context.runs.orders);
  assert.is(((await list('/runs')) as unknown[]).length, 1);
});

test('forms: other specs and topics are 403, and nothing of the file remains', async (context) => {
  const forms: Record<string, string>[] = [
    { specId: 'claims', brokerTopic: 'orders-x' },
    { specId: 'orders', brokerTopic: 'claims-x' },
    { specId: 'orders', brokerTopic: 'orders-x', deadLetterTopic: 'claims-x' },
  ];
  for (const parts of forms) await problemOf(await transform(context, parts, { key: context.bound }), 403, 'forbidden');
  const dry = await send(context, '/transform/validate', {
    method: 'POST',
    body: formOf({ specId: 'claims', file: csvFile(ORDERS_CSV) }),
    key: context.bound,
  });
  await problemOf(dry, 403, 'forbidden');
});

test('a spec cannot be created or renamed outside of the patterns', async (context) => {
  const create = (name: string) =>
    send(context, '/specs', { ...jsonInit('POST', { ...ORDERS, name }), key: context.bound });
  await problemOf(await create('claims-2'), 403, 'forbidden');
  await problemOf(await create('claims'), 403, 'forbidden');
  const { id } = (await (await create('orders-2')).json()) as { id: string };
  const rename = jsonInit('PUT', { ...ORDERS, name: 'claims-2' });
  await problemOf(await send(context, `/specs/${id}`, { ...rename, key: context.bound }), 403, 'forbidden');
  const check = jsonInit('POST', { ...ORDERS, name: 'claims' });
  await problemOf(await send(context, `/specs/${id}/validate`, { ...check, key: context.bound }), 403, 'forbidden');
});

test('a duplicate of a hidden run is refused without its id, and warned of without its id', async (context) => {
  const parts = { specId: 'claims', brokerTopic: 'orders-eu' };
  const both = { specId: 'orders', brokerTopic: 'orders-eu', onDuplicateFile: 'REFUSE' };
  const visible = await problemOf(await transform(context, both, { key: context.bound }), 409, 'duplicate_file');
  assert.is(visible['runId'], context.runs.orders, 'the visible one of two runs');
  const topic = 'orders-hidden';
  const hidden = await runIdOf(await transform(context, { ...parts, brokerTopic: topic }));
  const refused = await transform(context, { ...both, brokerTopic: topic }, { key: context.bound });
  assert.is(refused.headers.get('location'), null);
  const problem = await problemOf(refused, 409, 'duplicate_file');
  assert.not(JSON.stringify(problem).includes(hidden));
  const warned = await transform(context, { specId: 'orders', brokerTopic: topic }, { key: context.bound });
  const text = await warned.text();
  assert.match(text, /FILE_SEEN_BEFORE/);
  assert.not(text.includes(hidden));
});

test('an Idempotency-Key belongs to its principal', async (context) => {
  const parts = { specId: 'orders', brokerTopic: 'orders-idem' };
  const first = await runIdOf(await transform(context, parts, { idempotency: 'one' }));
  const other = await runIdOf(await transform(context, parts, { idempotency: 'one', key: context.bound }));
  assert.is.not(other, first);
  assert.is(await runIdOf(await transform(context, parts, { idempotency: 'one', key: context.bound })), other);
});

test('the audit has the changes, and no marker of a value, a body or a key', async (context) => {
  const description = `${MARKER} in a spec`;
  const created = await send(context, '/specs', jsonInit('POST', { ...ORDERS, name: 'orders-3', description }));
  const { id, version } = (await created.json()) as { id: string; version: string };
  const body = formOf({ specId: 'orders', brokerTopic: 'orders-m', file: csvFile(`id,amount\n${MARKER},0.00\n`) });
  const runId = await runIdOf(await send(context, '/transform/file-to-events', { method: 'POST', body }));
  await send(context, `/specs/${id}`, { method: 'DELETE' });
  const response = await send(context, '/audit?principal=root&limit=3');
  const entries = (await response.json()) as Record<string, unknown>[];
  assert.match(response.headers.get('link') ?? '', /cursor=\d+>; rel="next"/);
  const shown = entries.map(({ principal, method, path, target, specVersionBefore, specVersionAfter, ...rest }) => [
    ...[principal, method, path, target, specVersionBefore, specVersionAfter],
    ...[rest['runId'], rest['status']],
  ]);
  assert.equal(shown, [
    ['key:root', 'DELETE', '/api/v1/specs/:id', id, version, null, null, 204],
    ['key:root', 'POST', '/api/v1/transform/file-to-events', null, null, null, runId, 200],
    ['key:root', 'POST', '/api/v1/specs', null, null, version, null, 201],
  ]);
  const all = await (await send(context, '/audit?limit=1000')).text();
  const { stdout: file } = context.at.shell('cat audit.ndjson');
  for (const secret of [MARKER, context.admin.slice(16), context.bound.slice(16)])
    for (const text of [all, file, context.service.stderr()]) assert.not(text.includes(secret));
  assert.ok(file.includes(runId));
});

test('a revoked key ends within seconds; keys list shows no key', async (context) => {
  const key = addKey(context.at, ['short', '--scope', 'read']);
  await eventually(async () => (await send(context, '/specs', { key })).status === 200);
  const listed = context.at.call(['keys', 'list', '--json']).stdout;
  assert.not(listed.includes(key.slice(16)));
  assert.is(context.at.call(['keys', 'revoke', key.slice(3, 15)]).code, 0);
  await eventually(async () => (await send(context, '/specs', { key })).status === 401);
  assert.match(((await (await send(context, '/specs', { key })).json()) as { detail: string }).detail, /was revoked/);
});

test.run();
