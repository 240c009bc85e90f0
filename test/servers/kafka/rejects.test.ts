/** The rejects of a run into a real Kafka are published, while the service is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, type Service } from '../../runtime/service.ts';
import { sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { consume } from './consumer.ts';
import { createOrdersPlace, ordersForm } from './orders.ts';
import { kafkaSuite } from './suite.ts';

const { test, run } = kafkaSuite('rejects into a broker');
const RECORDS = 12_000;
const isBad = (record: number): boolean => record % 3 === 0;
const numbers = Array.from({ length: RECORDS }, (_, index) => index + 1);
const linesOf = (records: readonly number[], amount: (record: number) => string): string =>
  `id,amount\n${records.map((record) => `k${record},${amount(record)}\n`).join('')}`;

interface RunOfTest {
  readonly runId: string;
  readonly status: string;
  readonly finishedAt: string | null;
}

async function runOf(service: Service, runId: string): Promise<RunOfTest> {
  return (await (await service.fetch(`/runs/${runId}`)).json()) as RunOfTest;
}

function retry(service: Service, runId: string, repaired: string): Promise<Response> {
  return service.fetch(`/runs/${runId}/rejects/retry`, { method: 'POST', body: formOf({ file: csvFile(repaired) }) });
}

for (const delivery of ['at-least-once', 'exactly-once', 'all-or-nothing'] as const)
  test(`${delivery}: the repaired records have the numbers of the first file`, async ({ broker, serve }) => {
    const at = createOrdersPlace();
    const topic = `rejects-${delivery}`;
    await broker.createTopic(topic);
    let service = await serve(at, broker.address);
    const file = csvFile(linesOf(numbers, (record) => (isBad(record) ? '0' : '1')));
    // Of an all-or-nothing run, all records are rejects.
    const more = { delivery, skipInvalidRecords: 'true' };
    const runId = await sendFile(service, ordersForm(topic, file, more));
    await waitForEnd(service, runId);
    const isWhole = delivery === 'all-or-nothing';
    const rejected = isWhole ? numbers : numbers.filter(isBad);
    const repaired = linesOf(rejected, (record) => (isBad(record) ? '2' : '1'));
    // Killed before, during and after the run of the rejects, until it has ended.
    for (let kill = 0; kill < 3; kill++) {
      const asked = retry(service, runId, repaired).catch(() => null);
      await sleep(kill * 120);
      service.signal('SIGKILL');
      await service.exited;
      await asked;
      service = await serve(at, broker.address);
    }
    await eventually(async () => {
      const response = await retry(service, runId, repaired);
      const { code } = (await response.json()) as { code?: string };
      return response.status === 409 && code === 'no_rejects';
    });
    const [last] = (await (await service.fetch('/runs?limit=1')).json()) as RunOfTest[];
    assert.is((await runOf(service, last?.runId ?? '')).status, 'SUCCESS');
    const messages = await consume(broker.address, topic);
    const found = messages.map(({ headers, value }) => `${headers['ce_id']?.split(':')[1]} ${value}`);
    const expected = numbers.map((record) => `${record} {"id":"k${record}","amount":${isBad(record) ? 2 : 1}}`);
    // After a kill, at-least-once may repeat the last batches, with the same ids.
    assert.equal([...new Set(found)].sort(), expected.sort());
    if (delivery !== 'at-least-once') assert.is(found.length, RECORDS, 'each once');
    await service.stop();
    at.remove();
  });

run();
