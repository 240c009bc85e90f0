/** A secret is sent only to the hosts for which it was stored: over every way in which an integration is defined. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestService } from './service.ts';

const SECRET = 'a-secret-4711';
const BASIC = Buffer.from(`u:${SECRET}`).toString('base64');

/** A server that records the headers of requests, and redirects `/away` to another one. */
interface Recorder {
  readonly url: string;
  readonly port: number;
  readonly seen: string[];
  readonly server: Server;
}

async function startRecorder(redirectTo: () => string): Promise<Recorder> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(JSON.stringify([request.method, request.url, request.headers]));
    const isAway = request.url?.startsWith('/away') ?? false;
    response.writeHead(isAway ? 307 : 200, { 'content-type': 'application/json', location: redirectTo() });
    response.end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen, server };
}

const other: Recorder = await startRecorder(() => '/');
const own: Recorder = await startRecorder(() => `${other.url}/x`);
const service = await startTestService({ integrationHosts: ['127.0.0.1', 'localhost'] });
const { call } = service;
test.after(async () => {
  for (const { server } of [own, other]) server.close();
  await service.remove();
});

const password = (name: string, more: object = {}) => ({
  ...{ name, type: 'PASSWORD', secret: SECRET, metadata: { username: 'u' } },
  ...more,
});
const rest = (name: string, credentialId: string, baseUrl: string) => ({
  ...{ name, type: 'REST_API', credentialId },
  config: { baseUrl },
});
const received = ({ seen }: Recorder) => seen.some((text) => text.includes(BASIC) || text.includes(SECRET));

test('the first integration binds a credential, and another host is refused', async () => {
  const { body } = await call('POST', '/credentials', password('first'));
  assert.equal([body.hosts, body.types], [null, null]);
  assert.is((await call('POST', '/integrations', rest('own', 'first', own.url))).status, 201);
  const bound = (await call('GET', '/credentials/first')).body;
  assert.equal([bound.hosts, bound.types], [[`127.0.0.1:${own.port}`], ['REST_API']]);
  assert.ok((await call('POST', '/integrations/own/test')).body.ok);
  assert.ok(received(own), 'the secret reaches its host');
  for (const baseUrl of [other.url, other.url.replace('127.0.0.1', 'localhost'), 'https://evil.example/']) {
    const { status, body } = await call('POST', '/integrations', rest('theft', 'first', baseUrl));
    assert.equal([status, body.code, body.field], [422, 'invalid_integration', 'credentialId'], baseUrl);
    assert.is((await call('PUT', '/integrations/own', rest('own', 'first', baseUrl))).status, 422);
  }
  const sftp = { name: 'theft', type: 'SFTP', credentialId: 'first', config: { host: '127.0.0.1', port: own.port } };
  assert.match(
    (await call('POST', '/integrations', sftp)).body.detail,
    /for integrations of the type REST_API, not SFTP/,
  );
  assert.not(received(other));
});

test('a redirect to another host gets no secret', async () => {
  await call('POST', '/integrations', rest('redirected', 'first', `${own.url}/away`));
  await call('POST', '/integrations/redirected/test');
  await call('GET', '/integrations/redirected/files');
  assert.ok(other.seen.length > 0, 'the redirect was followed');
  assert.not(received(other));
});

test('a definition in git gets no secret for another host', async () => {
  const folder = join(service.folder, 'specs/integrations');
  mkdirSync(folder, { recursive: true });
  const yaml = `name: git\ntype: REST_API\ncredential: first\nconfig: { baseUrl: "${other.url}" }\n`;
  writeFileSync(join(folder, 'git.yaml'), yaml);
  await service.restart();
  const { body } = await call('POST', '/integrations/git/test');
  assert.equal([body.ok, body.steps.at(-1).ok], [false, false]);
  assert.match(body.steps.at(-1).detail, /The credential "first" is for 127\.0\.0\.1:\d+, not 127\.0\.0\.1:\d+/);
  assert.not(received(other));
});

