/** Markers in keys, secrets and values of sensitive fields are searched for in everything that the service shows or stores. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { routes } from '../../../runtime/server/app.ts';
import { csvFile, eventually, formOf, jsonInit, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const SECRET = 'MARKER-of-a-secret-4711';
/** In a record that is published: its message has the value, and nothing else has. */
const PUBLISHED = 'MARKER-published-0815';
/** In records that are rejected: only the file itself has the value, until it is removed. */
const REJECTED = 'MARKER-rejected-1234';

const SPEC = `name: cards
format: CSV
fields:
  - { name: id, type: STRING, required: true }
  - { name: card, type: STRING, sensitive: true }
  - { name: limit, type: INTEGER, sensitive: true }
validationRules:
  - { ruleId: form, field: card, ruleType: REGEX, value: "[A-Z]+-p.*", message: not a card }
`;
const FILE = `id,card,limit\na,${PUBLISHED},1\nb,${REJECTED},2\nc,${PUBLISHED},${REJECTED}\nd,"${REJECTED}`;

interface Context {
  at: Workplace;
  service: Service;
  key: string;
  runId: string;
}

const test = suite<Context>('markers');

test.before(async (context) => {
  const at = createWorkplace();
  context.at = at;
  at.write('specs/cards.yaml', SPEC);
  context.key = at.call(['keys', 'add', 'root', '--scope', 'admin']).stdout.trim();
  const flags = ['--threads', '1', '--log-level', 'debug', '--audit', at.path('audit.ndjson')];
  context.service = await startService(at, flags);
  const credential = { name: 'c', type: 'PASSWORD', secret: SECRET, metadata: { username: 'u' } };
  assert.is((await send(context, '/credentials', jsonInit('POST', credential))).status, 201);
  const parts = { specId: 'cards', brokerTopic: 'cards', skipInvalidRecords: 'true', file: csvFile(FILE) };
  const run = await send(context, '/transform/file-to-events', { method: 'POST', body: formOf(parts) });
  const { runId, processedRecords, totalRecords } = (await run.json()) as RunView;
  assert.equal([processedRecords, totalRecords], [1, 4]);
  context.runId = runId;
});
test.after(async ({ at, service }) => {
  await service?.stop();
  at.remove();
});

function send({ service, key }: Context, path: string, init: RequestInit = {}): Promise<Response> {
  return service.fetch(path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${key}` } });
}

/** Returns the markers that a text contains. */
function markersIn(text: string, { key }: Context): string[] {
  const random = key.split('_').slice(2).join('_');
  return [SECRET, PUBLISHED, REJECTED, random].filter((marker) => text.includes(marker));
}

/** Routes whose purpose is to return values: messages and original records. */
const OF_VALUES = ['/api/v1/topics/:name/messages', '/api/v1/runs/:id/rejects'];

test('no route shows a marker, except those that return messages and original records', async (context) => {
  let values = 0;
  for (const { method, path, scope } of routes) {
    if (method !== 'GET' || scope === 'open') continue;
    const target = path.replace(':name', 'cards').replace('/runs/:id', `/runs/${context.runId}`).replace(/:\w+/, 'c');
    const response = await fetch(context.service.url + target.replace('/**', ''), {
      headers: { authorization: `Bearer ${context.key}` },
    });
    const text = await response.text();
    if (OF_VALUES.includes(path)) values += markersIn(text, context).length;
    else assert.equal(markersIn(text, context), [], `${path}: ${text}`);
  }
  assert.ok(values > 0, 'the marker is where it belongs');
});

test('a dry run, its errors and problems quote no sensitive value', async (context) => {
  const parts = { specId: 'cards', file: csvFile(FILE) };
  for (const accept of ['application/json', 'application/x-ndjson']) {
    const init = { method: 'POST', body: formOf(parts), headers: { accept } };
    assert.equal(markersIn(await (await send(context, '/transform/validate', init)).text(), context), [], accept);
  }
  const wrong = [
    jsonInit('POST', { name: 'c', type: 'PASSWORD', secret: SECRET, metadata: { username: 'u' } }),
    jsonInit('POST', { name: 'Wrong name', type: 'PASSWORD', secret: SECRET }),
    jsonInit('POST', { name: 'd', type: 'SSH_KEY', secret: SECRET, metadata: { username: 'u' } }),
    jsonInit('POST', `{"name":"d","secret":"${SECRET}",`),
  ];
  for (const init of wrong) {
    const response = await send(context, '/credentials', init);
    assert.ok(response.status >= 400);
    assert.equal(markersIn(await response.text(), context), []);
  }
});

test('the log, the audit and its file have no marker', async (context) => {
  const { at, service, key } = context;
  // A caller may put a key into a path or a query by mistake.
  for (const path of [`/specs/${key}`, `/runs?${key}=${key}`, `/nothing/${key}`]) await send(context, path);
  await eventually(() => readFileSync(at.path('audit.ndjson'), 'utf8').includes('/api/v1/specs/:id'));
  assert.equal(markersIn(service.stderr(), context), []);
  assert.equal(markersIn(readFileSync(at.path('audit.ndjson'), 'utf8'), context), []);
});

test('the pages of the databases have the published values only, and no secret', async (context) => {
  for (const text of pagesOf(context)) {
    const markers = markersIn(text, context).filter((marker) => marker !== PUBLISHED);
    assert.equal(markers, []);
  }
  assert.ok(
    pagesOf(context).some((text) => text.includes(PUBLISHED)),
    'the search finds what is there',
  );
});

function pagesOf({ at }: Context): string[] {
  const folder = at.path('.data');
  return readdirSync(folder)
    .filter((name) => name.includes('.sqlite') || name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'latin1'));
}

test.run();
