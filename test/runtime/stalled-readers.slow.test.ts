/** Clients that request the largest responses and do not read them: the memory of the service has a limit. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes } from '../../runtime/server/app.ts';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import { createAnswerBudget } from '../../runtime/server/http/answer-budget.ts';
import { csvFile, eventually, formOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service; runId: string }>('stalled readers');
const MIB = 1024 * 1024;
const LONG = 'x'.repeat(15 * MIB);
const READERS = 190;
/** What the stalled responses may need together, on top of the memory before them. In MiB. */
const MAX_MIB = 900;
/** The same for results of files. At most 19 are kept for one caller. In MiB. */
const MAX_RESULTS_MIB = 430;

const NOTES = `name: notes
maxRecordBytes: 16777216
format: CSV
fields:
  - { name: id, type: STRING }
  - { name: note, type: STRING }
validationRules:
  - { ruleId: short, field: note, ruleType: MAX_LENGTH, value: 10, severity: WARNING, message: longer than a note }
`;

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/notes.yaml', NOTES);
  context.at.write('specs/notes/notes.csv', `id,note\n${'7,a note of a sample\n'.repeat(450_000)}`);
  // A spec whose text and module are large.
  const fields = Array.from({ length: 2000 }, (_, i) => `  - { name: f${i}, type: STRING }\n`).join('');
  context.at.write('specs/many-fields.yaml', `name: many-fields\nformat: CSV\nfields:\n${fields}`);
  context.service = await startService(context.at, ['--threads', '1', '--idle-timeout', '5s']);
  const send = (file: File, topic: string) =>
    context.service.fetch('/transform/file-to-events', {
      method: 'POST',
      body: formOf({ specId: 'notes', brokerTopic: topic, errorLimit: '10000', file }),
    });
  // Three messages of almost 16 MiB, and a result with 4 MiB of records with issues.
  for (let i = 0; i < 3; i++)
    assert.match(await (await send(csvFile(`id,note\n${i},${LONG}\n`), 'long')).text(), /"status":"SUCCESS"/);
  const many = await send(csvFile(`id,note\n${'7,a note of a good length for an issue\n'.repeat(12_000)}`), 'many');
  context.runId = ((await many.json()) as { runId: string }).runId;
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

function memoryOf({ pid }: Service): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Opens connections that request a path and read nothing. Returns the largest memory within a time, in MiB. */
async function stall(
  service: Service,
  { sent, name }: { sent: string | Buffer; name: string },
  ms: number,
): Promise<number> {
  const sockets: Socket[] = [];
  for (let i = 0; i < READERS; i++) {
    const socket = service.connect();
    socket.pause();
    socket.on('error', () => {});
    socket.write(sent);
    sockets.push(socket);
  }
  let most = 0;
  let slowest = 0;
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const began = performance.now();
    await service.fetch('//health/live');
    slowest = Math.max(slowest, performance.now() - began);
    most = Math.max(most, memoryOf(service));
  }
  for (const socket of sockets) socket.destroy();
  assert.ok(slowest < 5000, `health took ${slowest.toFixed()} ms beside ${name}`);
  return most;
}

/** The paths of GET routes by the path of the route. A large response needs a value here, or the budget is not tested. */
const PATHS: Readonly<Record<string, (ids: { spec: string; large: string; run: string }) => string>> = {
  '/api/v1/specs': () => '/specs?include=spec',
  '/api/v1/specs/:id': ({ large }) => `/specs/${large}`,
  '/api/v1/specs/:id/module': ({ large }) => `/specs/${large}/module`,
  '/api/v1/specs/:id/description': ({ large }) => `/specs/${large}/description`,
  '/api/v1/specs/:id/samples': ({ spec }) => `/specs/${spec}/samples`,
  '/api/v1/specs/:id/samples/:name': ({ spec }) => `/specs/${spec}/samples/notes.csv`,
  '/api/v1/runs': () => '/runs',
  '/api/v1/runs/:id': ({ run }) => `/runs/${run}`,
  '/api/v1/runs/:id/errors': ({ run }) => `/runs/${run}/errors`,
  '/api/v1/runs/:id/rejects': ({ run }) => `/runs/${run}/rejects`,
  '/api/v1/topics': () => '/topics',
  '/api/v1/topics/:topic/messages': () => '/topics/long/messages?from=0&limit=100',
  '/api/v1/reference': () => '/reference',
  '/api/v1/reference/:name': () => '/reference/large',
  '/api/v1/audit': () => '/audit',
  '/api/v1/openapi.json': () => '/openapi.json',
  '/docs': () => '//docs',
  '/': () => '//',
  '/metrics': () => '//metrics',
};

/**
 * A few bytes, or objects of the caller's own that are not large: names, patterns, states of a connection. A review ends after
 * about a million characters (test/runtime/review.test.ts).
 */
