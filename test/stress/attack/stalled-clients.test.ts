/** Clients that do not read, and clients that do not write: they end in time, and others do not wait for them. */
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import {
  csvFile,
  eventually,
  formOf,
  ORDERS_CSV,
  ORDERS_YAML,
  type Service,
  startService,
} from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace }>('stalled clients');
const SPEC = gitSpecId('orders');

test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after.each(({ at }) => at.remove());

const FORM = 'content-type: multipart/form-data; boundary=XX\r\n';
const head = (path: string, more: string) => `POST /api/v1${path} HTTP/1.1\r\nhost: localhost\r\n${more}`;

/** Begins a dry run with more lines of NDJSON than the buffers of both sides hold, and reads none of them. */
function stallReader(service: Service, more = ''): Socket {
  const part = (name: string, body: string) => `--XX\r\ncontent-disposition: form-data; ${name}\r\n\r\n${body}\r\n`;
  const file = part('name="file"; filename="a.csv"', `id,amount\n${'a,0.00\n'.repeat(200_000)}`);
  const body = `${part('name="specId"', SPEC)}${file}--XX--\r\n`;
  const socket = service.connect();
  socket.on('error', () => {}).pause();
  socket.write(
    `${head('/transform/validate', FORM)}accept: application/x-ndjson\r\ncontent-length: ${body.length}\r\n\r\n${body}${more}`,
  );
  return socket;
}

/** Sends a GET request from another address of this machine, and returns the body. */
function getFrom(address: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { localAddress: address, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (some: string) => (text += some));
      response.on('end', () => resolve(text)).on('error', reject);
    });
    request.on('error', reject).end();
  });
}

test('25 readers that stall hold no thread: dry runs, runs and errors of others are answered', async ({ at }) => {
  const service = await startService(at, ['--threads', '1', '--idle-timeout', '1h']);
  const published = await service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf({ specId: SPEC, brokerTopic: 't', file: csvFile(ORDERS_CSV) }),
  });
  const { runId } = (await published.json()) as { runId: string };
  const sockets = Array.from({ length: 25 }, () => stallReader(service));
  await eventually(() => service.spool().length === 25);
  const answers = Array.from({ length: 10 }, async (_, index) => {
    const file = csvFile(`id,amount\nk${index},1.00\n`);
    const dryRun = await service.fetch('/transform/validate', { method: 'POST', body: formOf({ specId: SPEC, file }) });
    assert.is(((await dryRun.json()) as { processedRecords: number }).processedRecords, 1);
    const body = formOf({ specId: SPEC, brokerTopic: 't', file });
    assert.is((await service.fetch('/transform/file-to-events', { method: 'POST', body })).status, 200);
    const errors = await getFrom('127.0.0.2', `${service.url}/api/v1/runs/${runId}/errors`);
    assert.is(errors.trim().split('\n').length, 2);
  });
  await Promise.all(answers);
  assert.is(sockets.filter(({ destroyed }) => destroyed).length, 0, 'the readers are still connected');
  for (const socket of sockets) socket.destroy();
  // The files of the eleven runs are small, so they are in the database.
  await eventually(() => service.spool().length === 0);
  await service.stop();
});

test('a client that sends further requests and reads no response is disconnected', async ({ at }) => {
  const service = await startService(at, ['--idle-timeout', '1s']);
  const socket = stallReader(service);
  let isClosed = false;
  socket.once('close', () => (isClosed = true));
  const drip = setInterval(() => socket.write('G'), 100);
  await eventually(() => service.spool().length === 1);
  await eventually(() => service.spool().length === 0);
  clearInterval(drip);
  socket.resume();
  await eventually(() => isClosed);
  await service.stop();
});

test('500 uploads and 100 specs that stop arriving get 408, and leave no file and no descriptor', async ({ at }) => {
  const many = ['--max-connections', '2000', '--max-connections-per-address', '1000'];
  const service = await startService(at, ['--idle-timeout', '2s', ...many]);
  const descriptors = (): number => readdirSync(`/proc/${service.pid}/fd`).length;
  const before = descriptors();
  const file = '--XX\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nid,amount\n';
  const upload = `${head('/transform/validate', FORM)}content-length: 900000\r\n\r\n${file}`;
  const json = 'content-type: application/json\r\ncontent-length: 1000000\r\n\r\n';
  const spec = `${head('/specs', json)}{"description":"${'x'.repeat(900_000)}`;
  const sent = [...Array.from({ length: 500 }, () => upload), ...Array.from({ length: 100 }, () => spec)];
  const answers = await Promise.all(sent.map((request) => service.raw(request, /\}\s*$/)));
  assert.is(answers.filter((answer) => /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/.test(answer)).length, 600);
  await eventually(() => service.spool().length === 0 && descriptors() <= before + 10);
  await service.stop();
});

test.run();
