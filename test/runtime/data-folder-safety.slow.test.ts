import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  chmodSync,
  mkdirSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, formOf, ORDERS_CSV, ORDERS_YAML, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('the data folder is private and never mistaken for a new one');

test.before.each((context) => {
  context.at = createWorkplace({ hasOwnModules: true });
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after.each(({ at }) => at.remove());

async function publishOnce(at: Workplace): Promise<void> {
  const service = await startService(at);
  const body = formOf({ specId: 'orders', brokerTopic: 't', file: csvFile(ORDERS_CSV + 'd,1.00\n'.repeat(10_000)) });
  assert.is((await service.fetch('/transform/file-to-events', { method: 'POST', body })).status, 200);
  await service.stop();
}

/** Runs `serve` and waits until it exits, which it does only if it cannot start. */
async function failToServe(
  at: Workplace,
  flags: readonly string[] = [],
): Promise<{ code: number | null; stderr: string }> {
  const child = at.start(['serve', '--port', '0', ...flags]);
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stderr };
}

test('folders have mode 0700 and files 0600 whatever the umask, and git ignores them', async ({ at }) => {
  const before = process.umask(0);
  try {
    await publishOnce(at);
  } finally {
    process.umask(before);
  }
  const data = at.path('.data');
  assert.is(readFileSync(join(data, '.gitignore'), 'utf8'), '*\n');
  assert.is(statSync(data).mode & 0o777, 0o700);
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(data, name));
    assert.is(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, name);
  }
});

test('a data folder that other users can read is a warning at start', async ({ at }) => {
  mkdirSync(at.path('.data'));
  chmodSync(at.path('.data'), 0o755);
  const service = await startService(at);
  assert.match(service.stderr(), /data_folder_open_to_others/);
  await service.stop();
});

test('a missing specs folder prevents the start, and the message has its path', async ({ at }) => {
  const { code, stderr } = await failToServe(at, ['--specs', 'no-such-specs']);
  assert.is(code, 3);
  assert.match(stderr, /the specs folder .*no-such-specs does not exist/);
});

test('a data path that is a file prevents the start, and the message has the path', async ({ at }) => {
  writeFileSync(at.path('file'), 'text');
  const { code, stderr } = await failToServe(at, ['--data', 'file']);
  assert.is(code, 3);
  assert.match(stderr, /the data folder .*file is not a folder\. Name a folder with --data DIR/);
});

test('a specs path that is a file prevents the start, and the message does not call it missing', async ({ at }) => {
  writeFileSync(at.path('file'), 'text');
  const { code, stderr } = await failToServe(at, ['--specs', 'file']);
  assert.is(code, 3);
  assert.match(stderr, /the specs folder .*file is not a folder\. Name a folder with --specs DIR/);
});

for (const [what, spoil] of [
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => truncateSync(path)],
] as const) {
  test(`a ${what} database is not mistaken for a new folder, and spooled files remain`, async ({ at }) => {
    await publishOnce(at);
    const spooled = readdirSync(at.path('.data/spool'));
    assert.is(spooled.length, 1);
    spoil(at.path('.data/specmill.sqlite'));
    for (const rest of ['-wal', '-shm']) rmSync(at.path(`.data/specmill.sqlite${rest}`), { force: true });
    const { code, stderr } = await failToServe(at);
    assert.is(code, 3);
    assert.match(stderr, /specmill\.sqlite is missing or empty/);
    assert.equal(readdirSync(at.path('.data/spool')), spooled);
  });
}

test('a damaged database prevents the start, and nothing is deleted', async ({ at }) => {
  await publishOnce(at);
  const path = at.path('.data/specmill.sqlite');
  const bytes = readFileSync(path);
  // Everything after the first page; the header remains.
  bytes.fill(0xa5, 16_384);
  writeFileSync(path, bytes);
  const { code, stderr } = await failToServe(at);
  assert.is(code, 3);
  assert.match(stderr, /database .* is damaged/);
  assert.is(readdirSync(at.path('.data/spool')).length, 1);
});

test('a removed lock file does not admit a second service', async ({ at }) => {
  const service = await startService(at);
  rmSync(at.path('.data/lock.sqlite'));
  const { code, stderr } = await failToServe(at);
  assert.is(code, 3);
  assert.match(stderr, /another specmill process uses the data folder/);
  await service.stop();
  assert.ok(existsSync(at.path('.data')));
});

test.run();
