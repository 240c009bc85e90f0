/**
 * Every route of the table, with every kind of caller: the status of each. A new route is tested without a change here,
 * and a new path with a parameter must say what it names.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { H3 } from 'h3';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { type Access, openAccess } from '../../../runtime/state/access/control/open-access.ts';
import { createApiKey } from '../../../runtime/state/access/keys/api-key.ts';
import { SCOPES, type Scope } from '../../../runtime/state/access/scopes.ts';
import { createJsonLog } from '../../../runtime/base/log/json-log.ts';
import { routes } from '../../../runtime/server/app.ts';
import { createRouter } from '../../../runtime/server/api/router.ts';
import type { Route } from '../../../runtime/server/api/route.ts';
import type { AuditEntry } from '../../../runtime/state/store/audit.ts';
import { openKeyStore, type StoredKey } from '../../../runtime/state/store/access-keys.ts';
import type { Services } from '../../../runtime/server/http/services.ts';
import { createSpoolQuota } from '../../../runtime/server/http/spool-quota.ts';
import { noAudit, unlimitedAnswers } from '../open-to-all.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'specmill';

interface Context {
  folder: string;
  access: Access;
  app: H3;
  audited: AuditEntry[];
  /** An Authorization header by the name of its caller. */
  callers: Map<string, string>;
}

const test = suite<Context>('the route table');

test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-routes-'));
  context.callers = await createCallers(context.folder);
  context.access = await openAccess({
    data: context.folder,
    jwt: {
      issuer: ISSUER,
      audience: AUDIENCE,
      scopeClaim: 'scope',
      boundClaims: { topics: 'topics', specs: 'specs', integrations: 'integrations' },
      keys: { kind: 'file', path: join(context.folder, 'jwks.json') },
    },
    hasClientCertificates: true,
    rate: null,
    log: createJsonLog(() => {}),
  });
  context.audited = [];
  context.app = createApp(context.access, context.audited);
});
test.after(async ({ access, folder }) => {
  await access.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates the routes with handlers that do nothing: a status of 200 means that the request was admitted. */
function createApp(access: Access, audited: AuditEntry[]): H3 {
  const admitted = routes.map((route): Route => ({ ...route, handle: () => new Response('admitted') }));
  const record = (entry: AuditEntry) => void audited.push(entry);
  return createRouter(admitted, {
    ...unlimitedAnswers,
    access,
    audit: { ...noAudit, record, recordChange: async (entry: AuditEntry) => record(entry) },
    log: createJsonLog(() => {}),
    metrics: { countRequest() {} },
    anyHost: false,
    isStopping: () => false,
    spoolQuota: createSpoolQuota(null, async () => 0),
  } as unknown as Services);
}

async function createCallers(folder: string): Promise<Map<string, string>> {
  const callers = new Map<string, string>();
  const store = await openKeyStore(folder);
  const add = async (name: string, more: Partial<StoredKey>) => {
    const { id, hash, text } = createApiKey();
    const base = { id, name: 'k', scopes: ['read'], topics: null, specs: null, integrations: null, certificate: null };
    await store.insert({ ...base, hash, createdAt: 1, expiresAt: null, revokedAt: null, ...more });
    callers.set(name, `Bearer ${text}`);
  };
  for (const scope of SCOPES) await add(`key with ${scope}`, { scopes: [scope] });
  await add('revoked key', { scopes: ['admin'], revokedAt: 2 });
  await add('expired key', { scopes: ['admin'], expiresAt: 2 });
  await add('key without a scope', { scopes: [] });
  await store.insert(certificateKey('CN=reader', ['read']));
  await store.insert({ ...certificateKey('CN=gone', ['admin']), revokedAt: 2 });
  await store.close();
  callers.set('wrong key', `Bearer ${createApiKey().text}`);
  const known = callers.get('key with admin') ?? '';
  callers.set('the id of a key with another random part', known.slice(0, -20) + createApiKey().text.slice(-20));
  callers.set('Basic', `Basic ${Buffer.from('a:b').toString('base64')}`);
  callers.set('an empty token', 'Bearer ');
  await addTokens(folder, callers);
  return callers;
}

function certificateKey(certificate: string, scopes: Scope[]): StoredKey {
  const base = {
    id: certificate.slice(3).padEnd(12, 'x'),
    name: 'c',
    scopes,
    topics: null,
    specs: null,
    integrations: null,
    hash: null,
  };
  return { ...base, certificate, createdAt: 1, expiresAt: null, revokedAt: null };
}

async function addTokens(folder: string, callers: Map<string, string>): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const other = await generateKeyPair('ES256');
  const otherAlgorithm = await generateKeyPair('ES384', { extractable: true });
  const keys = [
    { ...(await exportJWK(publicKey)), kid: 'a', alg: 'ES256' },
    { ...(await exportJWK(otherAlgorithm.publicKey)), kid: 'b', alg: 'ES384' },
  ];
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify({ keys }));
  const now = Math.floor(Date.now() / 1000);
  const token = (scope: string, { issuer = ISSUER, audience = AUDIENCE, expires = now + 3600, alg = 'ES256' } = {}) =>
    new SignJWT({ scope, sub: 'anna' })
      .setProtectedHeader({ alg, kid: alg === 'ES384' ? 'b' : 'a' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(expires);
  const set = async (name: string, text: string | Promise<string>) => void callers.set(name, `Bearer ${await text}`);
  for (const scope of SCOPES) await set(`token with ${scope}`, token(scope).sign(privateKey));
  await set('token of another issuer', token('admin', { issuer: 'https://x.example' }).sign(privateKey));
  await set('token of another audience', token('admin', { audience: 'x' }).sign(privateKey));
  await set('expired token', token('admin', { expires: now - 61 }).sign(privateKey));
  await set('token of another key', token('admin').sign(other.privateKey));
  await set('token of another algorithm', token('admin', { alg: 'ES384' }).sign(otherAlgorithm.privateKey));
  await set('token with HMAC', token('admin', { alg: 'HS256' }).sign(Buffer.from(JSON.stringify(keys[0]))));
  const none = new UnsecuredJWT({ scope: 'admin', sub: 'anna' }).setIssuer(ISSUER).setAudience(AUDIENCE);
  await set('token without a signature', none.setExpirationTime(now + 3600).encode());
}

/** A path of the route with a value for each parameter. */
function pathOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/:\w+/g, 'x').replace('/**', '/x/y');
}

