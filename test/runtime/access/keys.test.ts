import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBearer } from '../../../runtime/state/access/bearer.ts';
import { parseSubject, subjectOf } from '../../../runtime/state/access/certificate.ts';
import { hideCredentials } from '../../../runtime/state/access/hide-credentials.ts';
import { createApiKey, parseApiKey } from '../../../runtime/state/access/keys/api-key.ts';
import { openKeyRing } from '../../../runtime/state/access/keys/key-ring.ts';
import { matchesPatterns, parseNamePatterns } from '../../../runtime/state/access/name-patterns.ts';
import { createJsonLog } from '../../../runtime/base/log/json-log.ts';
import { openKeyStore, type StoredKey } from '../../../runtime/state/store/access-keys.ts';
import { eventually } from '../service.ts';

const test = suite<{ folder: string }>('keys');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-keys-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const noLog = createJsonLog(() => {});

function storedKey(more: Partial<StoredKey> = {}): StoredKey {
  return {
    id: 'abcdefghijkm',
    name: 'ci',
    scopes: ['read'],
    topics: null,
    specs: null,
    integrations: null,
    hash: new Uint8Array(32),
    certificate: null,
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
    ...more,
  };
}

test('a key is sm_, 12 characters of id, and 32 bytes in base64url', () => {
  const { text, id, hash } = createApiKey();
  assert.match(text, /^sm_[a-z2-9]{12}_[A-Za-z0-9_-]{43}$/);
  assert.equal(parseApiKey(text), { id, hash });
  assert.is.not(createApiKey().text, text);
});

test('a text that is not exactly a key is not parsed', () => {
  const { text } = createApiKey();
  // The last character has 4 bits of the key. A text with other unused bits decodes to the same bytes.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = `${text.slice(0, -1)}${alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1]}`;
  for (const wrong of ['', 'sm_', text.slice(0, -1), `${text}A`, ` ${text}`, `${text}\n`, text.toUpperCase(), other])
    assert.is(parseApiKey(wrong), null, wrong);
});

test('the file of keys has no key, only its hash, and is private', async ({ folder }) => {
  const { text, id, hash } = createApiKey();
  const store = await openKeyStore(folder);
  await store.insert(storedKey({ id, hash }));
  await store.close();
  const bytes = readFileSync(join(folder, 'keys.sqlite'));
  assert.ok(bytes.includes(id));
  assert.ok(bytes.includes(Buffer.from(hash)));
  // The secret part can contain underscores itself.
  assert.not(bytes.includes(text.slice(`sm_${id}_`.length)));
  assert.is(statSync(join(folder, 'keys.sqlite')).mode & 0o777, 0o600);
});

test('an open ring sees added and revoked keys of another connection', async ({ folder }) => {
  const ring = await openKeyRing(folder, noLog);
  const store = await openKeyStore(folder);
  const key = createApiKey();
  try {
    assert.equal([ring.hasKeys, ring.find(key)], [false, null]);
    await store.insert(storedKey({ id: key.id, hash: key.hash }));
    await eventually(() => ring.hasKeys);
    assert.is(ring.find(key)?.name, 'ci');
    assert.is(ring.find({ ...key, hash: new Uint8Array(32) }), null, 'another random part');
    assert.is(ring.find({ ...key, id: 'unknown' }), null);
    await store.revoke(key.id, 5);
    await eventually(() => ring.find(key)?.revokedAt === 5);
  } finally {
    await store.close();
    await ring.close();
  }
});

test('access control remains on, and keys remain valid, if the file of keys is deleted', async ({ folder }) => {
  const logged: string[] = [];
  const store = await openKeyStore(folder);
  const key = createApiKey();
  await store.insert(storedKey({ id: key.id, hash: key.hash }));
  await store.close();
  const ring = await openKeyRing(
    folder,
    createJsonLog((line) => logged.push(line)),
  );
  rmSync(join(folder, 'keys.sqlite'));
  await eventually(() => logged.some((line) => line.includes('keys_unreadable')));
  assert.ok(ring.hasKeys);
  assert.is(ring.find(key)?.name, 'ci');
  // A new file has other keys. An empty one removes all keys, but not access control.
  await (await openKeyStore(folder)).close();
  await eventually(() => ring.find(key) === null);
  assert.ok(ring.hasKeys);
  await ring.close();
});