test('the secret, sent again, may name other hosts; without it, nothing changes', async () => {
  const hosts = [`127.0.0.1:${other.port}`];
  assert.is((await call('PUT', '/credentials/first', { hosts })).status, 422);
  const { status, body } = await call('PUT', '/credentials/first', { secret: SECRET, hosts });
  assert.equal([status, body.hosts, body.types], [200, hosts, ['REST_API']]);
  assert.is((await call('POST', '/integrations', rest('moved', 'first', other.url))).status, 201);
  assert.is((await call('POST', '/integrations/own/test')).body.ok, false, 'the old host lost it');
  assert.equal((await call('PUT', '/credentials/first', { secret: SECRET })).body.hosts, hosts);
});

test('hosts and types can be stated when a credential is created', async () => {
  const hosts = ['SFTP.Bank.Example', '*.bank.example:8443', '[::1]:2222', '10.1.2.3'];
  const { status, body } = await call(
    'POST',
    '/credentials',
    password('stated', { hosts, types: ['SFTP', 'REST_API'] }),
  );
  assert.is(status, 201);
  assert.equal(body.hosts, ['sftp.bank.example', '*.bank.example:8443', '[::1]:2222', '10.1.2.3']);
  const sftp = (host: string, port = 22) => ({
    ...{ name: `s${Math.random()}`.replace('.', ''), type: 'SFTP', credentialId: 'stated', config: { host, port } },
  });
  for (const [host, port, expected] of [
    ['sftp.bank.example', 22, 201],
    ['sftp.bank.example.', 22, 201],
    ['sftp.bank.example', 23, 422],
    ['a.bank.example', 8443, 201],
    ['a.b.bank.example', 8443, 201],
    ['a.bank.example', 22, 422],
    ['bank.example', 8443, 422],
    ['evilbank.example', 8443, 422],
    ['a.bank.example.evil.example', 8443, 422],
    ['::1', 2222, 201],
    ['0:0:0:0:0:0:0:1', 2222, 201],
    ['10.1.2.3', 22, 201],
    ['0xa.1.2.3', 22, 201],
    ['10.1.2.4', 22, 422],
  ] as const)
    assert.is((await call('POST', '/integrations', sftp(host, port))).status, expected, `${host}:${port}`);
  for (const [field, more] of [
    ['hosts', { hosts: [] }],
    ['hosts', { hosts: 'a.example' }],
    ['hosts', { hosts: ['*'] }],
    ['hosts', { hosts: ['https://a.example'] }],
    ['hosts', { hosts: ['a.example:0'] }],
    ['hosts', { hosts: ['a.*.example'] }],
    ['hosts', { hosts: [7] }],
    ['types', { types: [] }],
    ['types', { types: ['BUCKET_A'] }],
    ['types', { types: ['sftp'] }],
  ] as const) {
    const { status, body } = await call('POST', '/credentials', password('wrong', more));
    assert.equal([status, body.code, body.field], [422, 'invalid_credential', field], JSON.stringify(more));
  }
});

test('a secret is not sent over http, except on this machine', async () => {
  await call('POST', '/credentials', password('plain', { hosts: ['plain.example:80', 'plain.example'] }));
  const { status, body } = await call('POST', '/integrations', rest('plain', 'plain', 'http://plain.example/'));
  assert.equal([status, body.field], [422, 'credentialId']);
  assert.match(body.detail, /readable for everybody/);
  const metadata = { clientId: 'c', tokenUrl: 'http://login.example/token' };
  const client = { name: 'client', type: 'OAUTH2_CLIENT', secret: SECRET, metadata };
  assert.is((await call('POST', '/credentials', client)).body.field, 'metadata.tokenUrl');
  const none = { name: 'no-secret', type: 'REST_API', config: { baseUrl: 'http://plain.example/' } };
  assert.is((await call('POST', '/integrations', none)).status, 201, 'there is no secret to read');
});

test.run();
