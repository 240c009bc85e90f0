import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { Authenticated } from '../../../runtime/state/access/authenticated.ts';
import { createIssuerKeys } from '../../../runtime/state/access/jwt/issuer-keys.ts';
import { isTrustworthy } from '../../../runtime/state/access/jwt/fetch-json.ts';
import { createJwtVerifier, type JwtVerifier } from '../../../runtime/state/access/jwt/verifier.ts';
import { createJsonLog } from '../../../runtime/base/log/json-log.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'specmill';
const noLog = createJsonLog(() => {});

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
interface Claims {
  issuer?: string;
  audience?: string;
  expires?: number | null;
  notBefore?: number;
  alg?: string;
  kid?: string;
  claims?: Record<string, unknown>;
}

const BOUND = { topics: 'topics', specs: 'specs', integrations: 'integrations' };

const test = suite<{ verifier: JwtVerifier; keys: Record<string, Key> }>('tokens');

test.before(async (context) => {
  context.keys = {};
  const jwks: object[] = [];
  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA', 'ES384']) {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    context.keys[alg] = privateKey;
    jwks.push({ ...(await exportJWK(publicKey)), kid: alg, alg });
  }
  // A symmetric key in the set must not be used.
  jwks.push({ kty: 'oct', k: Buffer.from('x'.repeat(32)).toString('base64url'), kid: 'HS256', alg: 'HS256' });
  context.verifier = createJwtVerifier(
    { issuer: ISSUER, audience: AUDIENCE, scopeClaim: 'scope', boundClaims: BOUND },
    createIssuerKeys({ load: async () => ({ keys: jwks }), log: noLog }),
  );
});

const now = () => Math.floor(Date.now() / 1000);

function sign(key: Key | Uint8Array, { alg = 'ES256', kid = alg, ...claims }: Claims = {}): Promise<string> {
  const { issuer = ISSUER, audience = AUDIENCE, expires = now() + 300, notBefore } = claims;
  const jwt = new SignJWT({ sub: 'anna', scope: 'read transform unknown', ...claims.claims })
    .setProtectedHeader({ alg, kid })
    .setIssuer(issuer)
    .setAudience(audience);
  if (expires !== null) jwt.setExpirationTime(expires);
  if (notBefore !== undefined) jwt.setNotBefore(notBefore);
  return jwt.sign(key);
}

function reasonOf(outcome: Authenticated): string {
  return outcome.kind === 'refused' ? outcome.reason : 'known';
}

test('RS256, PS256, ES256 and EdDSA are accepted', async ({ verifier, keys }) => {
  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
    const outcome = await verifier.verify(await sign(keys[alg] as Key, { alg }));
    assert.is(outcome.kind, 'known', alg);
    if (outcome.kind !== 'known') continue;
    assert.equal([outcome.principal.name, [...outcome.principal.scopes]], ['jwt:anna', ['read', 'transform']]);
  }
});

