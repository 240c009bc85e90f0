import * as assert from 'uvu/assert';
import { readFile } from '../../../runtime/connector/read-file.ts';
import { codeOf, collect, readAll } from '../../servers/connectors/contract.ts';
import { answer, connect, type Context, createRestSuite, failureOf, serve } from './rest-server.ts';

const test = createRestSuite('REST_API');

for (const [title, files, document] of [
  ['an array of names', { list: '', pointer: '', name: 'name' }, ['a.csv', 'in/b.csv']],
  [
    'objects',
    { list: 'index.json', pointer: '/data/0/f~1i~0les', name: 'file' },
    { data: [{ 'f/i~les': [{ file: '/a.csv' }, { file: './in/b.csv' }] }] },
  ],
  [
    'names twice, folders, and what is no path',
    { list: '', pointer: '', name: 'name' },
    ['a.csv', 'a.csv', 'x/', '../b', 'c\n', '', 7, null, [], { size: 1 }, 'a//b', '\ud800', 'in/b.csv', 'gone.csv'],
  ],
] as const) {
  test(`files are listed from ${title}`, async (context) => {
    const url = await serve(context, (request, response) => {
      if (request.url === `/${files.list}`) answer(JSON.stringify(document))(request, response);
      else if (request.url === '/gone.csv') response.writeHead(404).end();
      else answer('x')(request, response);
    });
    const connector = connect(context, url, { files });
    const pathsOf = async (path: string, options = {}) =>
      (await collect(connector.list(path, options))).map((file) => file.path);
    assert.equal(await pathsOf('', { isRecursive: true }), ['a.csv', 'in/b.csv']);
    assert.equal([await pathsOf(''), await pathsOf('in'), await pathsOf('i')], [['a.csv'], ['in/b.csv'], []]);
    assert.equal(await pathsOf('', { isRecursive: true, pattern: 'b*' }), ['in/b.csv']);
  });
}

for (const [title, body, pointer, text] of [
  ['no JSON', '<m4rk3r>', '', 'not JSON'],
  ['another form', '{"files": {}}', '/files', 'no array at "/files"'],
  ['no such member', '[[]]', '/constructor', 'no array'],
  ['more than 16 MiB', `["${'x'.repeat(17 * 1024 * 1024)}"]`, '', '16777216'],
  ['more than 200,000 files', `[${'1,'.repeat(200_000)}1]`, '', '200000'],
] as const) {
  test(`a list with ${title} is a protocol_error`, async (context) => {
    const url = await serve(context, (_, response) => void response.end(body));
    const failure = await failureOf(
      collect(connect(context, url, { files: { list: '', pointer, name: 'n' } }).list('')),
    );
    assert.is(failure.code, 'protocol_error');
    assert.match(failure.message, text);
    assert.not.match(failure.message, 'm4rk3r');
  });
}

test('one fixed file is listed', async (context) => {
  const url = await serve(context, answer('content', '"v1"', { 'last-modified': 'Sun, 22 Nov 2026 12:00:00 GMT' }));
  const connector = connect(context, url, { files: { path: 'export/claims.csv' } });
  const file = {
    ...{ path: 'export/claims.csv', name: 'claims.csv', size: 7 },
    ...{ modified: '2026-11-22T12:00:00.000Z', version: '"v1"' },
  };
  assert.equal(await collect(connector.list('export')), [file]);
  assert.equal(await collect(connector.list('')), []);
  await connector.test();
});

test('a server without HEAD, and one without a length in it, are asked with GET', async (context) => {
  const methods: (string | undefined)[] = [];
  const url = await serve(context, (request, response) => {
    methods.push(request.method);
    if (request.method === 'HEAD') response.writeHead(request.url === '/a.csv' ? 405 : 200).end();
    else answer('content')(request, response);
  });
  const connector = connect(context, url);
  for (const path of ['a.csv', 'b.csv']) assert.is((await connector.stat(path))?.size, 7);
  assert.equal(methods, ['HEAD', 'GET', 'HEAD', 'GET']);
});

