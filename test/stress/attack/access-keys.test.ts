/** Attacks on access control over raw connections: malformed, repeated and oversized Authorization headers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApiKey } from '../../../runtime/state/access/keys/api-key.ts';
import { ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { TRIES } from './tries.ts';

const test = suite<{ at: Workplace; service: Service; key: string }>('attacks on access control');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.key = context.at.call(['keys', 'add', 'root', '--scope', 'admin']).stdout.trim();
  context.service = await startService(context.at, ['--threads', '1']);
});
test.after(async ({ at, service, key }) => {
  await service.stop();
  assert.not(service.stderr().includes(key.slice(16)), 'the key is in no log');
  at.remove();
});

async function statusOf(service: Service, headers: string, path = '/api/v1/specs'): Promise<string> {
  const answer = await service.raw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`);
  return answer.slice(9, 12);
}

test('only one well-formed header with the whole key is accepted', async ({ service, key }) => {
  assert.is(await statusOf(service, `authorization: Bearer ${key}\r\n`), '200');
  const refused = [
    `authorization: Bearer ${key}\r\nauthorization: Bearer ${key}\r\n`,
    `authorization: Bearer x\r\nAuthorization: Bearer ${key}\r\n`,
    `authorization: Bearer ${key}, Bearer ${key}\r\n`,
    `authorization: ${key}\r\n`,
    `authorization: Basic ${key}\r\n`,
    `authorization: Bearer ${key}x\r\n`,
    `authorization: Bearer ${key.slice(0, -1)}\r\n`,
    `authorization: Bearer "${key}"\r\n`,
    `x-authorization: Bearer ${key}\r\n`,
    `cookie: authorization=Bearer ${key}\r\n`,
    `proxy-authorization: Bearer ${key}\r\n`,
    `x-forwarded-user: root\r\n`,
    '',
  ];
  for (const headers of refused) assert.is(await statusOf(service, headers), '401', headers);
  for (const path of [`/api/v1/specs?key=${key}`, `/api/v1/specs?access_token=${key}`, `/api/v1/specs;${key}`])
    assert.is(await statusOf(service, '', path), '401', path);
});

test('oversized and broken headers end without an answer of the API', async ({ service, key }) => {
  assert.is(await statusOf(service, `authorization: Bearer ${'a'.repeat(9000)}\r\n`), '401');
  assert.is(await statusOf(service, `authorization: Bearer ${'a'.repeat(40_000)}\r\n`), '431');
  for (const headers of [
    `authorization: Bearer ${key}\u0000\r\n`,
    `authorization : Bearer ${key}\r\n`,
    `authorization: Bearer\r\n ${key}\r\n`,
  ])
    assert.not.match(await statusOf(service, headers), /^[25]/, headers);
});

test('a header cannot be injected into the answer', async ({ service }) => {
  const answer = await service.raw(
    'GET /api/v1/specs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer a"\tX-Injected: 1\r\n\r\n',
  );
  assert.match(answer, /^HTTP\/1\.1 401/);
  assert.not.match(answer, /injected/i);
});

test('random changes of a key never open the service', async ({ service, key }) => {
  const random = randomOf(seed, 0);
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=% ,"\t';
  for (let i = 0; i < Math.min(TRIES, 2000); i++) {
    const at = random.below(key.length);
    const character = characters[random.below(characters.length)] ?? 'x';
    const changed = key.slice(0, at) + character + key.slice(random.oneIn(2) ? at + 1 : at);
    if (changed === key) continue;
    assert.is(await statusOf(service, `authorization: Bearer ${changed}\r\n`), '401', changed);
  }
});

test('unknown keys and wrong random parts get the same answer', async ({ service, key }) => {
  const answerOf = async (token: string) =>
    (await service.fetch('/specs', { headers: { authorization: `Bearer ${token}` } })).text();
  const other = createApiKey().text;
  assert.is(await answerOf(other), await answerOf(key.slice(0, 16) + other.slice(16)));
});

test('keys are compared in constant time, also for unknown ids', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../runtime/state/access/keys/key-ring.ts'), 'utf8');
  const [, find = ''] = /\n {2}find\(\{ id, hash \}: ApiKey\)[^\n]*\{\n([^]*?)\n {2}\}/.exec(source) ?? [];
  assert.match(find, /timingSafeEqual\(hash, key\?\.hash \?\? NO_HASH\)/);
  assert.not.match(find.slice(0, find.indexOf('timingSafeEqual')), /return|throw|===|!==/);
});

test.run();