const SMALL = [
  ...['credentials', 'credentials/:id', 'integrations', 'integrations/:id', 'integrations/:id/files'],
  ...['jobs', 'jobs/:id', 'jobs/:id/files', 'jobs/:id/files/:fileId/review', 'instances', 'caller', 'runs/:id/events'],
].map((path) => `/api/v1/${path}`);

test('responses that no client reads need bounded memory, on every GET route', async ({ service, runId }) => {
  const ids = { spec: gitSpecId('notes'), large: gitSpecId('many-fields'), run: runId };
  const reading = routes.filter(({ method, path }) => method === 'GET' && !/^\/(?:health|page)\//u.test(path));
  const paths = ['/topics/many/messages?limit=100000'];
  const table = `code,name\n${Array.from({ length: 400_000 }, (_, i) => `${i},the name of the code ${i}\n`).join('')}`;
  const stored = { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: table };
  assert.is((await service.fetch('/reference/large', stored)).status, 201);
  for (const route of reading.filter((one) => !SMALL.includes(one.path))) {
    const create = PATHS[route.path];
    if (create === undefined) throw new Error(`${route.path} is a new route: give it a path`);
    const path = create(ids);
    const response = await service.fetch(path);
    const bytes = (await response.arrayBuffer()).byteLength;
    assert.is(response.status, 200, path);
    // Less than this is in the buffers of the system, read or not.
    if (bytes > 64 * 1024) paths.push(path);
  }
  assert.ok(paths.length >= 7, paths.join(', '));
  for (const path of paths) {
    const before = memoryOf(service);
    const sent = `GET /api/v1${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const most = await stall(service, { sent, name: path }, 4000);
    console.log(`${path.replace(runId, 'ID')}: ${before.toFixed()} MiB before, at most ${most.toFixed()} MiB`);
    assert.ok(most - before < MAX_MIB, `${path}: ${before.toFixed()} MiB, then ${most.toFixed()} MiB`);
    await eventually(async () => (await service.fetch('/topics')).status === 200);
  }
});

test('results of files that no client reads need bounded memory', async ({ service }) => {
  const lines = `id,note\n${'7,a note of a good length for an issue\n'.repeat(12_000)}`;
  const fields = { specId: 'notes', errorLimit: '10000' };
  for (const [path, more] of [
    ['/transform/validate', {}],
    ['/transform/file-to-events', { brokerTopic: 'unread' }],
  ] as const) {
    const form = new Response(formOf({ file: new File([gzipSync(lines)], 'notes.csv.gz'), ...fields, ...more }));
    const body = Buffer.from(await form.arrayBuffer());
    // The same key returns the result of the same run.
    const headers = { 'content-type': form.headers.get('content-type') ?? '', 'idempotency-key': 'unread' };
    assert.is((await service.fetch(path, { method: 'POST', headers, body })).status, 200);
    const before = memoryOf(service);
    const head = `POST /api/v1${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${headers['content-type']}\r\nidempotency-key: unread\r\ncontent-length: ${body.length}\r\n\r\n`;
    const most = await stall(service, { sent: Buffer.concat([Buffer.from(head), body]), name: path }, 20_000);
    console.log(`${path}: ${before.toFixed()} MiB before, at most ${most.toFixed()} MiB`);
    assert.ok(most - before < MAX_RESULTS_MIB, `${path}: ${before.toFixed()} MiB, then ${most.toFixed()} MiB`);
    await eventually(async () => (await service.fetch('/topics')).status === 200);
  }
});

test('a long message is served whole, and as JSON.stringify() writes it', async ({ service }) => {
  const response = await service.fetch('/topics/long/messages?from=1&limit=1');
  const [message] = (await response.json()) as { offset: number; value: string }[];
  assert.is(message?.offset, 1);
  assert.equal(JSON.parse(message?.value ?? ''), { id: '1', note: LONG });
});

test('a budget is shared by callers, and waits in order', async () => {
  const budget = createAnswerBudget({ max: 10, maxPerCaller: 6 });
  const { signal } = new AbortController();
  const first = await budget.take('a', 6, signal);
  let order = '';
  const second = budget.take('a', 4, signal).then((free) => ((order += 'a'), free));
  const other = budget.take('b', 4, signal).then((free) => ((order += 'b'), free));
  const freeOther = await other;
  assert.is(order, 'b', 'a caller at its limit does not delay others');
  const abort = new AbortController();
  const aborted = budget.take('a', 1, abort.signal).catch((error: Error) => error.message);
  abort.abort(new Error('gone'));
  assert.is(await aborted, 'gone');
  first();
  first();
  (await second)();
  freeOther();
  (await budget.take('c', 100, signal))();
  assert.is(order, 'ba');
});

test.run();
