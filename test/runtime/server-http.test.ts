import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import { csvFile, formOf, ORDERS_CSV, ORDERS_YAML, problemOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('paths, methods, hosts and origins');
const GIT = gitSpecId('orders');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

const ALLOWED: Readonly<Record<string, string>> = {
  '/specs': 'GET, HEAD, OPTIONS, POST',
  [`/specs/${GIT}`]: 'DELETE, GET, HEAD, OPTIONS, PUT',
  [`/specs/${GIT}/validate`]: 'OPTIONS, POST',
  [`/specs/${GIT}/module`]: 'GET, HEAD, OPTIONS',
  '/transform/file-to-events': 'OPTIONS, POST',
  '/transform/validate': 'OPTIONS, POST',
  '/runs': 'GET, HEAD, OPTIONS',
  '/runs/x': 'DELETE, GET, HEAD, OPTIONS',
  '/runs/x/cancel': 'OPTIONS, POST',
  '/runs/x/errors': 'GET, HEAD, OPTIONS',
  '/runs/x/rejects': 'GET, HEAD, OPTIONS',
  '/topics': 'GET, HEAD, OPTIONS',
  '/topics/x': 'DELETE, OPTIONS',
  '/topics/x/messages': 'GET, HEAD, OPTIONS',
  '//health/live': 'GET, HEAD, OPTIONS',
  '//health/ready': 'GET, HEAD, OPTIONS',
};

test('405 with Allow for every unsupported method; OPTIONS lists the supported ones', async ({ service }) => {
  for (const [path, allowed] of Object.entries(ALLOWED)) {
    const sorted = (allow: string | null) => allow?.split(', ').sort().join(', ');
    const options = await service.fetch(path, { method: 'OPTIONS' });
    assert.equal([options.status, sorted(options.headers.get('allow'))], [204, allowed], path);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'].filter(
      (one) => !allowed.split(', ').includes(one),
    )) {
      const response = await service.fetch(path, { method });
      assert.is(sorted(response.headers.get('allow')), allowed, `${method} ${path}`);
      await problemOf(response, 405, 'method_not_allowed');
    }
  }
});

test('HEAD: as GET, without the body', async ({ service }) => {
  for (const path of [
    '/specs',
    `/specs/${GIT}`,
    `/specs/${GIT}/module`,
    '/runs',
    '/topics',
    '//health/live',
    '//health/ready',
  ]) {
    const [get, head] = [await service.fetch(path), await service.fetch(path, { method: 'HEAD' })];
    assert.equal([head.status, await head.text()], [200, '']);
    for (const header of ['content-type', 'content-length', 'etag'])
      assert.is(head.headers.get(header), get.headers.get(header), `${header} of ${path}`);
  }
});

