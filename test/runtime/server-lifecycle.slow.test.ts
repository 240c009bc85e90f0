import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import type { RunView } from '../../runtime/runs/run-request.ts';
import { csvFile, eventually, formOf, ORDERS_CSV, ORDERS_YAML, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('cancel, delete, filter and page runs');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

let topics = 0;
const nextTopic = () => `topic-${++topics}`;
const bigCsv = (records: number) =>
  csvFile(
    `id,amount\n${Array.from({ length: records }, (_, i) => `r${i},${(i % 10) + 1}.50`).join('\n')}\n`,
    'big.csv',
  );

interface Sent {
  fields?: Readonly<Record<string, string | Blob>>;
  headers?: Readonly<Record<string, string>>;
}

function transform(service: Service, topic: string, { fields = {}, headers = {} }: Sent = {}): Promise<Response> {
  return service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf({ specId: 'orders', file: csvFile(ORDERS_CSV), brokerTopic: topic, ...fields }),
    headers,
  });
}

async function startRun(service: Service, topic: string, file: Blob): Promise<RunView> {
  const response = await transform(service, topic, { fields: { file }, headers: { prefer: 'respond-async' } });
  assert.is(response.status, 202);
  return (await response.json()) as RunView;
}

const getRun = async (service: Service, id: string): Promise<RunView> =>
  (await (await service.fetch(`/runs/${id}`)).json()) as RunView;
const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
const messagesOf = async (service: Service, topic: string): Promise<number> => {
  const listed = (await (await service.fetch('/topics')).json()) as { name: string; messages: number }[];
  return listed.find(({ name }) => name === topic)?.messages ?? -1;
};

test('specId accepts the name of a spec', async ({ service }) => {
  const result = (await (await transform(service, nextTopic())).json()) as ProcessingResult;
  assert.is(result.totalRecords, 3);
  const unknown = await transform(service, nextTopic(), { fields: { specId: 'nothing-like-it' } });
  assert.equal(await codeOf(unknown), [404, 'spec_not_found']);
});

test('a cancelled run ends as FAILED, and its published messages are counted', async ({ service }) => {
  const topic = nextTopic();
  const { runId } = await startRun(service, topic, bigCsv(600_000));
  const response = await service.fetch(`/runs/${runId}/cancel`, { method: 'POST' });
  assert.is(response.status, 202);
  assert.is(response.headers.get('location'), `/api/v1/runs/${runId}`);
  await eventually(async () => (await getRun(service, runId)).finishedAt !== null);
  const run = await getRun(service, runId);
  assert.equal([run.status, run.failure?.code], ['FAILED', 'cancelled']);
  assert.ok(run.totalRecords < 600_000, `the run read all ${run.totalRecords} records`);
  assert.is(run.totalRecords, run.processedRecords + run.failedRecords + run.skippedRecords);
  assert.is(await messagesOf(service, topic), run.processedRecords);
  assert.equal(await codeOf(await service.fetch(`/runs/${runId}/cancel`, { method: 'POST' })), [409, 'run_ended']);
});

test('a run that waits for a thread can be cancelled', async ({ service }) => {
  const busy = await Promise.all(
    Array.from({ length: 6 }, (_, i) => startRun(service, nextTopic(), bigCsv(300_000 + i))),
  );
  const last = busy.at(-1)?.runId ?? '';
  assert.is((await service.fetch(`/runs/${last}/cancel`, { method: 'POST' })).status, 202);
  await eventually(async () => (await getRun(service, last)).status === 'FAILED');
  for (const { runId } of busy) await service.fetch(`/runs/${runId}/cancel`, { method: 'POST' });
  await eventually(async () =>
    (await Promise.all(busy.map(({ runId }) => getRun(service, runId)))).every(({ finishedAt }) => finishedAt !== null),
  );
});

test('deleting a run removes its file and errors, and its messages remain', async ({ service }) => {
  const topic = nextTopic();
  const { runId } = (await (await transform(service, topic)).json()) as RunView;
  const large = (await (await transform(service, nextTopic(), { fields: { file: bigCsv(10_000) } })).json()) as RunView;
  const spooled = service.spool().length;
  assert.is((await service.fetch(`/runs/${large.runId}`, { method: 'DELETE' })).status, 204);
  assert.is((await service.fetch(`/runs/${runId}`, { method: 'DELETE' })).status, 204);
  for (const path of ['', '/errors', '/rejects'])
    assert.equal(await codeOf(await service.fetch(`/runs/${runId}${path}`)), [404, 'run_not_found']);
  assert.is(service.spool().length, spooled - 1);
  assert.is(await messagesOf(service, topic), 2);
  const read = (await (await service.fetch(`/topics/${topic}/messages`)).json()) as { headers: object }[];
  assert.is(read.length, 2);
  assert.equal(await codeOf(await service.fetch(`/runs/${runId}`, { method: 'DELETE' })), [404, 'run_not_found']);
});

test('neither a run in progress nor its topic can be deleted', async ({ service }) => {
  const topic = nextTopic();
  const { runId } = await startRun(service, topic, bigCsv(700_000));
  assert.equal(await codeOf(await service.fetch(`/runs/${runId}`, { method: 'DELETE' })), [409, 'run_not_finished']);
  assert.equal(await codeOf(await service.fetch(`/topics/${topic}`, { method: 'DELETE' })), [409, 'topic_in_use']);
  await service.fetch(`/runs/${runId}/cancel`, { method: 'POST' });
  await eventually(async () => (await getRun(service, runId)).finishedAt !== null);
  assert.is((await service.fetch(`/topics/${topic}`, { method: 'DELETE' })).status, 204);
});

