/** Symbolic links that appear in the data folder neither show files from elsewhere nor let them be changed. */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { csvFile, eventually, formOf, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace; service: Service; secret: string }>('links in the data folder');
const TEXT = 'id,amount\na,0.00\n"hunter2-in-a-file-of-secrets\n';

test.before.each(async (context) => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  Object.assign(context, { at, secret: at.write('secret', TEXT) });
  context.service = await startService(at, ['--threads', '1']);
});
test.after.each(async ({ at, service, secret }) => {
  await service.stop();
  assert.is(readFileSync(secret, 'utf8'), TEXT, 'the file elsewhere is as before');
  assert.not.match(service.stderr(), /hunter2/);
  at.remove();
});

async function publish(service: Service): Promise<string> {
  const parts = { specId: 'orders', brokerTopic: 't', skipInvalidRecords: 'true' };
  const body = formOf({
    ...parts,
    file: csvFile('id,amount\na,0.00\n"another value of a file, cut\n' + 'x'.repeat(70_000)),
  });
  const response = await service.fetch('/transform/file-to-events', { method: 'POST', body });
  return ((await response.json()) as RunView).runId;
}

test('a spooled file that was replaced by a link is not read', async ({ at, service, secret }) => {
  const runId = await publish(service);
  const read = async (what: string) => (await service.fetch(`/runs/${runId}/${what}`)).text();
  assert.match(await read('rejects'), /another value/);
  const [name = ''] = service.spool();
  rmSync(at.path(`.data/spool/${name}`));
  symlinkSync(secret, at.path(`.data/spool/${name}`));
  for (const what of ['rejects', 'errors']) assert.not.match(await read(what), /hunter2/, what);
  assert.is((await service.fetch(`/runs/${runId}`, { method: 'DELETE' })).status, 204);
  assert.not(existsSync(at.path(`.data/spool/${name}`)));
});

test('links without an owner are removed at the start, not what they name', async (context) => {
  const { at, secret } = context;
  await publish(context.service);
  await context.service.stop();
  for (const name of ['x', 'y.partial']) symlinkSync(secret, at.path(`.data/spool/${name}`));
  context.service = await startService(at, ['--threads', '1']);
  await eventually(() => context.service.spool().length === 1);
});

test.run();
