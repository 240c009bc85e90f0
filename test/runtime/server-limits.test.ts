import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import {
  csvFile,
  eventually,
  formOf,
  ORDERS_CSV,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('limits of the service');
const GIT = gitSpecId('orders');
const FLAGS = ['--header-timeout', '1s', '--idle-timeout', '1s', '--request-timeout', '3s', '--threads', '1'];
const QUEUE = ['--max-connections', '20', '--max-connections-per-address', '12', '--max-queued-runs', '2'];

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at, [...FLAGS, ...QUEUE]);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

const head = (path: string, more: string) => `POST /api/v1${path} HTTP/1.1\r\nhost: localhost\r\n${more}`;
const FORM = 'content-type: multipart/form-data; boundary=XX\r\n';

test('headers that do not arrive in time get 408', async ({ service }) => {
  const answer = await service.raw('GET /health/live HTTP/1.1\r\nhost: local');
  assert.match(answer, /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
  assert.match(await service.raw(''), /^HTTP\/1\.1 408 /);
});

test('a body that stops arriving gets 408 on every route that reads one', async ({ service }) => {
  const json = 'content-type: application/json\r\n';
  for (const request of [
    `${head('/specs', json)}content-length: 900000\r\n\r\n{"name":`,
    `${head('/transform/validate', FORM)}content-length: 900000\r\n\r\n--XX\r\n`,
    `${head('/transform/file-to-events', FORM)}transfer-encoding: chunked\r\n\r\n5\r\n--XX\r`,
  ])
    assert.match(await service.raw(request, /\}\s*$/), /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/, request);
  await eventually(() => service.spool().length === 0);
});

test('a body that never stops arriving gets 408', async ({ service }) => {
  const socket = service.connect();
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.write(`${head('/specs', 'content-type: application/json\r\n')}content-length: 900000\r\n\r\n`);
  const drip = setInterval(() => socket.write(' '), 200);
  await eventually(() => answer.includes('}'));
  clearInterval(drip);
  socket.destroy();
  assert.match(answer, /^HTTP\/1\.1 408 [^]*within 3 s/);
});

test('a client that does not read its response is disconnected, and its file is removed', async ({ service }) => {
  const lines = `id,amount\n${'a,0.00\n'.repeat(200_000)}`;
  const part = (name: string, body: string) => `--XX\r\ncontent-disposition: form-data; ${name}\r\n\r\n${body}\r\n`;
  const body = `${part('name="specId"', GIT)}${part('name="file"; filename="a.csv"', lines)}--XX--\r\n`;
  const request = `${head('/transform/validate', FORM)}accept: application/x-ndjson\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = service.connect();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {}).pause();
  socket.write(request + body);
  await eventually(() => service.spool().length === 1);
  await eventually(() => service.spool().length === 0);
  socket.resume();
  await closed;
});

test('connections over the limit of their address are refused', async ({ service }) => {
  const sockets = Array.from({ length: 30 }, () => service.connect().on('error', () => {}));
  let closed = 0;
  for (const socket of sockets) socket.once('close', () => closed++).resume();
  await eventually(() => closed >= 18);
  for (const socket of sockets) socket.destroy();
  await eventually(() => closed === 30);
  await eventually(async () => (await service.fetch('//health/live').catch(() => null))?.status === 200);
});

test('health answers beside connections over the limits, and nothing else does', async ({ service }) => {
  const sockets = Array.from({ length: 60 }, () => service.connect().on('error', () => {}));
  const hold = setInterval(() => {
    for (const [at, socket] of sockets.entries())
      if (socket.destroyed) sockets[at] = service.connect().on('error', () => {});
  }, 20);
  try {
    await new Promise((resolve) => setTimeout(resolve, 300));
    let healthy = 0;
    for (let i = 0; i < 20; i++) {
      const answer = await service.raw('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n').catch(() => '');
      if (answer.startsWith('HTTP/1.1 200')) healthy++;
    }
    assert.ok(healthy >= 10, `${healthy} of 20`);
    // A held connection that ended a moment ago leaves its place to the next one.
    let others = 0;
    for (let i = 0; i < 20; i++)
      if ((await service.raw('GET /api/v1/specs HTTP/1.1\r\nhost: localhost\r\n\r\n').catch(() => '')) !== '') others++;
    assert.ok(others <= 3, `${others} of 20 other requests were answered`);
  } finally {
    clearInterval(hold);
    for (const socket of sockets) socket.destroy();
  }
  await eventually(async () => (await service.fetch('//health/live').catch(() => null))?.status === 200);
});

test('an upload that announces gigabytes ends soon after its refusal', async ({ service }) => {
  const socket = service.connect();
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.write('POST /api/v1/no-such-route HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5000000000\r\n\r\n');
  const began = performance.now();
  let isClosed = false;
  socket.once('close', () => (isClosed = true));
  const chunk = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (!isClosed && performance.now() - began < 8000) {
    if (socket.writableLength < 4 * chunk.length && !socket.destroyed) {
      socket.write(chunk);
      sent += chunk.length;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.ok(isClosed, `it stayed open, and took ${sent} bytes`);
  assert.match(answer, /^HTTP\/1\.1 404 /);
});

test('a form has at most 32 parts, fields of 64 KiB and headers of 16 KiB', async ({ service }) => {
  const send = (parts: Record<string, string | Blob>) =>
    service.fetch('/transform/validate', { method: 'POST', body: formOf(parts) });
  const file = csvFile(ORDERS_CSV);
  const field = await problemOf(await send({ specId: 'x'.repeat(65_537), file }), 413, 'too_large');
  assert.is(field['field'], 'specId');
  await problemOf(await send({ specId: 'x'.repeat(65_000), file }), 404, 'spec_not_found');
  await problemOf(await send({ specId: GIT, file: csvFile('id\n', 'x'.repeat(20_000)) }), 413, 'too_large');
  const empty = '--XX\r\ncontent-disposition: form-data\r\n\r\nx\r\n'.repeat(40);
  const many = `${head('/transform/validate', FORM)}content-length: ${empty.length + 8}\r\n\r\n${empty}--XX--\r\n`;
  assert.match(await service.raw(many, /\}\s*$/), /^HTTP\/1\.1 400 [^]*"malformed_form"/);
});

test('429 queue_full while too many runs wait', async ({ service }) => {
  const send = (index: number, lines: number) => {
    const file = csvFile(`id,amount\n${`k${index},1\n`.repeat(lines)}`);
    const form = formOf({ specId: GIT, brokerTopic: 'queue', file });
    return service.fetch('/transform/file-to-events', {
      method: 'POST',
      body: form,
      headers: { prefer: 'respond-async' },
    });
  };
  // Its run takes longer than the others wait, also beside other load, because they arrive together.
  assert.is((await send(0, 800_000)).status, 202);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((index) => send(index, 1)));
  const full = answers.filter(({ status }) => status === 429);
  assert.ok(full.length >= 2, answers.map(({ status }) => status).join());
  assert.is(full[0]?.headers.get('retry-after'), '30');
  await problemOf(full[0] as Response, 429, 'queue_full');
  const accepted = answers.length - full.length + 1;
  await eventually(async () => (await (await service.fetch('/runs?status=SUCCESS')).json()).length === accepted);
  assert.is((await send(9, 1)).status, 202);
});

test.run();
