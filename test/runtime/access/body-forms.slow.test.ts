/**
 * Every scope against every route that reads a body, in every form of body: what a route reads depends on its body, so a
 * table of routes alone does not show what a caller reaches.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApiKey } from '../../../runtime/state/access/keys/api-key.ts';
import { SCOPES } from '../../../runtime/state/access/scopes.ts';
import { openKeyStore, type StoredKey } from '../../../runtime/state/store/access-keys.ts';
import { routes } from '../../../runtime/server/app.ts';
import { startTestService, type TestService } from '../integrations/service.ts';

/** It is in a file and in a database that only the stored integrations reach. */
const MARKER = 'MARKER-5d1c';
const SPEC = {
  name: 'orders',
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING' },
    { name: 'amount', type: 'INTEGER' },
  ],
};

interface Context {
  service: TestService;
  keys: Map<string, string>;
}

const test = suite<Context>('forms of bodies');

test.before(async (context) => {
  const service = await startTestService();
  context.service = service;
  mkdirSync(join(service.files, 'out'));
  for (const path of ['out/orders.csv', 'secret.csv'])
    writeFileSync(join(service.files, path), `id,amount\na,${MARKER}\n`);
  await service.call('POST', '/specs', SPEC);
  const config = { root: service.files };
  await service.call('POST', '/integrations', { name: 'folder', type: 'LOCAL_FS', config });
  await service.call('POST', '/integrations', {
    name: 'outbox',
    type: 'LOCAL_FS',
    config: { ...config, paths: ['out/*'] },
  });
  const password = { name: 'db', type: 'PASSWORD', secret: 'a password', metadata: { username: 'reader' } };
  await service.call('POST', '/credentials', password);
  const at = { driver: 'postgresql', host: '127.0.0.1', port: 9, database: 'd' };
  for (const [name, tables] of [
    ['rows', undefined],
    ['claims', ['claims*']],
  ] as const)
    await service.call('POST', '/integrations', {
      ...{ name, type: 'DATABASE', credentialId: 'db' },
      config: tables === undefined ? at : { ...at, tables },
    });
  context.keys = await addKeys(join(service.folder, 'data'));
  // They are read once a second, so the last one shows that all are in effect.
  const key = [...context.keys.values()].at(-1) ?? '';
  const isKnown = async () =>
    (await service.call('GET', '/specs')).status === 401 &&
    (await send(service, 'GET', '/specs', { key, body: '' })).status === 200;
  for (let tries = 0; !(await isKnown()); tries++) {
    assert.ok(tries < 500, 'the keys are in effect');
    await sleep(10);
  }
});
test.after(({ service }) => service.remove());

async function addKeys(folder: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const store = await openKeyStore(folder);
  const add = async (name: string, more: Partial<StoredKey>) => {
    const { id, hash, text } = createApiKey();
    const bounds = { topics: null, specs: null, integrations: null, certificate: null };
    await store.insert({
      id,
      name: 'k',
      scopes: [],
      ...bounds,
      hash,
      createdAt: 1,
      expiresAt: null,
      revokedAt: null,
      ...more,
    });
    keys.set(name, text);
  };
  for (const scope of SCOPES) await add(scope, { scopes: [scope] });
  await add('none', {});
  await add('transform+connect', { scopes: ['transform', 'connect'] });
  await add('transform+connect, bound', { scopes: ['transform', 'connect'], topics: ['t'], specs: ['orders'] });
  await add('transform, folder', { scopes: ['transform'], integrations: ['fol*'] });
  await add('transform, all', { scopes: ['transform'], integrations: ['*'] });
  await add('transform, bound, all', { scopes: ['transform'], specs: ['orders'], topics: ['t'], integrations: ['*'] });
  await add('read, all', { scopes: ['read'], integrations: ['*'] });
  await store.close();
  return keys;
}

const SOURCES = {
  'a file': { integrationId: 'folder', path: 'secret.csv' },
  'a file that a pattern allows': { integrationId: 'outbox', path: 'out/orders.csv' },
  'a file that no pattern allows': { integrationId: 'outbox', path: 'secret.csv' },
  'a query': { integrationId: 'rows', query: 'SELECT passwd FROM pg_shadow' },
  'a table': { integrationId: 'rows', table: 'orders', cursorColumn: 'id' },
  'a table of the system': { integrationId: 'rows', table: 'pg_shadow', cursorColumn: 'usename' },
  'a table that a pattern allows': { integrationId: 'claims', table: 'claims_2', cursorColumn: 'id' },
  'a table that no pattern allows': { integrationId: 'claims', table: 'users', cursorColumn: 'id' },
  'an integration that does not exist': { integrationId: 'nothing', path: 'a' },
} as const;

