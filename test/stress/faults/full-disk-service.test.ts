/**
 * A service whose disk is full: 507 for each request that stores something, nothing is half done, and the same request
 * succeeds once there is room. Mounting needs root. Without it the test is skipped, and fails in CI.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS,
  ORDERS_CSV,
  ORDERS_YAML,
  type Service,
  startService,
} from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';
import { checkDatabases } from './data-folder-check.ts';
import { mountDisk } from './small-disk.ts';

const test = suite('a service on a full disk');
const canMount = mountDisk();
canMount?.remove();
const check = skipIf(canMount === null ? 'only root can mount a tmpfs' : null, test);

const form = (parts: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: formOf({ specId: 'orders', ...parts, file: csvFile(ORDERS_CSV + 'd,1.00\n'.repeat(60_000)) }),
});
const large = 'x'.repeat(10_000);

/** Requests that store something, each under a name of its own. */
const WRITES: Readonly<Record<string, (index: number) => readonly [path: string, init: RequestInit]>> = {
  'a spec': (index) => ['/specs', jsonInit('POST', { ...ORDERS, name: `s${index}`, description: large })],
  'a run': (index) => ['/transform/file-to-events', form({ brokerTopic: `t${index}`, skipInvalidRecords: 'true' })],
  'a dry run': () => ['/transform/validate', form({})],
  'a credential': (index) => [
    '/credentials',
    jsonInit('POST', {
      name: `c${index}`,
      type: 'PASSWORD',
      secret: large.slice(0, 4000),
      metadata: { username: 'u' },
    }),
  ],
  'an integration': (index) => ['/integrations', jsonInit('POST', localFolder(`i${index}`))],
  'a job': (index) => [
    '/jobs',
    jsonInit('POST', {
      name: `j${index}`,
      source: { integration: 'inbox', pattern: `${index}-${large.slice(0, 200)}*` },
      spec: 'orders',
      schedule: { every: '24h' },
      to: { topic: 'jobs' },
    }),
  ],
};

const localFolder = (name: string) => ({ name, type: 'LOCAL_FS', config: { root: '/tmp' } });

check('each write is 507, and succeeds once there is room', async () => {
  const disk = mountDisk();
  if (disk === null) return assert.unreachable('the disk was mounted before');
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  let started: Service | null = null;
  try {
    const service = await startService(at, [
      '--data',
      disk.folder,
      '--threads',
      '1',
      '--min-free-bytes',
      '0',
      '--local-roots',
      '/tmp',
    ]);
    started = service;
    assert.is((await service.fetch('/integrations', jsonInit('POST', localFolder('inbox')))).status, 201);
    for (const [what, create] of Object.entries(WRITES)) {
      disk.fill(0);
      let refused = 0;
      // A small row may still fit into a free page of the database.
      for (let index = 0; refused === 0 && index < 300; index++) {
        const [path, init] = create(index);
        const response = await service.fetch(path, init);
        const text = await response.text();
        if (response.status < 300) continue;
        refused++;
        // A run that was accepted may pause instead.
        assert.ok(response.status === 507 || text.includes('"run_paused"'), `${what}: ${response.status} ${text}`);
      }
      assert.is(refused, 1, `${what} is refused on a full disk`);
      assert.is((await service.fetch('//health/live')).status, 200);
      assert.ok((await service.fetch('/runs')).ok, 'what is stored can be read');
      disk.free();
      const [path, init] = create(1000);
      await eventually(async () => (await service.fetch(path, init)).status < 300);
    }
    await eventually(async () => {
      const runs = (await (await service.fetch('/runs?limit=1000')).json()) as { status: string }[];
      return runs.every(({ status }) => status === 'PARTIAL_SUCCESS' || status === 'SUCCESS');
    });
    await service.stop();
    await checkDatabases(disk.folder);
  } finally {
    started?.signal('SIGKILL');
    await started?.exited;
    at.remove();
    disk.remove();
  }
});

check('a key that finds no room is not stored, and the next one is', async () => {
  const disk = mountDisk();
  if (disk === null) return assert.unreachable('the disk was mounted before');
  const at = createWorkplace();
  const add = (index: number) =>
    at.call(['keys', 'add', `k${index}`, '--scope', 'read', '--topics', large.slice(0, 200), '--data', disk.folder]);
  try {
    assert.is(add(0).code, 0);
    disk.fill(0);
    let index = 1;
    let refused = add(index);
    // A small row may still fit into a free page of the database.
    while (refused.code === 0 && index < 100) refused = add(++index);
    assert.is(refused.code, 3);
    assert.match(refused.stderr, /no space left on the device of the data folder/);
    disk.free();
    assert.is(add(index).code, 0, 'the refused key was not stored');
    const listed = at.call(['keys', 'list', '--json', '--data', disk.folder]);
    const names = (JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => name);
    assert.equal(names.sort(), Array.from({ length: index + 1 }, (_, each) => `k${each}`).sort());
  } finally {
    at.remove();
    disk.remove();
  }
});

const UNIQUE_YAML = `name: unique
format: CSV
recordTypes:
  - name: row
    fields:
      - { name: reference, type: STRING, required: true }
fileRules:
  - { ruleId: once, ruleType: UNIQUE, of: [row.reference] }
`;

check('keys of UNIQUE rules that find no room pause the run, and it ends when there is room', async () => {
  const disk = mountDisk();
  if (disk === null) return assert.unreachable('the disk was mounted before');
  const at = createWorkplace();
  at.write('specs/unique.yaml', UNIQUE_YAML);
  const records = 150_000;
  const lines = Array.from({ length: records }, (_, index) => `reference-${index}`);
  const send = (path: string, parts: Record<string, string>): readonly [string, RequestInit] => [
    path,
    { method: 'POST', body: formOf({ specId: 'unique', ...parts, file: csvFile(['reference', ...lines].join('\n')) }) },
  ];
  const settings = ['--data', disk.folder, '--threads', '1', '--min-free-bytes', '0'];
  const service = await startService(at, settings);
  try {
    // The file fits. Its keys need 6 MB more.
    disk.fill(5_000_000);
    const dryRun = await service.fetch(...send('/transform/validate', {}));
    assert.is(dryRun.status, 507, await dryRun.text());
    const accepted = await service.fetch(
      ...send('/transform/file-to-events', { brokerTopic: 'u', skipInvalidRecords: 'true' }),
    );
    const runId =
      accepted.headers.get('location')?.split('/').at(-1) ??
      assert.unreachable(`${accepted.status} ${await accepted.text()}`);
    const statusOf = async () => (await (await service.fetch(`/runs/${runId}`)).json()) as Record<string, unknown>;
    await eventually(async () => (await statusOf())['status'] === 'PAUSED');
    disk.free();
    await eventually(async () => (await statusOf())['status'] === 'SUCCESS');
    assert.is((await statusOf())['publishedRecords'], records);
  } finally {
    await service.stop();
    at.remove();
    disk.remove();
  }
});

test.run();
