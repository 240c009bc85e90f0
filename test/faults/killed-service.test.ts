/**
 * SIGKILL of a service at random points, with runs in progress and a partial upload. After each restart the runs resume
 * on their own, and in the end all results are as without the kills. SPECMILL_KILLS is the number of kills (5).
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/registry/spec/spec-id.ts';
import { csvFile, eventually, formOf, ORDERS_YAML, type Service, startService } from '../runtime/service.ts';
import { waitForEnd, killDuringRun, fetchRun, sendFile } from '../runtime/service-run.ts';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { assertSame, readRunResults } from './run-results.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const random = randomOf(seed, 0);

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 5);
const RECORDS = 400_000;

const test = suite<{ at: Workplace }>('serve, killed');
test.before((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after(({ at }) => at.remove());

const AMOUNTS = ['1.50', '0.00', 'x', '7', '1,2', '', '0.01', '99', '3.10', '4'];
const file = csvFile(
  `id,amount\n${Array.from({ length: RECORDS }, (_, index) => `order ${index},${AMOUNTS[(index * 7) % AMOUNTS.length]}\n`).join('')}`,
  'big.csv',
);

const send = (service: Service): Promise<string> =>
  sendFile(service, {
    specId: gitSpecId('orders'),
    brokerTopic: 't',
    deadLetterTopic: 'd',
    skipInvalidRecords: 'true',
    errorLimit: '300',
    file,
  });

test(`${KILLS} times`, async ({ at }) => {
  const first = await startService(at, ['--data', 'whole']);
  const whole = await send(first);
  await waitForEnd(first, whole);
  await first.stop();
  const expected = await readRunResults(at.path('whole'), whole);

  let service = await startService(at);
  const runId = await send(service);
  let before = 0;
  for (let kills = 0; kills < KILLS; kills++) {
    const target = before + 1 + random.below((RECORDS - before) / (KILLS - kills + 1));
    before = await killAt(service, at, runId, target);
    service = await startService(at);
  }
  await waitForEnd(service, runId);
  assert.is(service.spool().length, 1, 'partial uploads are removed');
  await service.stop();
  assertSame(await readRunResults(at.path('.data'), runId), expected);
});

test('work accepted just before a kill is not lost', async ({ at }) => {
  const data = ['--data', 'moment'];
  const accepted: string[] = [];
  for (let kills = 0; kills < KILLS; kills++) {
    const service = await startService(at, data);
    const small = csvFile(`id,amount\n${`kill ${kills},1\n`.repeat(1000)}`);
    const body = formOf({ specId: gitSpecId('orders'), brokerTopic: 't', file: small });
    const response = await service.fetch('/transform/file-to-events', {
      method: 'POST',
      body,
      headers: { prefer: 'respond-async' },
    });
    service.signal('SIGKILL');
    await service.exited;
    accepted.push(response.headers.get('location')?.replace(/^.*\//, '') ?? '');
  }
  const service = await startService(at, data);
  for (const runId of accepted) {
    const { status, processedRecords } = await waitForEnd(service, runId);
    assert.equal([status, processedRecords], ['SUCCESS', 1000]);
  }
  assert.equal(await (await service.fetch('/topics')).json(), [{ name: 't', messages: KILLS * 1000 }]);
  await service.stop();
});

/** Kills the service once the run has read this many records. Returns how many it had committed. */
async function killAt(service: Service, at: Workplace, runId: string, records: number): Promise<number> {
  const half = service.connect().on('error', () => {});
  half.write(
    'POST /api/v1/transform/validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 99999\r\n\r\n--XX\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
  );
  await eventually(() => service.spool().length > 1);
  await eventually(async () => (await fetchRun(service, runId)).totalRecords >= records);
  assert.is((await fetchRun(service, runId)).status, 'RUNNING', 'the kill interrupts the run');
  return killDuringRun(service, runId, at.path('.data'));
}

test.run();
