import type { IncomingMessage, RequestListener } from 'node:http';
import * as assert from 'uvu/assert';
import { codeOf, collect, readAll } from '../../servers/connectors/contract.ts';
import { answer, connect, createRestSuite, failureOf, serve } from './rest-server.ts';

const test = createRestSuite('REST_API authorizes its requests');

const oauth2 = (tokenUrl: string, more: Record<string, string> = {}) => ({
  credential: {
    type: 'OAUTH2_CLIENT',
    metadata: { clientId: 'c%:id', tokenUrl, authMethod: 'client_secret_basic', ...more },
    secret: { clientSecret: 'm4rk3r:s3cret' },
  },
});

/** Returns the whole body of a request. */
async function readBody(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await collect<Buffer>(request)).toString();
}

for (const [header, name, value] of [
  [undefined, 'authorization', 'Bearer t0ken'],
  ['X-Api-Key', 'x-api-key', 't0ken'],
  ['Authorization: Token', 'authorization', 'Token t0ken'],
] as const) {
  test(`a token is sent in the header ${header ?? 'of the default'}`, async (context) => {
    const seen: (string | string[] | undefined)[] = [];
    const url = await serve(context, (request, response) => {
      seen.push(request.headers[name]);
      answer('x')(request, response);
    });
    const metadata = header === undefined ? {} : { header };
    const connector = connect(context, url, {
      credential: { type: 'API_TOKEN', metadata, secret: { token: 't0ken' } },
    });
    await connector.stat('a.csv');
    assert.equal(seen, [value]);
  });
}

test('a password is sent as HTTP Basic, in UTF-8, with the headers of the config', async (context) => {
  const seen: IncomingMessage['headers'][] = [];
  const url = await serve(context, (request, response) => {
    seen.push(request.headers);
    answer('x')(request, response);
  });
  const credential = { type: 'PASSWORD', metadata: { username: 'ü' }, secret: { password: 'pä:ss' } };
  await connect(context, url, { credential, headers: { accept: 'text/csv' } }).stat('a.csv');
  assert.is(seen[0]?.authorization, `Basic ${Buffer.from('ü:pä:ss').toString('base64')}`);
  assert.equal([seen[0]?.accept, seen[0]?.['accept-encoding']], ['text/csv', 'identity']);
});

