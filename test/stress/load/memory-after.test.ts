/** After answers with large results, and clients that stall, the memory of the service returns to where it was. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, jsonInit, ORDERS, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, DEPLOYED_MALLOC, type Workplace } from '../../runtime/specmill.ts';
import { residentMb } from './measure.ts';

const test = suite<{ at: Workplace }>('memory after an attack');
/** The memory after the attack may be larger by this much, in MB. */
const MORE_MB = 100;

test.before((context) => {
  // As the files in runtime/deploy/ start the service.
  context.at = createWorkplace({ env: DEPLOYED_MALLOC });
  context.at.write('specs/.empty', '');
});
test.after(({ at }) => at.remove());

const RULES = Array.from({ length: 100 }, (_, index) => ({
  ruleId: `r${index}`,
  field: 'amount',
  ruleType: 'MIN_VALUE',
  value: '1',
  message: 'x'.repeat(450),
}));

const formFor = (records: number) =>
  formOf({
    specId: 'verbose',
    brokerTopic: 'verbose',
    errorLimit: '10000',
    onDuplicateFile: 'ALLOW',
    file: csvFile(`id,amount\n${'a,0\n'.repeat(records)}`),
  });

async function publish(service: Service, records: number): Promise<string> {
  const init = { method: 'POST', body: formFor(records) };
  const response = await service.fetch('/transform/file-to-events', init);
  return ((await response.json()) as { runId: string }).runId;
}

/** Sends 40 requests for a result of 4 MiB at a time, and begins 100 specs, each almost complete. */
async function attack(service: Service): Promise<void> {
  const runId = await publish(service, 1000);
  const head = 'POST /api/v1/specs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const stalled = Array.from({ length: 100 }, (): Socket => {
    const socket = service.connect().on('error', () => {});
    socket.write(`${head}content-length: 1000000\r\n\r\n"${'x'.repeat(900_000)}`);
    return socket;
  });
  for (let round = 0; round < 2; round++) {
    const answers = Array.from(
      { length: 40 },
      async () => (await (await service.fetch(`/runs/${runId}`)).text()).length,
    );
    for (const length of await Promise.all(answers))
      assert.ok(length > 3_500_000 && length < 4_500_000, String(length));
  }
  for (const socket of stalled) socket.destroy();
}

test(`within ${MORE_MB} MB of the start`, async ({ at }) => {
  const service = await startService(at);
  const spec = { ...ORDERS, name: 'verbose', validationRules: RULES };
  assert.is((await service.fetch('/specs', jsonInit('POST', spec))).status, 201);
  // The start: the threads run and have read files.
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 8 }, () => publish(service, 10)));
  const before = residentMb(service.pid);
  await attack(service);
  const during = residentMb(service.pid);
  let after = during;
  await eventually(async () => {
    await sleep(250);
    await publish(service, 10);
    after = residentMb(service.pid);
    return after < before + MORE_MB;
  });
  console.log(`note: memory ${before.toFixed(0)} MB, after the attack ${during.toFixed(0)}, then ${after.toFixed(0)}`);
  await service.stop();
});

test.run();