const EVERYTHING = Object.keys(SOURCES);
const BY_PATTERNS = [
  'a file',
  'a file that a pattern allows',
  'a table',
  'a table that a pattern allows',
  'an integration that does not exist',
];

/** What each key may read; all others may read nothing. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  admin: EVERYTHING,
  'transform+connect': EVERYTHING,
  'transform, folder': ['a file'],
  'transform, all': BY_PATTERNS,
  'transform, bound, all': BY_PATTERNS,
};

for (const route of ['/transform/validate', '/transform/file-to-events'])
  test(`${route} reads a source with connect, or with an integration of the key`, async ({ service, keys }) => {
    for (const [name, key] of keys)
      for (const [what, source] of Object.entries(SOURCES)) {
        const body = JSON.stringify({
          specId: 'orders',
          source,
          ...(route.endsWith('events') && { brokerTopic: 't' }),
        });
        const { status, text } = await send(service, 'POST', route, { key, body, type: 'application/json' });
        const isAllowed = ALLOWED[name]?.includes(what) ?? false;
        assert.is(status === 403, !isAllowed, `${name}, ${what}: ${status} ${text}`);
        if (!isAllowed) assert.not.match(text, MARKER);
        if (!isAllowed) assert.match(text, /"code":"forbidden"/);
      }
  });

test('no path leads around a pattern', async ({ service, keys }) => {
  const key = keys.get('transform, all') ?? '';
  for (const path of ['out/../secret.csv', './secret.csv', '/secret.csv', 'out/./../secret.csv', 'OUT/orders.csv']) {
    const body = JSON.stringify({ specId: 'orders', source: { integrationId: 'outbox', path } });
    const { status, text } = await send(service, 'POST', '/transform/validate', {
      key,
      body,
      type: 'application/json',
    });
    assert.ok(status === 400 || status === 403, `${path}: ${status}`);
    assert.not.match(text, MARKER);
  }
});

test('a caller with transform alone sends a file, as before', async ({ service, keys }) => {
  const form = new FormData();
  form.append('specId', 'orders');
  form.append('file', new File(['id,amount\na,1\n'], 'orders.csv'));
  const key = keys.get('transform') ?? '';
  assert.is((await send(service, 'POST', '/transform/validate', { key, body: form })).status, 200);
});

const BODIES: Readonly<Record<string, { body: string | FormData; type?: string }>> = {
  'JSON with a source': {
    body: JSON.stringify({ specId: 'orders', source: SOURCES['a file'] }),
    type: 'application/json',
  },
  'JSON of a spec': { body: JSON.stringify({ ...SPEC, name: 'other' }), type: 'application/json' },
  'JSON of an integration': {
    body: JSON.stringify({ name: 'own', type: 'LOCAL_FS', config: { root: '/' } }),
    type: 'application/json',
  },
  YAML: { body: 'name: other\nformat: CSV\n', type: 'application/yaml' },
  text: { body: 'a', type: 'text/plain' },
  nothing: { body: '' },
};

test('no form of body changes the scope that a route requires', async ({ service, keys }) => {
  for (const route of routes) {
    if (route.method === 'GET' || route.method === 'ANY' || route.scope === 'open') continue;
    const path = route.path
      .replace('/api/v1', '')
      .replace(/:[a-zA-Z]+/g, 'unknown')
      .replace('**', 'x');
    for (const [name, key] of keys)
      for (const [form, { body, type }] of Object.entries(BODIES)) {
        const scopes = name.split(', ')[0]?.split('+') ?? [];
        if (scopes.includes(route.scope) || scopes.includes('admin')) continue;
        const { status, text } = await send(service, route.method, path, {
          key,
          body,
          ...(type !== undefined && { type }),
        });
        assert.is(status, 403, `${route.method} ${path} as ${name} with ${form}: ${status} ${text}`);
        assert.match(text, new RegExp(`"requiredScope":"${route.scope}"`));
      }
  }
});

async function send(
  service: TestService,
  method: string,
  path: string,
  { key, body, type }: { key: string; body: string | FormData; type?: string },
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    ...(body !== '' && { body }),
    headers: { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) },
  });
  return { status: response.status, text: await response.text() };
}

test.run();
