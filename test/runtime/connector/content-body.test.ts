import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { readContentBody } from '../../../runtime/connector/http/remote-content.ts';
import { createHttpClient, type HttpClient } from '../../../runtime/connector/http/http-client.ts';
import { readText } from '../../../runtime/connector/http/response-body.ts';
import { codeOf } from '../../servers/connectors/contract.ts';

const test = suite<{ client: HttpClient; servers: Server[] }>('The body of a file');
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

const CONTENT = randomBytes(12_000_001);

async function serve(servers: Server[], listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the SHA-256 of a body, its length, and the largest chunk. Waits after each chunk if `pauseMs` is not null. */
async function read(client: HttpClient, url: string, { pauseMs = null, timeoutMs = 5_000 }: ReadOptions = {}) {
  const { body } = await client.request({ url, isContent: true });
  const hash = createHash('sha256');
  let [length, largest] = [0, 0];
  for await (const chunk of readContentBody(body, timeoutMs)) {
    if (pauseMs !== null) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    hash.update(chunk);
    length += chunk.length;
    largest = Math.max(largest, chunk.length);
  }
  return { digest: hash.digest('hex'), length, largest };
}

interface ReadOptions {
  pauseMs?: number | null;
  timeoutMs?: number;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('is read without the parser, by fast and by slow readers', async ({ client, servers }) => {
  let sent = 0;
  const url = await serve(servers, (_, response) => {
    response.setHeader('content-length', CONTENT.length).end(CONTENT);
    sent++;
  });
  for (const pauseMs of [null, 0, 5]) {
    const { digest, largest } = await read(client, url, { pauseMs });
    assert.is(digest, digestOf(CONTENT));
    // The parser of Node.js passes at most 64 KiB at a time. A slow reader finds more.
    if (pauseMs === 5) assert.ok(largest > 64 * 1024, `${largest}`);
  }
  assert.is(sent, 3);
});

test('of a length that is not known, and of a few bytes, is read', async ({ client, servers }) => {
  const url = await serve(servers, ({ url: path }, response) => {
    if (path === '/chunked') response.write(CONTENT.subarray(0, 3_000_000));
    response.end(path === '/chunked' ? CONTENT.subarray(3_000_000) : path?.slice(1));
  });
  assert.is((await read(client, `${url}/chunked`)).digest, digestOf(CONTENT));
  assert.is((await read(client, `${url}/few`)).digest, digestOf(Buffer.from('few')));
  assert.is((await read(client, `${url}/`)).length, 0);
  assert.is(await readText(await client.request({ url: `${url}/text`, isContent: true })), 'text');
});

test('is cut, silent or too long', async ({ client, servers }) => {
  const url = await serve(servers, ({ url: path }, response) => {
    response.setHeader('content-length', CONTENT.length);
    if (path === '/long') return void response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdefg`);
    response.write(CONTENT.subarray(0, 2_000_000), () => path === '/cut' && response.socket?.destroy());
  });
  assert.is(await codeOf(read(client, `${url}/cut`)), 'connection_lost');
  assert.is(await codeOf(read(client, `${url}/silent`, { timeoutMs: 100 })), 'timed_out');
  assert.is((await read(client, `${url}/long`)).length, 3);
});

test('leaves no connection open, also if the reader stops early', async ({ client, servers }) => {
  const url = await serve(servers, (_, response) => response.setHeader('content-length', CONTENT.length).end(CONTENT));
  for (let time = 0; time < 12; time++) {
    const { body } = await client.request({ url, isContent: true });
    for await (const chunk of readContentBody(body, 5_000)) if (chunk.length > 0) break;
  }
  assert.is((await read(client, url)).digest, digestOf(CONTENT));
  const [server] = servers;
  for (let count = -1; count !== 0; )
    count = await new Promise<number>((resolve) => server?.getConnections((_, open) => setImmediate(resolve, open)));
});

test.run();
