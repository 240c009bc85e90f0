import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createJsonLog } from '../../runtime/base/log/json-log.ts';
import { createNodeListener } from '../../runtime/server/http/node-listener.ts';

/** Sends a request with this Host to a server. Returns the first line of its answer. */
async function send(listener: RequestListener, host: string): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString())).on('error', () => {});
  socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  server.close();
  return received.split('\r\n')[0] ?? '';
}

const ready = Promise.resolve();

test('a handler is not called for a Host that cannot be a part of a URL', async () => {
  const log = createJsonLog(() => {});
  const listener = createNodeListener((_, response) => void response.writeHead(204).end(), { ready, log });
  for (const host of ['localhost', '127.0.0.1:1', '[::1]:80', 'a.example:65535', ''])
    assert.match(await send(listener, host), /^HTTP\/1\.1 204 /, host);
  for (const host of ['localhost:65536', '1.2.3.4.5', 'a b', '[::1'])
    assert.match(await send(listener, host), /^HTTP\/1\.1 400 /, host);
});

test('an error of a handler ends its connection, and is logged', async () => {
  const lines: string[] = [];
  const log = createJsonLog((line) => lines.push(line));
  const fail = (): never => {
    throw new TypeError('Invalid URL');
  };
  assert.is(await send(createNodeListener(fail, { ready, log }), 'localhost'), '');
  assert.is(
    await send(
      createNodeListener(async () => fail(), { ready, log }),
      'localhost',
    ),
    '',
  );
  assert.is(lines.filter((line) => /"request_failed".*Invalid URL/.test(line)).length, 2);
});

test.run();
