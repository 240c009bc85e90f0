import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { createHttpClient, type HttpClient } from '../../../runtime/connector/http/http-client.ts';
import { discardBody, readBody, readText } from '../../../runtime/connector/http/response-body.ts';
import { retryTransient } from '../../../runtime/connector/http/retry.ts';
import { codeOf } from '../../servers/connectors/contract.ts';

const test = suite<{ client: HttpClient; servers: Server[] }>('The HTTP client of connectors');
test.before.each((context) => {
  context.client = createHttpClient({ guard: createHostGuard(['127.0.0.1']), timeoutMs: 5_000 });
  context.servers = [];
});
test.after.each(({ client, servers }) => {
  client.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server on an address of loopback, and returns its URL. */
async function serve(servers: Server[], listener: RequestListener, address = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return `http://${address}:${(server.address() as AddressInfo).port}`;
}

test('a redirect passes the guard', async ({ client, servers }) => {
  // 127.0.0.2 is an address of this machine that the guard does not allow.
  let wasReached = false;
  const other = await serve(servers, (_, response) => response.end(String((wasReached = true))), '127.0.0.2');
  const url = await serve(servers, (_, response) => response.writeHead(302, { location: other }).end());
  assert.is(await codeOf(client.request({ url, maxRedirects: 3 })), 'address_refused');
  assert.not.ok(wasReached);
});

test('a redirect to another origin receives no secret, but the range', async ({ client, servers }) => {
  const seen: IncomingMessage['headers'][] = [];
  const other = await serve(servers, (request, response) => {
    seen.push(request.headers);
    response.end('content');
  });
  const url = await serve(servers, (_, response) => response.writeHead(302, { location: `${other}/x` }).end());
  const headers = { Authorization: 'Bearer m4rk3r', 'X-Key': 'm4rk3r', range: 'bytes=3-' };
  assert.is(await readText(await client.request({ url, headers, maxRedirects: 1 })), 'content');
  assert.is(seen[0]?.range, 'bytes=3-');
  assert.not.match(JSON.stringify(seen), /m4rk3r/);
});

test('redirects are followed at most as often as allowed', async ({ client, servers }) => {
  let requests = 0;
  const url = await serve(servers, (_, response) => {
    requests++;
    response.writeHead(307, { location: '/again' }).end();
  });
  assert.is((await client.request({ url, maxRedirects: 4 })).status, 307);
  assert.is(requests, 5);
});

test('a text whose bytes arrive slowly is timed_out', async ({ client, servers }) => {
  const url = await serve(servers, (_, response) => {
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  assert.is(await codeOf(readText(await client.request({ url }), 1_000_000, 50)), 'timed_out');
});

test('a server that never answers is timed_out', async ({ servers }) => {
  const client = createHttpClient({ guard: createHostGuard(['127.0.0.1']), timeoutMs: 50 });
  const url = await serve(servers, () => {});
  assert.is(await codeOf(client.request({ url })), 'timed_out');
  assert.is(await codeOf(client.request({ url, method: 'PUT', body: 'x' })), 'timed_out');
  client.close();
});

test('a body that stops is timed_out, and a slow reader is not', async ({ client, servers }) => {
  const url = await serve(servers, ({ url: path }, response) => {
    response.write('some bytes');
    if (path === '/whole') response.end();
  });
  const stopped = await client.request({ url });
  assert.is(await codeOf(collect(readBody(stopped, 50))), 'timed_out');
  const whole = readBody(await client.request({ url: `${url}/whole` }), 50);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.is(String(await collect(whole)), 'some bytes');
});

test('a body that is shorter than its length is connection_lost', async ({ client, servers }) => {
  const url = await serve(servers, (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('short', () => response.destroy());
  });
  assert.is(await codeOf(readText(await client.request({ url }))), 'connection_lost');
});

test('an endless body is neither stored as text nor read to be ignored', async ({ client, servers }) => {
  const url = await serve(servers, (_, response) => {
    const write = (error?: Error | null): unknown =>
      error == null && !response.destroyed && response.write(Buffer.alloc(100_000), write);
    write();
  });
  assert.is(await codeOf(readText(await client.request({ url }), 1_000_000)), 'protocol_error');
  const { body } = await client.request({ url });
  const isClosed = new Promise((resolve) => body.on('close', resolve));
  discardBody({ body });
  await isClosed;
});

test('a closed port is unreachable', async ({ client, servers }) => {
  const url = await serve(servers, () => {});
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  assert.is(await codeOf(client.request({ url })), 'unreachable');
});

test('a request on a connection that the server has closed is sent again', async ({ client, servers }) => {
  let connections = 0;
  const url = await serve(servers, (request, response) => {
    // The second request of the first connection ends it, like a server whose keep-alive time is over.
    if (connections === 1 && request.url === '/second') request.socket.resetAndDestroy();
    else response.end('ok');
  });
  servers[0]?.on('connection', () => connections++);
  await readText(await client.request({ url }));
  assert.is(await readText(await client.request({ url: `${url}/second`, method: 'PUT', body: 'x' })), 'ok');
  assert.is(connections, 2);
});

test('a POST is not repeated on a new connection', async ({ client, servers }) => {
  const url = await serve(servers, (request, response) => {
    if (request.method === 'POST') request.socket.resetAndDestroy();
    else response.end('ok');
  });
  await readText(await client.request({ url }));
  assert.is(await codeOf(client.request({ url, method: 'POST', body: 'x' })), 'connection_lost');
});

test('a store that is busy is asked again, but not for ever', async ({ client, servers }) => {
  let failures = 2;
  let requests = 0;
  const url = await serve(servers, (_, response) => {
    requests++;
    response.writeHead(failures-- > 0 ? 503 : 200, { 'retry-after': '0' }).end();
  });
  assert.is((await retryTransient(() => client.request({ url }))).status, 200);
  failures = 100;
  assert.is((await retryTransient(() => client.request({ url }))).status, 503);
  assert.is(requests, 3 + 4);
});

test('many requests on one connection leave no listeners', async ({ client, servers }) => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  const url = await serve(servers, (_, response) => response.end('ok'));
  for (let request = 0; request < 30; request++) await readText(await client.request({ url }));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  assert.equal(warnings, []);
});

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

test.run();
