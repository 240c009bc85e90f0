import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOf } from '../../../runtime/state/registry/compile/module-cache.ts';
import { csvFile, formOf, ORDERS_CSV, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace }>('code in a planted module cache is never run');

test.before.each((context) => {
  context.at = createWorkplace({ hasOwnModules: true });
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('orders.csv', ORDERS_CSV);
  assert.is(context.at.call(['validate', '--spec', 'orders', 'orders.csv']).code, 1);
});
test.after.each(({ at }) => at.remove());

const modulesOf = (at: Workplace): string[] =>
  readdirSync(at.path('.data/modules')).map((name) => at.path(`.data/modules/${name}`));

/** Adds code to each cached module, with hashes that fit. Returns the hashes of the planted modules. */
function plant(at: Workplace): string[] {
  return modulesOf(at)
    .filter((path) => path.endsWith('.json'))
    .map((path) => {
      const file = JSON.parse(readFileSync(path, 'utf8')) as { entry?: string; hash?: string };
      const entry = (file.entry === undefined ? file : JSON.parse(file.entry)) as { hash: string };
      const hash = plantModule(at, at.path(`.data/modules/${entry.hash}.mjs`));
      const changed = { ...entry, hash };
      const text = file.entry === undefined ? changed : { ...file, entry: JSON.stringify(changed) };
      writeFileSync(path, JSON.stringify(text));
      return hash;
    });
}

function plantModule(at: Workplace, path: string): string {
  const esm = `import { writeFileSync as w } from 'node:fs'; w(${JSON.stringify(at.path('pwned'))}, '');\n${readFileSync(path, 'utf8')}`;
  writeFileSync(at.path(`.data/modules/${hashOf(esm)}.mjs`), esm);
  return hashOf(esm);
}

const isRun = (at: Workplace): boolean => existsSync(at.path('pwned'));

async function transform(service: Service): Promise<{ status: string; runId: string }> {
  const body = formOf({ specId: 'orders', brokerTopic: 't', file: csvFile(ORDERS_CSV) });
  const response = await service.fetch('/transform/file-to-events', { method: 'POST', body });
  assert.is(response.status, 200);
  return (await response.json()) as { status: string; runId: string };
}

/** Checks a dry run, a run and the texts of the module. */
async function checkService(at: Workplace, service: Service): Promise<void> {
  const body = formOf({ specId: 'orders', file: csvFile(ORDERS_CSV) });
  const dry = await service.fetch('/transform/validate', { method: 'POST', body });
  assert.is(dry.status, 200);
  assert.is(((await dry.json()) as { totalRecords: number }).totalRecords, 3);
  assert.is((await transform(service)).status, 'PARTIAL_SUCCESS');
  const [spec] = (await (await service.fetch('/specs')).json()) as { id: string }[];
  for (const as of ['esm', 'typescript', 'dts']) {
    const text = await service.fetch(`/specs/${spec?.id}/module?as=${as}`);
    assert.is(text.status, 200, as);
    assert.not.match(await text.text(), /pwned/);
  }
  assert.not(isRun(at));
}

for (const command of ['validate', 'test', 'transform'] as const) {
  test(`${command} compiles a planted module again`, ({ at }) => {
    plant(at);
    const operands = {
      validate: ['--spec', 'orders', 'orders.csv'],
      test: ['orders'],
      transform: ['--spec', 'orders', '--out', '-', 'orders.csv'],
    };
    at.call([command, ...operands[command]]);
    assert.not(isRun(at));
    // The second call finds what the first has stored.
    at.call([command, ...operands[command]]);
    assert.not(isRun(at));
  });
}

test('the service compiles a planted module again', async ({ at }) => {
  plant(at);
  const service = await startService(at);
  await checkService(at, service);
  await service.stop();
});

test('modules that are altered or removed under a running service are compiled again', async ({ at }) => {
  const service = await startService(at);
  await transform(service);
  for (const path of modulesOf(at)) writeFileSync(path, `/* pwned */ ${readFileSync(path, 'utf8')}`);
  await checkService(at, service);
  rmSync(at.path('.data/modules'), { recursive: true });
  await checkService(at, service);
  await service.stop();
});

test('a run reads its file again without its module, and with a planted one in its database', async ({ at }) => {
  let service = await startService(at);
  const { runId } = await transform(service);
  const errors = await (await service.fetch(`/runs/${runId}/errors`)).text();
  await service.stop();
  const esm = modulesOf(at).find((path) => path.endsWith('.mjs')) ?? '';
  const before = /([0-9a-f]{64})\.mjs$/.exec(esm)?.[1] ?? '';
  rmSync(esm);
  service = await startService(at);
  assert.is(await (await service.fetch(`/runs/${runId}/errors`)).text(), errors);
  await service.stop();
  const planted = plantModule(at, esm);
  await change(at, 'UPDATE runs SET module_hash = ?', [planted]);
  await change(at, 'UPDATE module_sources SET hash = ? WHERE hash = ?', [planted, before]);
  service = await startService(at);
  assert.is(await (await service.fetch(`/runs/${runId}/errors`)).text(), errors);
  await service.stop();
  assert.not(isRun(at));
});

test('without a place for the key, each call compiles, and runs still resume', async ({ at }) => {
  const env = { SPECMILL_STATE: '/proc/none' };
  plant(at);
  for (let call = 0; call < 2; call++)
    assert.is(at.call(['validate', '--spec', 'orders', 'orders.csv'], { env }).code, 1);
  const topic = at.call(['transform', '--spec', 'orders', '--topic', 't', 'orders.csv'], { env });
  assert.is(topic.code, 1, topic.stderr);
  assert.not(isRun(at));
});

async function change(at: Workplace, sql: string, params: string[]): Promise<void> {
  const database = new sqlite3.Database(join(at.folder, '.data/specmill.sqlite'));
  await new Promise<void>((resolve, reject) =>
    database.run(sql, params, (error) => (error === null ? resolve() : reject(error))),
  );
  await new Promise<void>((resolve) => database.close(() => resolve()));
}

test.run();