test('revoking an unknown key returns null; a second time keeps the first time', async ({ folder }) => {
  const store = await openKeyStore(folder);
  await store.insert(storedKey());
  assert.is(await store.revoke('unknown', 5), null);
  assert.is((await store.revoke('abcdefghijkm', 5))?.revokedAt, null);
  assert.is((await store.revoke('abcdefghijkm', 9))?.revokedAt, 5);
  await store.close();
});

test('patterns: * matches any characters, all others match themselves', () => {
  const matches = (pattern: string, name: string) => matchesPatterns(parseNamePatterns(pattern), name);
  for (const [pattern, name] of [
    ['claims-*', 'claims-'],
    ['claims-*', 'claims-eu'],
    ['*', ''],
    ['a,b', 'b'],
    ['*-eu', 'claims-eu'],
    ['a*b*c', 'a-b-b-c'],
    ['a*a', 'aa'],
  ] as const)
    assert.ok(matches(pattern, name), `${pattern} ${name}`);
  for (const [pattern, name] of [
    ['claims-*', 'claims'],
    ['claims-*', 'Claims-eu'],
    ['claims-*', 'x-claims-eu'],
    ['a*a', 'a'],
    ['a*b*c', 'a-c-b'],
    ['a.c', 'abc'],
  ] as const)
    assert.not(matches(pattern, name), `${pattern} ${name}`);
});

test('patterns with other characters, or too many, are refused', () => {
  for (const wrong of ['', 'a,', 'a b', '[a]', 'a?', "a'", '*****', Array(101).fill('a').join(',')])
    assert.throws(() => parseNamePatterns(wrong), /takes up to 100 names/, wrong);
});

test('a hostile pattern takes no time', () => {
  const patterns = parseNamePatterns('a*a*a*a*b');
  assert.not(matchesPatterns(patterns, 'a'.repeat(100_000)));
});

test('the subject of a certificate is the same in any order and spelling', () => {
  const subject = subjectOf({ subject: { C: 'DE', O: ['Acme, Inc', 'B'], CN: 'worker' } as never });
  assert.is(subject, 'C=DE,CN=worker,O=Acme\\, Inc,O=B');
  assert.is(parseSubject('CN=worker, O=Acme\\, Inc, o=B,C=DE'), subject);
  assert.is.not(parseSubject('CN=worker'), subject);
  for (const wrong of ['', 'worker', 'CN=', '=x', 'CN=a,,x'])
    assert.throws(() => parseSubject(wrong), /takes the subject/);
});

test('a value cannot forge another attribute of a subject', () => {
  assert.is.not(subjectOf({ subject: { CN: 'x,O=Acme' } as never }), parseSubject('CN=x,O=Acme'));
});

test('Authorization: one header, Bearer in any case, a token of allowed characters', () => {
  for (const header of ['Bearer abc', 'bearer abc', 'BEARER  abc'])
    assert.equal(readBearer([header]), { kind: 'token', token: 'abc' });
  assert.equal(readBearer([]), { kind: 'none' });
  for (const headers of [
    [''],
    ['Bearer'],
    ['Bearer '],
    ['Bearer a b'],
    ['Bearer a,Bearer b'],
    ['Basic YTpi'],
    ['abc'],
    ['Bearer ü'],
    ['Bearer a\u0000'],
    ['Bearer a\r\nX: y'],
    [`Bearer ${'a'.repeat(8192)}`],
    ['Bearer a', 'Bearer a'],
  ])
    assert.equal(readBearer(headers), { kind: 'malformed' }, headers.join());
});

test('keys and tokens are hidden in texts', () => {
  const { text } = createApiKey();
  assert.is(hideCredentials(`/specs/${text}/x`), '/specs/…/x');
  assert.is(hideCredentials('/specs/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'), '/specs/…');
  assert.is(hideCredentials('/specs/sm_orders'), '/specs/sm_orders');
});

test.run();
