/** Clients that request the largest responses and do not read them: the memory of the service has a limit. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAnswerBudget } from '../../runtime/server/http/answer-budget.ts';
import { csvFile, eventually, formOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service; runId: string }>('stalled readers');
const MIB = 1024 * 1024;
const LONG = 'x'.repeat(15 * MIB);
const READERS = 190;
/** What the stalled responses may need together, on top of the memory before them. In MiB. */
const MAX_MIB = 900;

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
async function stall(service: Service, path: string, ms: number): Promise<number> {
  const sockets: Socket[] = [];
  for (let i = 0; i < READERS; i++) {
    const socket = service.connect();
    socket.pause();
    socket.on('error', () => {});
    socket.write(`GET /api/v1${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
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
  assert.ok(slowest < 5000, `health took ${slowest.toFixed()} ms beside ${path}`);
  return most;
}

test('responses that no client reads need bounded memory', async ({ service, runId }) => {
  for (const path of [
    '/topics/long/messages?from=0&limit=100',
    `/runs/${runId}`,
    '/topics/many/messages?limit=100000',
  ]) {
    const before = memoryOf(service);
    const most = await stall(service, path, 4000);
    console.log(`${path.replace(runId, 'ID')}: ${before.toFixed()} MiB before, at most ${most.toFixed()} MiB`);
    assert.ok(most - before < MAX_MIB, `${path}: ${before.toFixed()} MiB, then ${most.toFixed()} MiB`);
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
