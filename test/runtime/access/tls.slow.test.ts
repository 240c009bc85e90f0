/** TLS, client certificates, and the reload of changed files, with certificates of OpenSSL. */
import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { type Agent, request } from 'node:https';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually, ORDERS_YAML, type Service, startService } from '../service.ts';
import { createWorkplace, type Workplace } from '../specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('TLS');

function openssl(at: Workplace, line: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', `openssl ${line}`], { cwd: at.folder, encoding: 'utf8' });
  assert.is(status, 0, stderr);
}

function createCertificate(
  at: Workplace,
  name: string,
  { subject, days, ca }: { subject: string; days: string; ca: string },
): void {
  openssl(at, `req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj "${subject}"`);
  openssl(at, `x509 -req -in ${name}.csr -CA ${ca}.pem -CAkey ${ca}.key -CAcreateserial -out ${name}.pem ${days}`);
}

function createAuthority(at: Workplace, name: string): void {
  openssl(at, `req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.pem -subj "/CN=${name}" -days 2`);
}

test.before(async (context) => {
  const at = createWorkplace();
  context.at = at;
  at.write('specs/orders.yaml', ORDERS_YAML);
  createAuthority(at, 'ca');
  createAuthority(at, 'other-ca');
  createCertificate(at, 'server', { subject: '/CN=localhost', days: '-days 2', ca: 'ca' });
  createCertificate(at, 'reader', { subject: '/CN=reader/O=Acme', days: '-days 2', ca: 'ca' });
  createCertificate(at, 'unknown', { subject: '/CN=reader', days: '-days 2', ca: 'ca' });
  createCertificate(at, 'foreign', { subject: '/CN=reader/O=Acme', days: '-days 2', ca: 'other-ca' });
  createCertificate(at, 'expired', { subject: '/CN=reader/O=Acme', days: '-days -1', ca: 'ca' });
  const added = at.call(['keys', 'add', 'reader', '--certificate', 'O=Acme, CN=reader', '--scope', 'read']);
  assert.is(added.code, 0, added.stderr);
  const files = ['--tls-cert', 'server.pem', '--tls-key', 'server.key', '--tls-client-ca', 'ca.pem'];
  context.service = await startService(at, ['--threads', '1', ...files]);
});
test.after(async ({ at, service }) => {
  await service?.stop();
  at.remove();
});

/** Sends a request with the certificate `name`. Returns the status, or the code of the error of TLS. */
function send(
  { at, service }: { at: Workplace; service: Service },
  name: string | null,
  {
    path = '/specs',
    method = 'GET',
    headers = {},
  }: { path?: string; method?: string; headers?: Record<string, string> } = {},
): Promise<number | string> {
  const own =
    name === null ? {} : { cert: readFileSync(at.path(`${name}.pem`)), key: readFileSync(at.path(`${name}.key`)) };
  return new Promise((resolve) => {
    const options = { method, headers, port: service.port, host: '127.0.0.1', path: `/api/v1${path}`, ...own };
    const agent: Agent | false = false;
    const sent = request({ ...options, agent, rejectUnauthorized: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

test('the address has https, and plain HTTP gets no answer', async ({ service }) => {
  assert.match(service.url, /^https:/);
  assert.not.match(await service.raw('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'), /200/);
});

test('a certificate has the scopes of its whole subject', async (context) => {
  assert.is(await send(context, 'reader'), 200);
  assert.is(await send(context, 'reader', { method: 'DELETE', path: '/topics/x' }), 403);
  assert.is(await send(context, 'unknown'), 403, 'another subject');
});

test('no certificate, one of another authority, and an expired one are refused by TLS', async (context) => {
  for (const name of [null, 'foreign', 'expired']) assert.type(await send(context, name), 'string', String(name));
});

test('a wrong key in the same request is 401, although the certificate is good', async (context) => {
  assert.is(await send(context, 'reader', { headers: { authorization: 'Bearer sm_wrong' } }), 401);
});

test('a page of another site cannot use the certificate of a browser', async (context) => {
  assert.is(await send(context, 'reader', { headers: { origin: 'https://evil.example' } }), 403);
});

test('a changed certificate is loaded; broken files leave the old one in service', async (context) => {
  const { at, service } = context;
  at.write('server.pem', 'not a certificate');
  await eventually(() => service.stderr().includes('tls_reload_failed'));
  assert.is(await send(context, 'reader'), 200);
  createCertificate(at, 'next', { subject: '/CN=next', days: '-days 2', ca: 'ca' });
  renameSync(at.path('next.key'), at.path('server.key'));
  renameSync(at.path('next.pem'), at.path('server.pem'));
  await eventually(async () => (await nameOfServer(context)) === 'next');
});

function nameOfServer({ at, service }: { at: Workplace; service: Service }): Promise<string | undefined> {
  const own = { cert: readFileSync(at.path('reader.pem')), key: readFileSync(at.path('reader.key')) };
  return new Promise((resolve, reject) => {
    const socket = connect({ port: service.port, host: '127.0.0.1', rejectUnauthorized: false, ...own }, () => {
      const { subject } = socket.getPeerCertificate();
      socket.destroy();
      resolve([subject.CN].flat()[0]);
    });
    socket.on('error', reject);
  });
}

test('missing and wrong files of TLS end the start with a sentence', ({ at }) => {
  const start = (...flags: string[]) => at.call(['serve', '--port', '0', '--data', 'other', ...flags]);
  assert.match(start('--tls-cert', 'server.pem').stderr, /--tls-cert and --tls-key require each other/);
  assert.match(start('--tls-client-ca', 'ca.pem').stderr, /--tls-client-ca requires --tls-cert and --tls-key/);
  const wrong = start('--tls-cert', 'server.pem', '--tls-key', 'reader.key');
  assert.is(wrong.code, 3);
  assert.match(wrong.stderr, /cannot use the files of --tls-cert/);
});

test.run();
