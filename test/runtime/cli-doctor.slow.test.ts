/** The command `specmill doctor`. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lockFolder } from '../../runtime/state/store/lock.ts';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';
import { ORDERS_CSV, ORDERS_YAML } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; data: string }>('specmill doctor');

test.before.each((context) => {
  context.at = createWorkplace();
  context.data = context.at.path('.data');
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('orders.csv', ORDERS_CSV);
  const { code, stderr } = context.at.call(['transform', '--spec', 'orders', 'orders.csv', '--topic', 't']);
  assert.ok(code === 0 || code === 1, stderr);
});
test.after.each(({ at }) => at.remove());

test('exits with 0 if everything is as it was stored', ({ at }) => {
  const { code, stdout, stderr } = at.call(['doctor']);
  assert.equal([code, stdout], [0, '']);
  assert.match(stderr, /1 runs.*1 batches.*: 0 damaged\n$/);
});

test('exits with 1, and names each damaged file and row', async ({ at, data }) => {
  const [module = ''] = readdirSync(join(data, 'modules')).filter((name) => name.endsWith('.mjs'));
  writeFileSync(join(data, 'modules', module), `${readFileSync(join(data, 'modules', module), 'utf8')} `);
  const connection = await openConnection(join(data, 'specmill.sqlite'), { mode: 'write', busyMs: 1000 });
  await connection.exec("UPDATE runs SET options = replace(options, 'errorLimit', 'errorLimits')");
  await connection.close();
  const { code, stdout, stderr } = at.call(['doctor', '--data', data]);
  assert.is(code, 1);
  assert.match(stdout, /^damaged: runs, row 1: the request of the run [\w-]+ is damaged/);
  assert.ok(stdout.includes(`damaged: modules/${module}: `), stdout);
  assert.match(stderr, /: 2 damaged\n$/);
  const { findings } = JSON.parse(at.call(['doctor', '--data', data, '--json']).stdout) as { findings: unknown[] };
  assert.is(findings.length, 2);
});

test('a database that SQLite cannot read is damaged', ({ at, data }) => {
  writeFileSync(join(data, 'specmill.sqlite'), 'no database, but long enough for a header of SQLite'.repeat(400));
  for (const name of ['specmill.sqlite-wal', 'specmill.sqlite-shm']) rmSync(join(data, name), { force: true });
  const broken = at.call(['doctor']);
  assert.equal([broken.code, broken.stdout.includes('damaged: specmill.sqlite: ')], [1, true], broken.stderr);
});

test('exits with 3 for a folder that is missing, or that a process uses', async ({ at, data }) => {
  assert.is(at.call(['doctor', '--data', at.path('nowhere')]).code, 3);
  const lock = await lockFolder(data);
  const { code, stderr } = at.call(['doctor']);
  await lock.release();
  assert.is(code, 3);
  assert.match(stderr, /another specmill process uses the data folder/);
});

test.run();