test('a server that ignores ranges sends the file again, and the bytes before are ignored', async (context) => {
  const url = await serve(context, ({ method }, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': '10' });
    response.end(method === 'HEAD' ? '' : '0123456789');
  });
  const connector = connect(context, url);
  for (const from of [0, 4, 10])
    assert.is(String(await readAll(connector, 'a', from, '"1"')), '0123456789'.slice(from));
  assert.is(await codeOf(readAll(connector, 'a', 4, '"2"')), 'source_changed');
});

/** Starts a server that ends the first response after four of ten bytes, and returns what a reader of the file gets. */
async function readAcross(context: Context, headersOf: (isFirst: boolean) => Record<string, string>): Promise<string> {
  let gets = 0;
  const url = await serve(context, (request, response) => {
    const isFirst = gets === 0;
    if (request.method === 'HEAD') return answer('0123456789', null, headersOf(isFirst))(request, response);
    gets++;
    if (!isFirst) return answer('0123456789', null, headersOf(false))(request, response);
    response.writeHead(200, { 'content-length': '10', ...headersOf(true) }).write('0123', () => {
      setImmediate(() => response.socket?.destroy());
    });
    return undefined;
  });
  const connector = connect(context, url);
  const version = (await connector.stat('a'))?.version ?? '';
  const chunks = await collect(readFile(connector, { path: 'a', version, signal: new AbortController().signal }));
  return Buffer.concat(chunks).toString();
}

test('reading continues after a lost connection if the server says that the file is the same', async (context) => {
  assert.is(await readAcross(context, () => ({ etag: '"1"' })), '0123456789');
  assert.is(
    await readAcross(context, () => ({ etag: 'W/"1"', 'last-modified': 'Sun, 22 Nov 2026 12:00:00 GMT' })),
    '0123456789',
  );
  const changed = (isFirst: boolean) => ({ etag: isFirst ? '"1"' : '"2"' });
  assert.is(await codeOf(readAcross(context, changed)), 'source_changed');
  const newer = (isFirst: boolean) => ({ 'last-modified': `Sun, 22 Nov 2026 12:00:0${isFirst ? 0 : 1} GMT` });
  assert.is(await codeOf(readAcross(context, newer)), 'source_changed');
});

test('reading does not continue if nothing says that the file is the same', async (context) => {
  const failure = await failureOf(readAcross(context, () => ({})));
  assert.is(failure.code, 'connection_lost');
  assert.match(failure.message, 'neither an ETag nor Last-Modified');
});

test('a file that has another version after its last byte is source_changed', async (context) => {
  let reads = 0;
  const url = await serve(context, (request, response) => {
    if (request.method === 'GET') reads++;
    answer('content', request.method === 'GET' ? '"1"' : `"${reads + 1}"`)(request, response);
  });
  const connector = connect(context, url);
  assert.is(await codeOf(readAll(connector, 'a', 0, (await connector.stat('a'))?.version)), 'source_changed');
});

test('a response in chunks is read, and one without its end is connection_lost', async (context) => {
  const url = await serve(context, (request, response) => {
    response.writeHead(200);
    if (request.method === 'HEAD') return void response.end();
    response.write('some ');
    setImmediate(() => (request.url === '/cut' ? response.socket?.destroy() : response.end('bytes')));
  });
  const connector = connect(context, url);
  assert.is(String(await readAll(connector, 'a', 0, (await connector.stat('a'))?.version)), 'some bytes');
  assert.is(await codeOf(readAll(connector, 'cut')), 'connection_lost');
});

test('an empty path, and half of a surrogate pair, are invalid_path', async (context) => {
  const connector = connect(context, 'http://127.0.0.1:1');
  assert.is(await connector.stat('/'), null);
  assert.is(await codeOf(readAll(connector, '')), 'invalid_path');
  assert.is(await codeOf(readAll(connector, '\ud800.csv')), 'invalid_path');
});

test.run();
