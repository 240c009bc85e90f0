import { existsSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS,
  ORDERS_CSV,
  ORDERS_YAML,
  type Service,
  startService,
} from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { TRIES } from './tries.ts';

const test = suite<{ at: Workplace; service: Service }>('hostile requests');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('secret', 'root:secret');
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});
test.after.each(async ({ at, service }) => {
  assert.is((await service.fetch('//health/live')).status, 200);
  // The file of a dry run is removed after the response.
  await eventually(() => service.spool().length === 0);
  assert.not(existsSync(at.path('pwned')));
});

const SEGMENTS = [
  'api',
  'v1',
  'specs',
  'runs',
  'topics',
  'health',
  'live',
  '..',
  '.',
  '%2e%2e',
  '..%2f',
  '%2e%2e%2f',
  '..;',
  '%00',
  '%c0%ae',
  '\\..',
  'secret',
  'orders',
  '%7e',
  '*',
  '',
  '%252e%252e',
] as const;
const HEADERS = [
  'x-forwarded-host: evil.example',
  'x-original-url: /api/v1/runs',
  'x-http-method-override: DELETE',
  'expect: 100-continue',
  'upgrade: h2c',
  'range: bytes=0-1,0-1',
  'if-match: *',
  'accept: */*;q=9',
  'cookie: __proto__=1',
] as const;

function hostileTarget(random: Random): string {
  const segments = Array.from({ length: 1 + random.below(7) }, () => random.pick(SEGMENTS));
  return `/${segments.join('/')}${random.oneIn(4) ? '?__proto__[a]=1&as=../x' : ''}`;
}