test('404 for unknown paths, path tricks included', async ({ service }) => {
  const paths = [
    '/page',
    '/page/x.js',
    '/page/..%2findex.html',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/specs',
    '/api/v1/spec',
    '/health',
    '/health/live/x',
    '/api/v1/specs/x/y',
    '/API/V1/specs',
    '/favicon.ico',
    '/.git/config',
  ];
  for (const path of paths)
    assert.match(
      (await problemOf(await service.fetch(`/${path}`), 404, 'not_found'))['detail'] as string,
      path.startsWith('/page/') ? 'Reload the page' : '/api/v1/specs',
    );
  for (const target of [
    '/api/v1/specs/../../../etc/passwd',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/api/v1//specs',
    '/..;/x',
    '/api/v1/specs%2f',
    '/\\..\\x',
  ]) {
    const answer = await service.raw(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 40[04] /, target);
    assert.not.match(answer, /root:|orders/);
  }
  assert.match(
    await service.raw('GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400 [^]*application\/problem\+json/,
  );
});

test('health', async ({ service }) => {
  assert.equal(await (await service.fetch('//health/live')).json(), { status: 'live' });
  const ready = (await (await service.fetch('//health/ready')).json()) as {
    status: string;
    specs: { git: { state: string; specs: number; newer: null }; api: number };
  };
  assert.equal([ready.status, ready.specs.git.specs, ready.specs.git.newer, ready.specs.api], ['ready', 1, null, 0]);
  assert.match(ready.specs.git.state, /^[0-9a-f]{64}$/);
});

const request = (service: Service, { method = 'GET', path = '/api/v1/specs', headers = '' }) =>
  service.raw(`${method} ${path} HTTP/1.1\r\n${headers}content-length: 0\r\nconnection: close\r\n\r\n`);

test('403 for a Host that is not loopback', async ({ service }) => {
  for (const host of [
    'localhost',
    `localhost:${service.port}`,
    'LOCALHOST:1',
    '127.0.0.1',
    '127.1.2.3:80',
    '[::1]',
    '[::1]:3000',
    'localhost.',
  ]) {
    assert.match(await request(service, { headers: `host: ${host}\r\n` }), /^HTTP\/1\.1 200 /, host);
  }
  for (const host of [
    'evil.example',
    '192.168.0.1',
    '10.0.0.1:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '[::2]',
    '2130706433',
    '[::1',
    'a:b:c',
    '',
  ]) {
    assert.match(
      await request(service, { headers: `host: ${host}\r\n` }),
      /^HTTP\/1\.1 40[03] [^]*(forbidden_host|^$|Bad Request|\r\n\r\n)/,
      host,
    );
    for (const path of ['/health/live', '/nothing', '/api/v1/credentials'])
      assert.match(await request(service, { path, headers: `host: ${host}\r\n` }), /^HTTP\/1\.1 40[03] /, host);
  }
});

test('403 for a foreign Origin, on every path and method', async ({ service }) => {
  const ours = `host: localhost:${service.port}\r\n`;
  assert.match(
    await request(service, { headers: `${ours}origin: http://localhost:${service.port}\r\n` }),
    /^HTTP\/1\.1 200 /,
  );
  for (const origin of [
    'http://evil.example',
    'null',
    'http://localhost:1',
    'http://localhost',
    `http://127.0.0.1:${service.port}`,
    `http://localhost:${service.port}.evil.example`,
    'file://',
    '',
    `ftp://localhost:${service.port}`,
  ]) {
    for (const [method, path] of [
      ['GET', '/api/v1/specs'],
      ['POST', '/api/v1/transform/file-to-events'],
      ['OPTIONS', '/api/v1/specs'],
      ['GET', '/health/live'],
      ['DELETE', '/nothing'],
    ]) {
      const answer = await request(service, {
        method: method ?? '',
        path: path ?? '',
        headers: `${ours}origin: ${origin}\r\n`,
      });
      assert.match(answer, /^HTTP\/1\.1 403 [^]*"forbidden_origin"/, `${method} ${path} ${origin}`);
      assert.not.match(answer, /access-control-allow/i);
    }
  }
});

test('invalid HTTP is rejected, and the service continues', async ({ service }) => {
  for (const bytes of [
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\x16\x03\x01\x02\x00',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST /api/v1/specs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /api/v1/specs HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
  ]) {
    assert.match(await service.raw(bytes), /^(HTTP\/1\.1 4\d\d |$)/, JSON.stringify(bytes.slice(0, 60)));
  }
  assert.is((await service.fetch('//health/live')).status, 200);
});

test('unknown runs and topics, and invalid pages', async ({ service }) => {
  for (const id of ['x', '00000000-0000-4000-8000-000000000000', '..%2f', "';drop table runs"]) {
    for (const rest of ['', '/errors', '/rejects'])
      await problemOf(await service.fetch(`/runs/${encodeURIComponent(id)}${rest}`), 404, 'run_not_found');
  }
  for (const topic of ['none', '..', '%2e%2e', 'a%2Fb', 'x'.repeat(300), '%00']) {
    const response = await service.fetch(`/topics/${topic}/messages`);
    assert.is(response.status, 404, topic);
  }
  await service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf({ file: csvFile(ORDERS_CSV), specId: GIT, brokerTopic: 'pages' }),
  });
  for (const query of ['from=-1', 'from=x', 'limit=0', 'limit=x', 'limit=1e3', 'from=1.5', 'limit=']) {
    const { field } = await problemOf(await service.fetch(`/topics/pages/messages?${query}`), 400, 'invalid_value');
    assert.is(field, query.split('=')[0]);
  }
  for (const query of ['limit=0', 'limit=x', 'cursor=x'])
    await problemOf(await service.fetch(`/runs?${query}`), 400, 'invalid_value');
});

test.run();