test('a deleted topic is gone, and its name is free', async ({ service }) => {
  const topic = nextTopic();
  await transform(service, topic);
  assert.is((await service.fetch(`/topics/${topic}`, { method: 'DELETE' })).status, 204);
  assert.equal(await codeOf(await service.fetch(`/topics/${topic}/messages`)), [404, 'topic_not_found']);
  assert.equal(await codeOf(await service.fetch(`/topics/${topic}`, { method: 'DELETE' })), [404, 'topic_not_found']);
  await transform(service, topic);
  assert.is(await messagesOf(service, topic), 2);
});

test('a file published before is reported, rejected or allowed, as configured', async ({ service }) => {
  const topic = nextTopic();
  const first = (await (await transform(service, topic)).json()) as ProcessingResult;
  assert.equal(first.warnings, []);
  const second = (await (await transform(service, topic)).json()) as ProcessingResult;
  assert.equal(
    second.warnings.map(({ code }) => code),
    ['FILE_SEEN_BEFORE'],
  );
  assert.match(second.warnings[0]?.message ?? '', first.runId ?? 'no id');
  const refused = await transform(service, topic, { fields: { onDuplicateFile: 'REFUSE' } });
  assert.is(refused.headers.get('location'), `/api/v1/runs/${second.runId}`);
  assert.equal(await codeOf(refused), [409, 'duplicate_file']);
  const allowed = (await (await transform(service, topic, { fields: { onDuplicateFile: 'ALLOW' } })).json()) as RunView;
  assert.equal(allowed.warnings, []);
  const other = await transform(service, nextTopic(), { fields: { onDuplicateFile: 'REFUSE' } });
  assert.is(other.status, 200);
  const wrong = await transform(service, topic, { fields: { onDuplicateFile: 'MAYBE' } });
  assert.equal(await codeOf(wrong), [400, 'invalid_value']);
});

test('runs are filtered and paged', async ({ service }) => {
  const topic = nextTopic();
  const before = new Date().toISOString();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const file = csvFile(i === 4 ? 'wrong,header\n1,2\n' : `id,amount\nx${i},1.00\n`);
    ids.unshift(((await (await transform(service, topic, { fields: { file } })).json()) as RunView).runId);
  }
  const list = async (query: string): Promise<string[]> =>
    ((await (await service.fetch(`/runs?${query}`)).json()) as RunView[]).map(({ runId }) => runId);
  assert.equal(await list(`topic=${topic}`), ids);
  assert.equal(await list(`topic=${topic}&status=FAILED`), ids.slice(0, 1));
  assert.equal(await list(`topic=${topic}&status=SUCCESS&spec=orders`), ids.slice(1));
  assert.equal(await list(`topic=${topic}&spec=other`), []);
  assert.equal(await list(`topic=${topic}&status=RUNNING`), []);
  assert.equal(await list(`topic=${topic}&from=${before}`), ids);
  assert.equal(await list(`topic=${topic}&to=${before}`), []);
  const paged: string[] = [];
  for (let path: string | null = `/runs?topic=${topic}&limit=2`; path !== null; ) {
    const page: Response = await service.fetch(path);
    paged.push(...((await page.json()) as RunView[]).map(({ runId }) => runId));
    path = /<\/api\/v1([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  assert.equal(paged, ids);
  for (const query of ['status=OPEN', 'from=yesterday', 'cursor=5', 'topic=a%20b', 'limit=0'])
    assert.equal(await codeOf(await service.fetch(`/runs?${query}`)), [400, 'invalid_value'], query);
});

test('an unknown query parameter is rejected on every route', async ({ service }) => {
  for (const path of ['/runs?stat=FAILED', '/specs?x=1', '/topics?x', '//health/live?x=1', '/runs/x/errors?limit=1'])
    assert.equal(await codeOf(await service.fetch(path)), [400, 'unknown_parameter'], path);
});

test('HEAD returns headers without occupying a reading thread', async ({ service }) => {
  const { runId } = (await (await transform(service, nextTopic())).json()) as RunView;
  for (let i = 0; i < 40; i++) {
    const response = await service.fetch(`/runs/${runId}/errors`, { method: 'HEAD' });
    assert.equal([response.status, await response.text()], [200, '']);
  }
  const dryRun = await service.fetch('/transform/validate', {
    method: 'POST',
    body: formOf({ specId: 'orders', file: csvFile(ORDERS_CSV) }),
    signal: AbortSignal.timeout(20_000),
  });
  assert.is(dryRun.status, 200);
});

test('a request from a page of another site is rejected', async ({ service }) => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  assert.equal(await codeOf(await service.fetch('/specs', { headers })), [403, 'forbidden_origin']);
  assert.is((await service.fetch('/specs', { headers: { 'sec-fetch-site': 'same-origin' } })).status, 200);
});

test('a run cancelled before the service died does not resume', async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const first = await startService(at);
  const { runId } = await startRun(first, 'killed', bigCsv(900_000));
  assert.is((await first.fetch(`/runs/${runId}/cancel`, { method: 'POST' })).status, 202);
  first.signal('SIGKILL');
  await first.exited;
  const second = await startService(at);
  await eventually(async () => (await getRun(second, runId)).finishedAt !== null);
  const run = await getRun(second, runId);
  assert.equal([run.status, run.failure?.code], ['FAILED', 'cancelled']);
  assert.is(await messagesOf(second, 'killed'), run.processedRecords);
  await second.stop();
  at.remove();
});

test.run();