test('no path leaves its route', async ({ service }) => {
  for (let index = 0; index < TRIES; index++) {
    const random = randomOf(seed, index);
    const target = hostileTarget(random);
    const method = random.pick(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT', 'POST', 'TRACE', 'CONNECT']);
    const answer = await service.raw(
      `${method} ${target} HTTP/1.1\r\nhost: localhost\r\n${random.pick(HEADERS)}\r\nconnection: close\r\n\r\n`,
    );
    assert.not.match(answer, /^HTTP\/1\.1 5(?!01)/, `${method} ${target}`);
    assert.not.match(answer, /root:|node:internal|\.ts:\d/, `${method} ${target}`);
  }
});

const SMUGGLED = 'DELETE /api/v1/topics/t HTTP/1.1\r\nhost: localhost\r\n\r\n';
const framings = [
  'content-length: 6\r\ntransfer-encoding: chunked',
  'transfer-encoding: chunked\r\ncontent-length: 6',
  'content-length: 4\r\ncontent-length: 6',
  'content-length: 4, 6',
  'content-length: +4',
  'content-length: 0x4',
  'content-length: -1',
  'transfer-encoding: xchunked',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: deflate, chunked',
  'transfer-encoding: chunked, gzip',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: identity',
  'transfer-encoding:\tchunked\r\ntransfer-encoding: x',
  'transfer-encoding : chunked',
  ' transfer-encoding: chunked',
  'x: y\r\n transfer-encoding: chunked',
];

for (const framing of framings) {
  test(`a body with "${framing.replaceAll('\r\n', ' + ')}" is rejected, and smuggles no request`, async ({
    service,
  }) => {
    const answer = await service.raw(
      `POST /api/v1/specs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n${framing}\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    );
    assert.match(answer, /^HTTP\/1\.1 (?:400|415|501) /);
    assert.is([...answer.matchAll(/HTTP\/1\.1 /g)].length, 1, answer);
  });
}

test('a Host that is no host and port is rejected, and the service lives', async ({ service }) => {
  const hosts = ['localhost:99999', 'localhost:x', '1.2.3.4.5', '[::1', '[::1]:70000', 'a b', 'x..', '%', 'a@b', 'a/b'];
  for (const host of hosts)
    for (const target of ['/api/v1/specs', '/api/../x', '/%2e%2e/x', '/a?x=%zz"', 'http://localhost:99999/..']) {
      const answer = await service.raw(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 40[03] /, `${host} ${target}`);
    }
});

test('extensions and trailers of chunks change nothing, and broken chunks are rejected', async ({ service }) => {
  const spec = JSON.stringify({ ...ORDERS, name: 'chunked' });
  const size = spec.length.toString(16);
  const send = (body: string) =>
    service.raw(
      `POST /api/v1/specs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${body}`,
    );
  assert.match(await send(`${size};a="b"\r\n${spec}\r\n0\r\nauthorization: x\r\n\r\n`), /^HTTP\/1\.1 201 /);
  for (const broken of [
    `${size};${'x'.repeat(20_000)}\r\n${spec}\r\n0\r\n\r\n`,
    `-1\r\n${spec}\r\n0\r\n\r\n`,
    `0x${size}\r\n${spec}\r\n0\r\n\r\n`,
    `${'f'.repeat(17)}\r\n${spec}\r\n0\r\n\r\n`,
    `${size}\n${spec}\n0\n\n`,
    `1\r\n${spec}\r\n0\r\n\r\n${SMUGGLED}`,
  ]) {
    const answer = await send(broken);
    assert.match(answer, /^(?:HTTP\/1\.1 4\d\d |$)/, broken.slice(0, 30));
    assert.ok([...answer.matchAll(/HTTP\/1\.1 /g)].length <= 1, answer);
  }
});

test('a body in another transfer coding than chunked is not read', async ({ service }) => {
  const spec = JSON.stringify({ ...ORDERS, name: 'smuggled' });
  for (const coding of ['gzip, chunked', 'deflate, chunked', 'identity, chunked']) {
    const answer = await service.raw(
      `POST /api/v1/specs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: ${coding}\r\n\r\n${spec.length.toString(16)}\r\n${spec}\r\n0\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 (?:400|501) /, coding);
  }
  assert.not.match(await (await service.fetch('/specs')).text(), /smuggled/);
});

test('names of prototypes are ordinary names', async ({ service }) => {
  const pollution = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":"p","format":"CSV"}';
  assert.is((await service.fetch('/specs', jsonInit('POST', pollution))).status, 422);
  for (const name of ['__proto__', 'constructor', 'toString', '__proto__[a]']) {
    const form = formOf({ [name]: '1', specId: 'orders', file: csvFile(ORDERS_CSV) });
    assert.is((await service.fetch('/transform/validate', { method: 'POST', body: form })).status, 400, name);
    assert.is((await service.fetch(`/runs?${encodeURIComponent(name)}=1`)).status, 400, name);
    for (const path of ['specs', 'runs', 'topics'])
      assert.ok([404, 405].includes((await service.fetch(`/${path}/${encodeURIComponent(name)}`)).status), name);
    const fields = [{ name, type: 'STRING' }];
    const { status } = await service.fetch(
      '/specs',
      jsonInit('POST', { ...ORDERS, name: `p-${name.length}`, fields, messageKey: undefined, validationRules: [] }),
    );
    assert.ok([201, 422].includes(status), `${name}: ${status}`);
  }
  const listed = (await (await service.fetch('/specs')).json()) as Record<string, unknown>[];
  assert.ok(listed.every((spec) => !('polluted' in spec)));
});

test('requests of other sites are rejected on every route', async ({ service }) => {
  for (const path of ['/specs', '/runs', '/topics', '//health/live'])
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1.evil.example:${service.port}` },
    ])
      assert.is((await service.fetch(path, { headers })).status, 403, `${path} ${JSON.stringify(headers)}`);
});

test('file names of a form name no file', async ({ at, service }) => {
  const before = readdirSync(at.folder).sort();
  for (const name of [
    '../../pwned',
    '/etc/passwd',
    '..\\..\\pwned',
    'a\u0000b',
    `${'x'.repeat(5000)}.csv`,
    '.',
    '..',
    '<script>',
    '\u202egnp.csv',
  ]) {
    const form = formOf({ specId: 'orders', file: csvFile(ORDERS_CSV, name) });
    const response = await service.fetch('/transform/validate', { method: 'POST', body: form });
    assert.ok([200, 400, 413].includes(response.status), `${name}: ${response.status}`);
    await response.arrayBuffer();
  }
  assert.equal(readdirSync(at.folder).sort(), before);
});

test.run();
