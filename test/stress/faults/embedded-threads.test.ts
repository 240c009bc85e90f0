/** Several threads read a file into the embedded broker, and write its messages: the same as with one, also after a SIGKILL. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { csvFile, eventually, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { fetchRun, killService, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { assertSame, readRunResults } from './run-results.ts';

/** The file has more than 16 MiB, so that it is read in splits. */
const RECORDS = 250_000;
const THREADS = ['--threads', '3'];
const AMOUNTS = ['1.50', '0.00', 'x', '7', '', '0.01', '99', '3.10', '4'];

const test = suite<{ at: Workplace }>('the embedded broker, several threads');
test.before((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after(({ at }) => at.remove());

const file = csvFile(
  `id,amount\n${Array.from({ length: RECORDS }, (_, index) => `${`order ${index} `.padEnd(70, 'ä')},${AMOUNTS[(index * 7) % AMOUNTS.length]}\n`).join('')}`,
  'large.csv',
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

test('publish the same as one thread, and resume after a kill', async ({ at }) => {
  const run = async (data: string, flags: readonly string[]): Promise<string> => {
    const service = await startService(at, ['--data', data, ...flags]);
    const id = await send(service);
    await waitForEnd(service, id);
    await service.stop();
    return id;
  };
  const expected = await readRunResults(at.path('one'), await run('one', ['--threads', '1']));
  assertSame(await readRunResults(at.path('three'), await run('three', THREADS)), expected);

  const first = await startService(at, ['--data', 'killed', ...THREADS]);
  const id = await send(first);
  await eventually(async () => (await fetchRun(first, id)).totalRecords > 0);
  // On a fast machine the run may have ended.
  await killService(first, { folder: at.path('killed'), runId: id });
  const second = await startService(at, ['--data', 'killed', ...THREADS]);
  await waitForEnd(second, id);
  await second.stop();
  assertSame(await readRunResults(at.path('killed'), id), expected);
  assert.is(expected.messages.length + expected.letters.length, RECORDS);
});

test.run();