for (const [authMethod, authorization, body] of [
  ['client_secret_basic', `Basic ${Buffer.from('c%25%3Aid:m4rk3r%3As3cret').toString('base64')}`, {}],
  ['client_secret_post', undefined, { client_id: 'c%:id', client_secret: 'm4rk3r:s3cret' }],
] as const) {
  test(`a token is requested with ${authMethod}, scope and audience, and used until it expires`, async (context) => {
    const requests: unknown[] = [];
    const tokens = await serve(context, async (request, response) => {
      requests.push([request.headers.authorization, Object.fromEntries(new URLSearchParams(await readBody(request)))]);
      const token = { access_token: `t${requests.length}`, token_type: 'Bearer', expires_in: 3600 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
    });
    const seen: (string | undefined)[] = [];
    const url = await serve(context, (request, response) => {
      seen.push(request.headers.authorization);
      // The server ends the validity of the first token early.
      const isRejected = seen.length > 2 && request.headers.authorization === 'Bearer t1';
      if (isRejected) response.writeHead(401).end();
      else answer('x')(request, response);
    });
    const connector = connect(
      context,
      url,
      oauth2(`${tokens}/token`, { scope: 'read all', audience: 'a', authMethod }),
    );
    for (let time = 0; time < 4; time++) await connector.stat('a.csv');
    const parameters = { grant_type: 'client_credentials', scope: 'read all', audience: 'a', ...body };
    assert.equal(requests, [
      [authorization, parameters],
      [authorization, parameters],
    ]);
    assert.equal(
      seen,
      ['t1', 't1', 't1', 't2', 't2'].map((token) => `Bearer ${token}`),
    );
  });
}

test('a token that is rejected again is authentication_failed, after one other token', async (context) => {
  let issued = 0;
  const tokens = await serve(context, (_, response) => {
    const token = JSON.stringify({ access_token: `t${++issued}`, token_type: 'bearer' });
    response.writeHead(200, { 'content-type': 'application/json' }).end(token);
  });
  const url = await serve(context, (_, response) => response.writeHead(401).end());
  assert.is(await codeOf(connect(context, url, oauth2(tokens)).stat('a.csv')), 'authentication_failed');
  assert.is(issued, 2);
});

test('requests at the same time share one token', async (context) => {
  let issued = 0;
  const tokens = await serve(context, (_, response) => {
    const token = JSON.stringify({ access_token: `t${++issued}`, token_type: 'bearer', expires_in: 600 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(token);
  });
  const names = Array.from({ length: 40 }, (_, index) => `${index}.csv`);
  const url = await serve(context, (request, response) =>
    answer(request.url === '/' ? JSON.stringify(names) : 'x')(request, response),
  );
  assert.is((await collect(connect(context, url, oauth2(tokens)).list(''))).length, 40);
  assert.is(issued, 1);
});

const json = (value: unknown, status = 200, type = 'application/json'): RequestListener => {
  return (_, response) => void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value));
};

for (const [title, listener, code, text] of [
  [
    'refuses the client',
    json({ error: 'invalid_client', error_description: 'm4rk3r' }, 401),
    undefined,
    'invalid_client',
  ],
  ['sends an error with any text', json({ error: 'm4rk3r is wrong' }, 400), undefined, 'status 400'],
  ['sends a page', json('<html>m4rk3r', 200, 'text/html'), undefined, 'status 200'],
  ['sends no token', json({ token_type: 'bearer' }), undefined, 'status 200'],
  ['sends a token of another type', json({ access_token: 'm4rk3r', token_type: 'dpop' }), undefined, 'status 200'],
  [
    'sends a token with a line break',
    json({ access_token: 'm4rk3r\r\nx: y', token_type: 'bearer' }),
    undefined,
    'not answer',
  ],
  [
    'sends a negative lifetime',
    json({ access_token: 'm4rk3r', token_type: 'bearer', expires_in: -1 }),
    undefined,
    '200',
  ],
  ['answers without content', (_, response) => void response.writeHead(204).end(), undefined, 'status 204'],
  ['redirects', (_, response) => void response.writeHead(302, { location: '/x' }).end(), undefined, 'status 302'],
  ['sends an endless answer', json({ access_token: 'm4rk3r'.repeat(20_000) }), 'protocol_error', '65536'],
  ['ends the connection', (request) => void request.socket.destroy(), 'connection_lost', 'ended'],
] as readonly [string, RequestListener, string | undefined, string][]) {
  test(`a token endpoint that ${title} is a failure without its text`, async (context) => {
    const tokens = await serve(context, listener);
    const url = await serve(context, answer('x'));
    const failure = await failureOf(connect(context, url, oauth2(tokens)).stat('a.csv'));
    assert.is(failure.code, code ?? 'authentication_failed', failure.message);
    assert.match(failure.message, text);
    assert.not.match(`${failure.stack} ${String(failure.cause)}`, /m4rk3r|s3cret/);
  });
}

test('a token endpoint and a redirect pass the guard', async (context) => {
  let reached = 0;
  // 127.0.0.2 is an address of this machine that the guard does not allow.
  const other = await serve(context, (_, response) => void response.end(String(reached++)), '127.0.0.2');
  const url = await serve(context, (_, response) => void response.writeHead(302, { location: other }).end());
  assert.is(await codeOf(connect(context, url).stat('a.csv')), 'address_refused');
  assert.is(await codeOf(readAll(connect(context, url), 'a.csv')), 'address_refused');
  assert.is(await codeOf(connect(context, url, oauth2(other)).stat('a.csv')), 'address_refused');
  assert.is(await codeOf(connect(context, other).test()), 'address_refused');
  assert.is(reached, 0);
});

for (const host of [
  ...['127.0.0.2', '127.2', '2130706434', '0x7f000002', '017700000002', '[::1]', '[::ffff:127.0.0.2]'],
  ...['169.254.169.254', '2852039166', '0xa9.0xfe.0xa9.0xfe', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:a9fe:a9fe]'],
]) {
  test(`the host ${host} is refused as server, as token endpoint, and after a redirect`, async (context) => {
    const refused = `http://${host}:1`;
    const url = await serve(context, (_, response) => void response.writeHead(307, { location: refused }).end());
    for (const connector of [connect(context, refused), connect(context, url)])
      assert.is(await codeOf(connector.stat('a.csv')), 'address_refused');
    // A secret is sent over plain HTTP to loopback addresses only, which is checked first.
    const code = await codeOf(connect(context, url, oauth2(refused)).stat('a.csv'));
    assert.ok(['address_refused', 'authentication_failed'].includes(code ?? ''), code);
  });
}

test('a redirect to another origin receives neither the credential nor the headers', async (context) => {
  const seen: IncomingMessage['headers'][] = [];
  const other = await serve(context, (request, response) => {
    seen.push(request.headers);
    answer('content')(request, response);
  });
  const url = await serve(context, (_, response) => void response.writeHead(302, { location: other }).end());
  const credential = { type: 'API_TOKEN', metadata: { header: 'X-Key' }, secret: { token: 'm4rk3r' } };
  const connector = connect(context, url, { credential, headers: { 'x-tenant': 'm4rk3r' } });
  assert.is(String(await readAll(connector, 'a.csv', 3)), 'tent');
  assert.not.match(JSON.stringify(seen), /m4rk3r/);
});

test.run();
