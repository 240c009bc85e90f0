/** The costliest legal spec of one caller, beside a small run, a dry run and a draft of another one. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, formOf, jsonInit, ORDERS_CSV, ORDERS_YAML, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('a costly spec');

/** Each takes a few seconds on a machine without other work. Before batches ended by time, it took minutes. */
const MAX_MS = 30_000;

/** Each correction tries a match at each character, and finds none. */
const COSTLY = `name: costly
format: CSV
fields: [{ name: text, type: STRING }]
correctionRules:
${Array.from(
  { length: 200 },
  (_, i) =>
    `  - { ruleId: c${i}, field: text, correctionType: REGEX_REPLACE, pattern: "a{1,${480 - (i % 7)}}b", replacement: "" }`,
).join('\n')}
`;

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('specs/costly.yaml', COSTLY);
  context.service = await startService(context.at, ['--threads', '2']);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

test('a costly spec delays the run, the dry run and the draft of another caller by seconds only', async ({
  service,
}) => {
  const file = (n: number) => csvFile(`text\n${`${'a'.repeat(900)}${n}\n`.repeat(2000)}`);
  const costly = Array.from({ length: 6 }, (_, n) =>
    service.fetch('/transform/file-to-events', {
      method: 'POST',
      headers: { prefer: 'respond-async' },
      body: formOf({ specId: 'costly', brokerTopic: 'costly', file: file(n) }),
    }),
  );
  for (const answer of await Promise.all(costly)) assert.is(answer.status, 202, await answer.clone().text());
  const timed = async (what: string, work: () => Promise<Response>): Promise<void> => {
    const began = performance.now();
    const answer = await work();
    const body = await answer.text();
    const ms = performance.now() - began;
    console.log(`${what}: ${ms.toFixed()} ms`);
    assert.is(answer.status, 200, body);
    assert.ok(ms < MAX_MS, `${what} took ${ms.toFixed()} ms`);
  };
  const small = (topic?: string) =>
    formOf({ specId: 'orders', file: csvFile(ORDERS_CSV), ...(topic !== undefined && { brokerTopic: topic }) });
  await timed('run', () => service.fetch('/transform/file-to-events', { method: 'POST', body: small('small') }));
  await timed('dry run', () => service.fetch('/transform/validate', { method: 'POST', body: small() }));
  await timed('draft', () =>
    service.fetch('/drafts', jsonInit('POST', { text: ORDERS_YAML.replace('orders', 'draft') })),
  );
  await timed('health', () => service.fetch('//health/live'));
  const runs = (await (await service.fetch('/runs?limit=100')).json()) as { runId: string; status: string }[];
  assert.ok(
    runs.some(({ status }) => status === 'RUNNING'),
    'the costly runs were still in progress',
  );
  for (const { runId, status } of runs)
    if (status === 'RUNNING' || status === 'QUEUED') await service.fetch(`/runs/${runId}/cancel`, { method: 'POST' });
});

test.run();
