/**
 * 300 clients with mixed requests: no 5xx except 503 and 507, no broken connection, and exact counts. The long form takes
 * five minutes, and memory must not grow from the second minute on. Times are printed.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { ORDERS, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { type Answer, createLoadClient, formRequest, type Sent } from './client.ts';
import { Times, watchMemory } from './measure.ts';

const test = suite<{ at: Workplace; service: Service }>('mixed load');
const SPEC = gitSpecId('orders');
const CLIENTS = 300;
const isLong = process.env['SPECMILL_LONG'] !== undefined;
const SECONDS = isLong ? 300 : 12;
const RECORDS = 20;
/** How much the memory may vary from the second minute on, in MB. */
const FLAT_MB = 60;

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

/** The state of the load: what was answered so far. */
interface Load {
  times: Times;
  statuses: Map<string, number>;
  /** The records of all runs that were answered with a result. */
  published: number;
  /** Runs that can be read. */
  runIds: string[];
}

async function act(client: ReturnType<typeof createLoadClient>, load: Load, id: string, turn: number): Promise<void> {
  const send = async (kind: string, request: Sent): Promise<Answer> => {
    const answer = await client.send(request);
    load.times.add(kind, answer.ms);
    load.statuses.set(`${kind} ${answer.status}`, (load.statuses.get(`${kind} ${answer.status}`) ?? 0) + 1);
    assert.ok(answer.status < 500 || [503, 507].includes(answer.status), `${kind} ${answer.status} ${answer.text}`);
    return answer;
  };
  const processed = (text: string) => (JSON.parse(text) as { processedRecords: number }).processedRecords;
  // Each file is another one, so that no run counts as a repetition. Its last record has an ERROR.
  const file = `id,amount\n${`${id},1.00\n`.repeat(RECORDS - 1)}${id},0.00\n`;
  switch (turn % 6) {
    case 0:
    case 1: {
      const answer = await send('dry run', formRequest('/transform/validate', { specId: SPEC }, file));
      if (answer.status === 200) assert.is(processed(answer.text), RECORDS);
      return;
    }
    case 2: {
      const fields = { specId: SPEC, brokerTopic: 'load' };
      const answer = await send('transform', formRequest('/transform/file-to-events', fields, file));
      if (answer.status !== 200) return;
      load.published += processed(answer.text);
      load.runIds[turn % 100] = (JSON.parse(answer.text) as { runId: string }).runId;
      return;
    }
    case 3: {
      const runId = load.runIds[(turn * 7) % load.runIds.length];
      await send('run', { method: 'GET', path: runId === undefined ? '/runs?limit=1' : `/runs/${runId}` });
      return;
    }
    case 4:
      await send('list', { method: 'GET', path: turn % 2 === 0 ? '/runs?limit=10' : '/specs' });
      return;
    default:
      await send('live', { method: 'GET', path: '//health/live' });
      if (turn % 120 === 5) await changeSpec(send, id);
  }
}

async function changeSpec(send: (kind: string, request: Sent) => Promise<Answer>, id: string): Promise<void> {
  const body = Buffer.from(JSON.stringify({ ...ORDERS, name: `s-${id}` }));
  const created = await send('spec', { method: 'POST', path: '/specs', body });
  if (created.status !== 201) return;
  const { id: specId } = JSON.parse(created.text) as { id: string };
  assert.is((await send('spec', { method: 'DELETE', path: `/specs/${specId}` })).status, 204);
}

test(`${CLIENTS} clients for ${SECONDS} s`, async ({ service }) => {
  const load: Load = { times: new Times(), statuses: new Map(), published: 0, runIds: [] };
  const endWatching = watchMemory(service.pid);
  const until = performance.now() + SECONDS * 1000;
  const clients = Array.from({ length: CLIENTS }, (_, number) => createLoadClient(service.url, number));
  await Promise.all(
    clients.map(async (client, number) => {
      for (let round = 0; performance.now() < until; round++)
        await act(client, load, `${number}-${round}`, number + round);
    }),
  );
  const memory = endWatching();
  const [reader = createLoadClient(service.url, 0)] = clients;
  const topics = JSON.parse((await reader.send({ method: 'GET', path: '/topics' })).text) as { messages: number }[];
  for (const client of clients) client.close();
  load.times.report();
  console.log(`note: ${[...load.statuses].map((entry) => entry.join(': ')).join(', ')}`);
  console.log(`note: memory at most ${Math.max(...memory).toFixed(0)} MB, at the end ${memory.at(-1)?.toFixed(0)} MB`);
  assert.ok(load.published > 0);
  assert.is(topics[0]?.messages, load.published, 'the topic has the records of all runs that were answered');
  assert.not(
    [...load.statuses.keys()].some((status) => /run (?!200|429|503|507)|transform (?!200|429|503|507)/.test(status)),
  );
  if (isLong) {
    const [second, last] = [memory.slice(60, 120), memory.slice(-60)];
    assert.ok(Math.max(...last) <= Math.max(...second) + FLAT_MB, `${Math.max(...second)} to ${Math.max(...last)} MB`);
  }
});

test.run();