test('another algorithm, HMAC and no signature are refused', async ({ verifier, keys }) => {
  const secret = new TextEncoder().encode('x'.repeat(32));
  const tokens = [
    await sign(keys['ES384'] as Key, { alg: 'ES384' }),
    await sign(secret, { alg: 'HS256' }),
    new UnsecuredJWT({ sub: 'anna', scope: 'admin' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime(now() + 300)
      .encode(),
  ];
  for (const token of tokens) assert.match(reasonOf(await verifier.verify(token)), /not valid for this service/);
});

test('another issuer, audience or key, and a changed token, are refused', async ({ verifier, keys }) => {
  const key = keys['ES256'] as Key;
  const { privateKey } = await generateKeyPair('ES256');
  const good = await sign(key);
  const [header, , signature] = good.split('.');
  const payload = Buffer.from(
    JSON.stringify({ iss: ISSUER, aud: AUDIENCE, exp: now() + 300, sub: 'anna', scope: 'admin' }),
  ).toString('base64url');
  for (const token of [
    await sign(key, { issuer: 'https://other.example' }),
    await sign(key, { audience: 'other' }),
    await sign(privateKey),
    await sign(key, { kid: 'unknown' }),
    await sign(key, { notBefore: now() + 300 }),
    await sign(key, { expires: null }),
    `${header}.${payload}.${signature}`,
    `${header}.${payload}.`,
    'a.b.c',
    'eyJhbGciOiJub25lIn0..',
    'x',
  ])
    assert.match(reasonOf(await verifier.verify(token)), /not valid for this service/, token);
});

test('60 seconds of clock skew are allowed', async ({ verifier, keys }) => {
  const key = keys['ES256'] as Key;
  assert.is(reasonOf(await verifier.verify(await sign(key, { expires: now() - 50 }))), 'known');
  assert.match(reasonOf(await verifier.verify(await sign(key, { expires: now() - 70 }))), /has expired/);
  assert.is(reasonOf(await verifier.verify(await sign(key, { notBefore: now() + 50 }))), 'known');
});

test('scopes may be an array; other types, and a token without a subject, have none', async ({ verifier, keys }) => {
  const scopesOf = async (claims: Record<string, unknown>) => {
    const outcome = await verifier.verify(await sign(keys['ES256'] as Key, { claims }));
    return outcome.kind === 'known' ? [...outcome.principal.scopes] : outcome.reason;
  };
  assert.equal(await scopesOf({ scope: ['admin', 7, 'read'] }), ['admin', 'read']);
  for (const scope of [undefined, null, 7, { admin: true }, 'administrator', 'Admin'])
    assert.equal(await scopesOf({ scope }), []);
  assert.equal(await scopesOf({ sub: undefined, client_id: 'batch' }), ['read', 'transform']);
  assert.is(await scopesOf({ sub: undefined }), 'has a token without a subject');
});

test('claims bind a token to topics, specs and integrations', async ({ verifier, keys }) => {
  const verify = async (claims: Record<string, unknown>) =>
    verifier.verify(await sign(keys['ES256'] as Key, { claims }));
  const bounds = async (claims: Record<string, unknown>) => {
    const outcome = await verify(claims);
    if (outcome.kind === 'refused') return outcome.reason;
    const { topics, specs, integrations } = outcome.principal;
    return { topics, specs, integrations };
  };
  assert.equal(await bounds({}), { topics: null, specs: null, integrations: null });
  assert.equal(await bounds({ topics: 'claims-* orders', specs: ['claims-*'], integrations: 'sftp-*,db' }), {
    topics: ['claims-*', 'orders'],
    specs: ['claims-*'],
    integrations: ['sftp-*', 'db'],
  });
  assert.equal(await bounds({ topics: [] }), { topics: [], specs: null, integrations: null });
  for (const topics of [null, 7, {}, '', [7], ['a,b'], ['ü'], 'a*b*c*d*e*f*', ['']])
    assert.is(await bounds({ topics }), 'has a token with a claim that is no list of names or patterns');
});

test('an unknown kid fetches the keys again, at most once in 30 seconds', async () => {
  let time = 0;
  let loads = 0;
  const first = await generateKeyPair('ES256', { extractable: true });
  const second = await generateKeyPair('ES256', { extractable: true });
  const jwks = [{ ...(await exportJWK(first.publicKey)), kid: 'first', alg: 'ES256' }];
  const load = async () => {
    loads++;
    return { keys: [...jwks] };
  };
  const verifier = createJwtVerifier(
    { issuer: ISSUER, audience: AUDIENCE, scopeClaim: 'scope', boundClaims: BOUND },
    createIssuerKeys({ load, log: noLog, now: () => time }),
  );
  const old = await sign(first.privateKey, { kid: 'first' });
  const rotated = await sign(second.privateKey, { kid: 'second' });
  assert.is(reasonOf(await verifier.verify(old)), 'known');
  jwks.push({ ...(await exportJWK(second.publicKey)), kid: 'second', alg: 'ES256' });
  for (let i = 0; i < 20; i++) assert.is.not(reasonOf(await verifier.verify(rotated)), 'known');
  assert.is(loads, 1);
  time = 30_000;
  await Promise.all(
    Array.from({ length: 5 }, async () => assert.is(reasonOf(await verifier.verify(rotated)), 'known')),
  );
  assert.is(loads, 2, 'concurrent requests share one fetch');
  time = 700_000;
  await verifier.verify(old);
  assert.is(loads, 3, 'after 10 minutes, a withdrawn key is noticed');
});

test('while the keys cannot be fetched: first KeysUnavailable, later the cached ones for a day', async () => {
  let time = 0;
  let isDown = true;
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'ES256', alg: 'ES256' };
  const load = async () => {
    if (isDown) throw new Error('down');
    return { keys: [jwk] };
  };
  const verifier = createJwtVerifier(
    { issuer: ISSUER, audience: AUDIENCE, scopeClaim: 'scope', boundClaims: BOUND },
    createIssuerKeys({ load, log: noLog, now: () => time }),
  );
  const token = await sign(privateKey);
  const nameOfError = () =>
    verifier.verify(token).then(
      () => 'none',
      (error: Error) => error.name,
    );
  assert.is(await nameOfError(), 'KeysUnavailable');
  isDown = false;
  assert.is(await nameOfError(), 'KeysUnavailable', 'no second attempt within 5 seconds');
  time = 5000;
  assert.is(reasonOf(await verifier.verify(token)), 'known');
  isDown = true;
  time += 23 * 3_600_000;
  assert.is(reasonOf(await verifier.verify(token)), 'known');
  time += 2 * 3_600_000;
  assert.is(await nameOfError(), 'KeysUnavailable');
});

test('a document that is not a set of keys is no set of keys', async () => {
  for (const document of [null, 7, [], {}, { keys: {} }, { keys: [7] }, 'x']) {
    const verifier = createJwtVerifier(
      { issuer: ISSUER, audience: AUDIENCE, scopeClaim: 'scope', boundClaims: BOUND },
      createIssuerKeys({ load: async () => document, log: noLog }),
    );
    const { privateKey } = await generateKeyPair('ES256');
    const error = await verifier.verify(await sign(privateKey)).then(
      ({ kind }) => kind,
      ({ name }: Error) => name,
    );
    assert.ok(['KeysUnavailable', 'refused'].includes(error), `${JSON.stringify(document)} ${error}`);
  }
});

test('addresses of keys: https, or this machine', () => {
  for (const url of ['https://issuer.example/', 'http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]/'])
    assert.ok(isTrustworthy(new URL(url)), url);
  for (const url of ['http://issuer.example/', 'http://127.0.0.1.example/', 'file:///etc/passwd', 'ftp://localhost/'])
    assert.not(isTrustworthy(new URL(url)), url);
});

test.run();
