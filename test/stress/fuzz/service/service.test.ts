/**
 * Mutated requests to a running service: no 5xx but by design, the service lives, its memory is bounded, what it accepted
 * is consistent, and the requests of others are answered. SPECMILL_FUZZ_REQUESTS is the number of requests;
 * SPECMILL_FUZZ_MINUTES replaces it by a time. SPECMILL_SEED selects the requests.
 */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenApiDocument } from '../../../../runtime/server/openapi/document.ts';
import type { RunView } from '../../../../runtime/runs/run-request.ts';
import {
  csvFile,
  eventually,
  formOf,
  ORDERS_CSV,
  ORDERS_YAML,
  type Service,
  startService,
} from '../../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../../runtime/specmill.ts';
import { seed } from '../../../support/property.ts';
import { createBaseRequests, XML_SPEC } from './base-requests.ts';
import { createFuzzer, type Fuzzer } from './fuzzer.ts';
import { readSeeds } from './seeds.ts';

const REQUESTS = Number(process.env['SPECMILL_FUZZ_REQUESTS'] ?? 1000);
const MINUTES = Number(process.env['SPECMILL_FUZZ_MINUTES'] ?? 0);
/** Requests that are under way at the same time. */
const CALLERS = 6;
/** After this many requests, one of another caller must be answered as ever. */
const CONTROL = 250;
const MOST_RSS = 1.5e9;
/** After this many faults, the test ends. */
const MOST_FAULTS = 5;

const test = suite<{ at: Workplace; service: Service; fuzzer: Fuzzer; authorization: string }>('mutated requests');

test.before(async (context) => {
  const { at } = Object.assign(context, { at: createWorkplace() });
  at.write('specs/orders.yaml', ORDERS_YAML);
  at.write('specs/claims.yaml', XML_SPEC);
  at.write('incoming/a.csv', ORDERS_CSV);
  at.write('secret', 'MARKER-of-a-secret-file');
  context.authorization = `Bearer ${at.call(['keys', 'add', 'fuzz', '--scope', 'admin']).stdout.trim()}`;
  const limits = ['--header-timeout', '3s', '--idle-timeout', '3s', '--max-specs-bytes', '20m'];
  context.service = await startService(at, [...limits, '--threads', '2', '--local-roots', at.path('incoming')]);
  const headers = { authorization: context.authorization };
  const document = (await (await context.service.fetch('/openapi.json', { headers })).json()) as OpenApiDocument;
  const bases = await createBaseRequests(document, at.path('incoming'));
  context.fuzzer = createFuzzer({ port: context.service.port, authorization: context.authorization, bases });
});
test.after(async ({ at, service }) => {
  await service?.stop();
  at.remove();
});

test('requests that once failed', async ({ fuzzer, service }) => {
  for (const { name, bytes } of readSeeds()) assert.is(await fuzzer.replay(bytes), null, name);
  assert.is((await service.fetch('//health/live')).status, 200);
});

test('mutated requests are answered, and leave the service as it was', async (context) => {
  const { fuzzer, service } = context;
  const endsAt = Date.now() + MINUTES * 60_000;
  let next = 0;
  let peak = 0;
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    for (let index = next++; MINUTES > 0 ? Date.now() < endsAt : index < REQUESTS; index = next++) {
      const fault = await fuzzer.send(seed, index);
      if (fault !== null) faults.push(`request ${index} of seed ${seed}: ${fault}`);
      if (faults.length >= MOST_FAULTS) return;
      if (index % CONTROL !== 0) continue;
      await checkNeighbour(context, index);
      peak = Math.max(peak, readRss(service));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  assert.ok(faults.length === 0, `${faults.join('\n\n')}\n${service.stderr().slice(-3000)}`);
  assert.ok(peak < MOST_RSS, `resident memory ${peak}`);
  console.log(
    `note: ${next - CALLERS} requests of seed ${seed}, at most ${Math.round(peak / 1e6)} MB; ${fuzzer.summary()}`,
  );
});

test('each accepted run has ended, with counts that fit, unless it was deleted', async ({
  fuzzer,
  service,
  authorization,
}) => {
  const read = (path: string) => service.fetch(path, { headers: { authorization } });
  for (const runId of fuzzer.accepted()) {
    await eventually(async () => {
      const response = await read(`/runs/${runId}`);
      return response.status === 404 || ((await response.json()) as RunView).finishedAt !== null;
    });
    const response = await read(`/runs/${runId}`);
    const view = (await response.json()) as RunView;
    if (response.status === 404) assert.ok(fuzzer.isDeleted(runId), `${runId} is lost`);
    else assert.ok(view.totalRecords >= view.processedRecords + view.skippedRecords, JSON.stringify(view));
  }
  const errors = service
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  assert.equal(errors, []);
});

/** A file that nothing is wrong with, from another caller. */
async function checkNeighbour(
  { service, authorization }: { service: Service; authorization: string },
  index: number,
): Promise<void> {
  const brokerTopic = `neighbour-${index}`;
  const body = formOf({ specId: 'orders', brokerTopic, skipInvalidRecords: 'true', file: csvFile(ORDERS_CSV) });
  const headers = { authorization };
  const response = await service.fetch('/transform/file-to-events', { method: 'POST', body, headers });
  const text = await response.text();
  assert.is(response.status, 200, text);
  const { totalRecords, processedRecords } = JSON.parse(text) as RunView;
  assert.equal([totalRecords, processedRecords], [3, 1], text);
  const topics = (await (await service.fetch('/topics', { headers })).json()) as { name: string; messages: number }[];
  assert.equal(topics.find(({ name }) => name === brokerTopic)?.messages, 1);
}

function readRss({ pid }: Service): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

test.run();
