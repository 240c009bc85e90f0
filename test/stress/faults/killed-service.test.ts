/**
 * SIGKILL of a service at random points, with runs in progress and a partial upload. After each restart the runs resume
 * on their own, and in the end all results are as without the kills. SPECMILL_KILLS is the number of kills (5).
 */
import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { csvFile, eventually, formOf, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { waitForEnd, killService, fetchRun, sendFile } from '../../runtime/service-run.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { assertSame, readRunResults, type RunResults } from './run-results.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';

const random = randomOf(seed, 0);

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 5);
const RECORDS = 400_000;
const KILLS_PER_RUN = 10;

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

  for (let kills = 0, rounds = 0; kills < KILLS; rounds++) {
    assert.ok(rounds < KILLS, 'every round has a kill');
    kills += await interrupt(at, Math.min(KILLS - kills, KILLS_PER_RUN), expected);
    rmSync(at.path('.data'), { recursive: true });
  }
});

/**
 * Kills a service up to a number of times during one run, and compares the results of the run. Returns how many kills
 * interrupted it: on a busy machine, the run may end first.
 */
async function interrupt(at: Workplace, kills: number, expected: RunResults): Promise<number> {
  let service = await startService(at);
  const runId = await send(service);
  let interruptions = 0;
  let before: number | null = 0;
  for (let left = kills; left > 0 && before !== null; left--) {
    const target = before + 1 + random.below((RECORDS - before) / (left + 1));
    before = await killAt(service, { folder: at.path('.data'), runId, records: target });
    if (before !== null) interruptions++;
    service = await startService(at);
  }
  await waitForEnd(service, runId);
  assert.is(service.spool().length, 1, 'partial uploads are removed');
  await service.stop();
  assertSame(await readRunResults(at.path('.data'), runId), expected);
  return interruptions;
}

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

/**
 * Kills the service once the run has read this many records, during an upload. Returns how many records the run had
 * committed, or null if it had ended.
 */
async function killAt(
  service: Service,
  { folder, runId, records }: { folder: string; runId: string; records: number },
): Promise<number | null> {
  const half = service.connect().on('error', () => {});
  half.write(
    'POST /api/v1/transform/validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 999999\r\n\r\n--XX\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
  );
  await eventually(() => service.spool().length > 1);
  await eventually(async () => (await fetchRun(service, runId)).totalRecords >= records);
  return killService(service, { folder, runId });
}

test.run();
