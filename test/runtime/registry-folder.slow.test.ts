import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS,
  ORDERS_CSV,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

interface Ready {
  status: string;
  specs: {
    git: {
      state: string;
      since: string;
      specs: number;
      newer: {
        state: string | null;
        problems: { file: string | null; diagnostics: { code: string; message: string }[] }[];
      } | null;
    };
    api: number;
  };
}

const test = suite<{ at: Workplace }>('the folder of the specs');
const GIT = gitSpecId('orders');

test.before.each((context) => {
  context.at = createWorkplace();
});
test.after.each(({ at }) => at.remove());

const gitOf = async (service: Service) => ((await (await service.fetch('//health/ready')).json()) as Ready).specs.git;
const namesOf = async (service: Service) =>
  ((await (await service.fetch('/specs')).json()) as { name: string }[]).map(({ name }) => name);
const specNamed = (name: string, description = 'x') =>
  ORDERS_YAML.replace('orders', name).replace('format', `description: ${description}\nformat`);
const errorsOf = async (service: Service): Promise<number> => {
  const response = await service.fetch('/transform/validate', {
    method: 'POST',
    body: formOf({ specId: GIT, file: csvFile(ORDERS_CSV) }),
  });
  assert.is(response.status, 200, await response.clone().text());
  return ((await response.json()) as ProcessingResult).errorRecords;
};

test('a broken push is reported while the old state serves; its fix replaces it; no request fails', async ({ at }) => {
  at.write('specs/orders.yaml', ORDERS_YAML);
  at.write('specs/others.yaml', specNamed('others'));
  const service = await startService(at);
  const before = await gitOf(service);
  const load = startLoad(service);
  await load.some();
  at.write('specs/orders.yaml', `${ORDERS_YAML}colour: red\n`);
  at.write('specs/others.yaml', specNamed('others', 'changed'));
  await eventually(async () => (await gitOf(service)).newer !== null);
  const broken = await gitOf(service);
  assert.equal([broken.state, broken.since, broken.specs], [before.state, before.since, 2]);
  assert.equal(
    broken.newer?.problems.map(({ file, diagnostics }) => [file, diagnostics.map(({ code }) => code)]),
    [['orders.yaml', ['unknown_key']]],
  );
  assert.is.not(broken.newer?.state, before.state);
  await load.some();
  // All or nothing: the valid half of the broken state is not served.
  assert.not.match(await (await service.fetch(`/specs/${gitSpecId('others')}`)).text(), /changed/);
  at.write('specs/orders.yaml', ORDERS_YAML.replace('"0.01"', '"-1"'));
  await eventually(async () => (await gitOf(service)).newer === null);
  assert.is.not((await gitOf(service)).state, before.state);
  await load.some();
  assert.is(await errorsOf(service), 1);
  assert.match(await (await service.fetch(`/specs/${gitSpecId('others')}`)).text(), /changed/);
  const { requests, errorRecords } = await load.end();
  assert.ok(requests > 20, String(requests));
  assert.equal([...errorRecords].sort(), [1, 2]);
  await service.stop();
});

test('reverting a broken state clears the report', async ({ at }) => {
  at.write('specs/orders.yaml', ORDERS_YAML);
  const service = await startService(at);
  const { state } = await gitOf(service);
  at.write('specs/orders.yaml', 'name: [');
  await eventually(async () => (await gitOf(service)).newer !== null);
  at.write('specs/orders.yaml', ORDERS_YAML);
  await eventually(async () => (await gitOf(service)).newer === null);
  assert.is((await gitOf(service)).state, state);
  await service.stop();
});

test('editors that write by rename, files that appear and disappear, a replaced folder', async ({ at }) => {
  at.write('specs/orders.yaml', ORDERS_YAML);
  const service = await startService(at);
  writeFileSync(at.path('specs/.orders.yaml.swp'), 'half');
  writeFileSync(at.path('specs/4913'), '');
  writeFileSync(at.path('specs/orders.yaml~'), specNamed('orders', 'renamed'));
  renameSync(at.path('specs/orders.yaml~'), at.path('specs/orders.yaml'));
  await eventually(async () => /renamed/.test(await (await service.fetch(`/specs/${GIT}`)).text()));
  at.write('specs/new.json', JSON.stringify({ ...ORDERS, name: 'new' }));
  await eventually(async () => (await namesOf(service)).join() === 'new,orders');
  rmSync(at.path('specs/new.json'));
  await eventually(async () => (await namesOf(service)).join() === 'orders');
  at.write('specs-2/fresh.yaml', specNamed('fresh'));
  renameSync(at.path('specs'), at.path('specs-1'));
  await eventually(async () => (await gitOf(service)).newer?.problems[0]?.diagnostics[0]?.code === 'no_folder');
  assert.equal(await namesOf(service), ['orders']);
  renameSync(at.path('specs-2'), at.path('specs'));
  await eventually(async () => (await namesOf(service)).join() === 'fresh');
  at.write('specs/fresh.yaml', specNamed('fresh', 'again'));
  await eventually(async () => /again/.test(await (await service.fetch(`/specs/${gitSpecId('fresh')}`)).text()));
  await service.stop();
});