function methodOf({ method }: Pick<Route, 'method'>): string {
  return method === 'ANY' ? 'DELETE' : method;
}

/** The status with which a caller must be answered. */
function expectedStatus(caller: string, { scope, alsoScope }: Route): number {
  if (scope === 'open') return 200;
  const [, own] = /^(?:key|token) with (\w+)$/.exec(caller) ?? [];
  if (own === scope || own === 'admin' || (own === alsoScope && alsoScope !== null)) return 200;
  return (SCOPES as readonly string[]).includes(own ?? '') || caller === 'key without a scope' ? 403 : 401;
}

test('each route, with each caller', async ({ app, callers }) => {
  for (const route of routes)
    for (const [caller, authorization] of [['no key', null] as const, ...callers]) {
      const headers: Record<string, string> = authorization === null ? {} : { authorization };
      const response = await app.request(`http://localhost${pathOf(route)}`, { method: methodOf(route), headers });
      const title = `${route.method} ${route.path} of ${caller}`;
      assert.is(response.status, expectedStatus(caller, route), title);
      if (response.status === 200) continue;
      const body = (await response.json()) as Record<string, unknown>;
      assert.is(body['code'], response.status === 401 ? 'unauthenticated' : 'forbidden', title);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm="specmill"/);
      if (response.status === 403) assert.is(body['requiredScope'], route.scope, title);
      if (authorization !== null && authorization.length > 12)
        assert.not(JSON.stringify(body).includes(authorization.slice(7, 40)), title);
    }
});

test('HEAD needs what GET needs; OPTIONS, other methods and unknown paths need a key', async ({ app, callers }) => {
  const send = async (method: string, path: string, caller?: string) => {
    const authorization = caller === undefined ? undefined : callers.get(caller);
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return (await app.request(`http://localhost${path}`, { method, headers })).status;
  };
  for (const route of routes) {
    if (route.scope === 'open' || route.method === 'ANY') continue;
    const path = pathOf(route);
    if (route.method === 'GET') assert.is(await send('HEAD', path), 401, path);
    for (const method of ['OPTIONS', 'PATCH', 'PROPFIND'])
      assert.is(await send(method, path), 401, `${method} ${path}`);
    assert.is(await send('OPTIONS', path, 'key without a scope'), 204, path);
    assert.is(await send('PATCH', path, 'key without a scope'), 405, path);
  }
  assert.is(await send('GET', '/no/such/path'), 401);
  assert.is(await send('GET', '/no/such/path', 'key without a scope'), 404);
});

test('a service with an authority of client certificates accepts tokens and certificates', ({ access }) => {
  assert.equal(access.acceptedCredentials, ['bearer', 'certificate']);
});

test('client certificates: assigned, not assigned, revoked and expired', async ({ access }) => {
  const later = Date.now() + 1e6;
  const statusOf = async (subject: string, validTo: number, route: Route) => {
    const certificate = { subject, validTo };
    const app = createApp(
      { ...access, authenticate: () => access.authenticate({ authorization: [], certificate }) },
      [],
    );
    return (await app.request(`http://localhost${pathOf(route)}`, { method: methodOf(route) })).status;
  };
  for (const route of routes) {
    if (route.scope === 'open') continue;
    assert.is(await statusOf('CN=reader', later, route), route.scope === 'read' ? 200 : 403, route.path);
    assert.is(await statusOf('CN=other', later, route), 403, route.path);
    assert.is(await statusOf('CN=gone', later, route), 401, route.path);
    assert.is(await statusOf('CN=reader', Date.now() - 1, route), 401, route.path);
  }
});

test('the audit has each request but those to open routes, and no key', async ({ app, audited, callers }) => {
  audited.length = 0;
  const key = callers.get('key with read') ?? '';
  const text = key.slice(7);
  await app.request('http://localhost/health/live');
  await app.request(`http://localhost/api/v1/specs/${text}?${text}=${text}`, { headers: { authorization: key } });
  await app.request(`http://localhost/api/v1/runs/${text}`, { method: 'DELETE', headers: { authorization: key } });
  await app.request(`http://localhost/${text}`);
  assert.equal(
    audited.map(({ principal, method, path, status }) => [principal, method, path, status]),
    [
      ['key:k', 'GET', '/api/v1/specs/:id', 400],
      ['key:k', 'DELETE', '/api/v1/runs/:id', 403],
      [null, 'GET', '/**', 401],
    ],
  );
  assert.not(JSON.stringify(audited).includes(text.slice(16)));
});

test('a key in a query parameter does not authenticate', async ({ app, callers }) => {
  const token = callers.get('key with admin')?.slice(7) ?? '';
  for (const name of ['access_token', 'key', 'token', 'authorization'])
    assert.is((await app.request(`http://localhost/api/v1/specs?${name}=${token}`)).status, 401);
});

test.run();
