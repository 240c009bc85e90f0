import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStreamSlots } from '../../runtime/server/http/stream-slots.ts';
import { csvFile, eventually, ORDERS_YAML, problemOf, type Service, startService } from './service.ts';
import { sendFile } from './service-run.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('events of a run');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at, ['--threads', '1']);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

interface SentEvent {
  id: string;
  event: string;
  data: { status?: string; bytes?: number; totalBytes?: number; totalRecords?: number };
}

function parseEvents(text: string): SentEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [, id = '', event = '', data = ''] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { id, event, data: JSON.parse(data) as SentEvent['data'] };
    });
}

const RECORDS = 300_000;
const send = (service: Service, key: string) =>
  sendFile(service, {
    specId: 'orders',
    brokerTopic: 'events',
    file: csvFile(`id,amount\n${`${key},1.00\n`.repeat(RECORDS)}`),
  });

test('a stream ends with the result, and reports progress at most four times a second', async ({ service }) => {
  const runId = await send(service, 'a');
  const began = performance.now();
  const response = await service.fetch(`/runs/${runId}/events`);
  assert.equal([response.status, response.headers.get('content-type')], [200, 'text/event-stream']);
  const events = parseEvents(await response.text());
  const seconds = (performance.now() - began) / 1000;
  const progress = events.filter(({ event }) => event === 'progress');
  assert.ok(progress.length <= seconds * 4 + 1, `${progress.length} in ${seconds} s`);
  for (const { data } of progress) assert.ok((data.bytes ?? -1) <= (data.totalBytes ?? 0));
  const [state, result] = events.slice(-2);
  assert.equal([state?.event, state?.data.status], ['state', 'SUCCESS']);
  assert.equal([result?.event, result?.id, result?.data.totalRecords], ['result', 'result', RECORDS]);
});

test('Last-Event-ID continues a stream, and ends the reconnecting after the result', async ({ service }) => {
  const [run] = (await (await service.fetch('/runs')).json()) as { runId: string }[];
  const from = (id: string) => service.fetch(`/runs/${run?.runId}/events`, { headers: { 'last-event-id': id } });
  assert.is((await from('result')).status, 204);
  for (const id of ['RUNNING:0', 'nonsense', ':', 'x'.repeat(100)])
    assert.is(parseEvents(await (await from(id)).text()).at(-1)?.event, 'result', id);
  await problemOf(await service.fetch('/runs/00000000-0000-4000-8000-000000000000/events'), 404, 'run_not_found');
});

test('a client has at most 20 streams, and closed ones are free again', async ({ service }) => {
  const runId = await send(service, 'b');
  const abort = new AbortController();
  const open = () => service.fetch(`/runs/${runId}/events`, { signal: abort.signal });
  const responses = await Promise.all(Array.from({ length: 25 }, open));
  const refused = responses.filter(({ status }) => status === 503);
  if ((await (await service.fetch(`/runs/${runId}`)).json()).finishedAt === null) assert.is(refused.length, 5);
  for (const response of refused) await problemOf(response, 503, 'too_busy');
  abort.abort();
  await eventually(async () => (await service.fetch(`/runs/${runId}/events`, { method: 'HEAD' })).status === 200);
  await eventually(async () => parseEvents(await (await service.fetch(`/runs/${runId}/events`)).text()).length > 0);
});

test('slots are limited in all and per caller', () => {
  const slots = createStreamSlots({ max: 3, maxPerCaller: 2 });
  const [a, b] = [slots.enter('x'), slots.enter('x')];
  assert.is(slots.enter('x'), null);
  assert.is.not(slots.enter('y'), null);
  assert.is(slots.enter('z'), null);
  a?.();
  assert.is.not(slots.enter('x'), null);
  b?.();
  assert.is.not(slots.enter('z'), null);
});

test.run();
