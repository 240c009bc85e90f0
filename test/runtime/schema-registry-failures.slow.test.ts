/** What a schema registry answers when it is broken, late, or no registry. No run begins, and its words are in the reason. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_SCHEMAS } from '../../runtime/base/model/message-schemas.ts';
import { RunFailure, RunPause } from '../../runtime/base/model/run-failure.ts';
import { findRunSchemas } from '../../runtime/sink/schemas/find-schemas.ts';
import { loadModule } from '../support/load-module.ts';

const SPEC = 'name: sales\nformat: CSV\nfields:\n  - { name: id, type: STRING, required: true }\n';
const MODULE = await loadModule({ text: SPEC, path: 'specs/sales.yaml', syntax: 'yaml', encoder: 'AVRO' });

/** Starts a server that answers each request in the same way. */
async function startServer(answer: (response: ServerResponse) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns why the schemas of a run were not found. */
async function reasonOf(url: string): Promise<string> {
  const request = { spec: MODULE.spec, topic: 't', jsonSchemas: null };
  try {
    await findRunSchemas(request, { ...NO_SCHEMAS, url, registers: true });
  } catch (error) {
    if (error instanceof RunPause) return `paused ${error.code}: ${error.message}`;
    if (error instanceof RunFailure) return `failed ${error.code}: ${error.message}`;
    throw error;
  }
  return 'found';
}

async function reasonFor(answer: (response: ServerResponse) => void): Promise<string> {
  const { url, server } = await startServer(answer);
  try {
    return await reasonOf(url);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const respond = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status).end(body);
};
const json = (status: number, body: object) => respond(status, JSON.stringify(body));

const answers: readonly (readonly [what: string, answer: (response: ServerResponse) => void, reason: RegExp])[] = [
  ['500', respond(500, 'boom'), /^paused schema_registry_unavailable: .*500: boom$/],
  ['429', json(429, { message: 'slow down' }), /^paused .*429: slow down$/],
  ['408', respond(408, ''), /^paused .*408$/],
  ['401', json(401, { message: 'who are you?' }), /^failed schema_registry_denied: .*who are you\?/],
  ['403', respond(403, ''), /^failed schema_registry_denied/],
  ['409', json(409, { message: 'incompatible' }), /^failed schema_refused: .*\(409\): incompatible$/],
  ['422', json(422, { message: 'no such type' }), /^failed schema_refused: .*\(422\): no such type$/],
  ['a redirect', respond(301, ''), /^failed schema_registry_failed: .*301/],
  ['404 of another server', respond(404, '<html>'), /^failed schema_registry_failed: .*no registry/],
  ['a web page', respond(200, '<html>welcome</html>'), /^failed schema_registry_failed: .*no id/],
  ['an id that is a text', json(200, { id: '7' }), /^failed schema_registry_failed/],
  ['an id below 0', json(200, { id: -1 }), /^failed schema_registry_failed/],
  ['an id with more than four bytes', json(200, { id: 2 ** 32 }), /^failed schema_registry_failed/],
  ['half of an answer', (response) => response.writeHead(200, { 'content-length': '99' }).write('{"id":'), /^paused/],
  ['a long answer', respond(200, ' '.repeat(9_000_000)), /^paused .*longer than/],
  ['a closed connection', (response) => response.socket?.destroy(), /^paused schema_registry_unavailable/],
  ['nothing', () => {}, /^paused schema_registry_unavailable: .*no answer within 10 seconds$/],
  [
    'a byte each second',
    (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 1000);
      response.on('close', () => clearInterval(timer));
    },
    /^paused schema_registry_unavailable: .*no answer within 10 seconds$/,
  ],
];

// At once, because three of them take ten seconds.
const reasons = Promise.all(answers.map(([, answer]) => reasonFor(answer)));
for (const [index, [what, , reason]] of answers.entries())
  test(`a registry that answers with ${what}`, async () => assert.match((await reasons)[index] ?? '', reason));

test('a registry that is not there pauses the run', async () => {
  const { url, server } = await startServer(() => {});
  server.close();
  assert.match(await reasonOf(url), /^paused schema_registry_unavailable: .*(?:refused|ECONNREFUSED)/);
});

test.run();