test('a checkout that changes many files is one change', async ({ at }) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example', ...args], {
      cwd: at.folder,
      stdio: 'pipe',
    });
  const names = Array.from({ length: 6 }, (_, i) => `spec-${i}`);
  git('init', '-q');
  for (const name of names) at.write(`specs/${name}.yaml`, specNamed(name, 'one'));
  git('add', 'specs');
  git('commit', '-qm', 'one');
  for (const name of names) at.write(`specs/${name}.yaml`, specNamed(name, 'two'));
  git('commit', '-qam', 'two');
  const service = await startService(at);
  const seen = new Set<string>();
  const watching = setInterval(async () => {
    const all = (await (await service.fetch('/specs')).json()) as { description: string }[];
    seen.add(all.map(({ description }) => description).join());
  }, 20);
  git('checkout', '-q', 'HEAD~1');
  await eventually(async () => [...seen].some((one) => one.startsWith('one')));
  clearInterval(watching);
  assert.equal([...seen].sort(), [Array(6).fill('one').join(), Array(6).fill('two').join()]);
  await service.stop();
});

test('a name that the API already uses is a broken state until the name is free', async ({ at }) => {
  at.write('specs/orders.yaml', ORDERS_YAML);
  const service = await startService(at);
  const { id } = (await (await service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'mine' }))).json()) as {
    id: string;
  };
  at.write('specs/mine.yaml', specNamed('mine'));
  await eventually(async () => (await gitOf(service)).newer?.problems[0]?.diagnostics[0]?.code === 'name_taken');
  assert.equal(await namesOf(service), ['mine', 'orders']);
  assert.is((await service.fetch(`/specs/${id}`, { method: 'DELETE' })).status, 204);
  await eventually(async () => (await gitOf(service)).newer === null);
  assert.is((await service.fetch(`/specs/${gitSpecId('mine')}`)).status, 200);
  await service.stop();
});

test('a start over a broken folder serves the last good state', async ({ at }) => {
  at.write('specs/orders.yaml', ORDERS_YAML);
  const first = await startService(at);
  const { state } = await gitOf(first);
  await first.stop();
  at.write('specs/orders.yaml', 'name: [');
  at.write('specs/unreadable.yaml', new Uint8Array([0xff]));
  const second = await startService(at);
  const git = await gitOf(second);
  assert.equal(
    [git.state, git.newer?.problems.map(({ file, diagnostics }) => [file, diagnostics[0]?.code])],
    [
      state,
      [
        ['unreadable.yaml', 'unreadable'],
        ['orders.yaml', 'invalid_yaml'],
      ],
    ],
  );
  assert.is(await errorsOf(second), 2);
  await second.stop();
});

test('a first start over a broken folder exits with 1 and reports the errors', ({ at }) => {
  rmSync(at.path('.data'), { recursive: true });
  at.write('specs/orders.yaml', `${ORDERS_YAML}colour: red\n`);
  const { code, stdout, stderr } = at.call(['serve', '--port', '0']);
  assert.equal([code, stdout], [1, '']);
  assert.match(stderr, /^orders\.yaml:9:1 unknown_key: /);
  assert.not.match(stderr, /\n\s+at |\.ts:/);
});

test('an empty folder holds no specs; a folder removed at run time is reported', async ({ at }) => {
  mkdirSync(at.path('specs'));
  const service = await startService(at);
  assert.equal(await namesOf(service), []);
  rmSync(at.path('specs'), { recursive: true });
  await eventually(async () => (await gitOf(service)).newer?.problems[0]?.diagnostics[0]?.code === 'no_folder');
  at.write('specs/orders.yaml', ORDERS_YAML);
  await eventually(async () => (await namesOf(service)).join() === 'orders');
  await service.stop();
});

test('specs of the API survive a restart with their versions; missing modules are compiled again', async ({ at }) => {
  // Not the shared modules, because it removes them.
  rmSync(at.path('.data'), { recursive: true });
  mkdirSync(at.path('specs'));
  const first = await startService(at);
  const made = (await (await first.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'mine' }))).json()) as {
    id: string;
    revision: number;
  };
  await first.fetch(`/specs/${made.id}`, jsonInit('PUT', { ...made, description: 'second' }));
  const stored = await (await first.fetch(`/specs/${made.id}`)).json();
  const text = await (await first.fetch(`/specs/${made.id}/module`)).text();
  await first.stop();
  for (const file of readdirSync(at.path('.data/modules'))) rmSync(at.path(`.data/modules/${file}`));
  const second = await startService(at);
  assert.equal(await (await second.fetch(`/specs/${made.id}`)).json(), stored);
  assert.is(await (await second.fetch(`/specs/${made.id}/module`)).text(), text);
  for (const file of readdirSync(at.path('.data/modules')).filter((name) => name.endsWith('.ts')))
    rmSync(at.path(`.data/modules/${file}`));
  assert.is(await (await second.fetch(`/specs/${made.id}/module`)).text(), text);
  await problemOf(await second.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'mine' })), 409, 'name_taken');
  // A folder without specs is a valid state, so it is stored as the last good one.
  assert.ok(existsSync(at.path('.data/specs-in-git.json')));
  await second.stop();
});

/** Sends dry runs and GETs without a pause. The first failure fails the test. */
function startLoad(service: Service) {
  let requests = 0;
  let isOver = false;
  const errorRecords = new Set<number>();
  const worker = async () => {
    while (!isOver) {
      errorRecords.add(await errorsOf(service));
      for (const path of ['/specs', `/specs/${GIT}`, `/specs/${GIT}/module?as=esm`])
        assert.is((await service.fetch(path)).status, 200);
      requests++;
    }
  };
  const workers = Promise.all([worker(), worker(), worker()]);
  workers.catch(() => {});
  return {
    some: () => Promise.race([workers, eventuallyMore(() => requests)]),
    async end() {
      isOver = true;
      await workers;
      return { requests, errorRecords };
    },
  };
}

function eventuallyMore(count: () => number): Promise<void> {
  const enough = count() + 10;
  return eventually(() => count() >= enough);
}

test.run();
