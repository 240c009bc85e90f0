/** What an issuer of tokens may answer: its keys are read within limits, whatever it sends. Five seconds are a limit. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type KeySource, loadKeys } from '../../../runtime/state/access/jwt/load-keys.ts';

const test = suite<{ folder: string; servers: Server[] }>('keys of an issuer');

test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-issuer-'));
  context.servers = [];
});
test.after(({ folder, servers }) => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

const JWKS = { keys: [] };

async function serve(servers: Server[], listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the reason why keys cannot be loaded; `loaded` if they can. */
function outcomeOf(source: KeySource): Promise<string> {
  return loadKeys(source).then(
    () => 'loaded',
    (error: Error) => error.message,
  );
}

const urlOf = (text: string): KeySource => ({ kind: 'url', url: new URL(text) });

test('a server that never answers, or sends a byte now and then, ends after five seconds', async ({ servers }) => {
  const silent = await serve(servers, () => {});
  const slow = await serve(servers, (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  });
  const began = performance.now();
  for (const outcome of await Promise.all([silent, slow].map((url) => outcomeOf(urlOf(url)))))
    assert.match(outcome, /timeout|aborted/i);
  const tookMs = performance.now() - began;
  // The upper bound is that of a hang: a busy machine is slow, too.
  assert.ok(tookMs > 4500 && tookMs < 60_000, `${tookMs} ms`);
});

test('more than 1 MiB is not read', async ({ servers }) => {
  let sent = 0;
  const url = await serve(servers, async (_, response) => {
    response.writeHead(200);
    response.setMaxListeners(0).on('error', () => {});
    while (!response.destroyed && sent < 1e9) {
      sent += 65_536;
      if (!response.write(' '.repeat(65_536)))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    }
  });
  assert.match(await outcomeOf(urlOf(url)), /larger than 1048576 bytes/);
  assert.ok(sent < 64e6, `${sent} bytes were sent`);
});

test('a redirect is not followed, and a status above 299 is no set of keys', async ({ servers }) => {
  let wasFollowed = false;
  const target = await serve(servers, (_, response) => {
    wasFollowed = true;
    response.end(JSON.stringify(JWKS));
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await serve(servers, (_, response) => response.writeHead(status, { location: target }).end());
    assert.is.not(await outcomeOf(urlOf(url)), 'loaded', String(status));
  }
  assert.not(wasFollowed);
  for (const status of [404, 500, 503]) {
    const url = await serve(servers, (_, response) => response.writeHead(status).end(JSON.stringify(JWKS)));
    assert.match(await outcomeOf(urlOf(url)), new RegExp(`status ${status}`));
  }
  assert.is(await outcomeOf(urlOf(target)), 'loaded');
});

test('a discovery document must name its own issuer, and keys with https', async ({ servers }) => {
  const discover = async (documentOf: (own: string) => unknown) => {
    const own: string = await serve(servers, ({ url }, response) => {
      const isDiscovery = url === '/.well-known/openid-configuration';
      response.end(JSON.stringify(isDiscovery ? documentOf(own) : JWKS));
    });
    return outcomeOf({ kind: 'discovery', issuer: own });
  };
  assert.is(await discover((issuer) => ({ issuer, jwks_uri: `${issuer}/keys` })), 'loaded');
  assert.match(await discover(() => ({ issuer: 'https://other.example' })), /names another issuer/);
  for (const jwks_uri of ['http://issuer.example/keys', 'file:///etc/passwd', 'ftp://127.0.0.1/', '', 7, undefined])
    assert.match(await discover((issuer) => ({ issuer, jwks_uri })), /no jwks_uri with https/, String(jwks_uri));
  for (const document of [null, [], 'x']) assert.match(await discover(() => document), /names another issuer/);
});

test('a file of keys is a regular file of at most 1 MiB', async ({ folder }) => {
  const write = (name: string, text: string): KeySource => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return { kind: 'file', path };
  };
  assert.is(await outcomeOf(write('jwks.json', JSON.stringify(JWKS))), 'loaded');
  assert.match(await outcomeOf(write('broken.json', '{"keys":')), /JSON/);
  const large = write('large.json', JSON.stringify(JWKS));
  truncateSync(join(folder, 'large.json'), 1024 * 1024 + 1);
  assert.match(await outcomeOf(large), /not a regular file of at most 1048576 bytes/);
  for (const path of [folder, '/dev/zero']) assert.match(await outcomeOf({ kind: 'file', path }), /not a regular file/);
  assert.match(await outcomeOf({ kind: 'file', path: join(folder, 'missing') }), /ENOENT/);
});

test.run();
