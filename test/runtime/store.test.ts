import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';
import { migrate } from '../../runtime/state/store/sqlite/migrate.ts';
import { MIGRATED_JOBS, OLD_JOBS, STEPS_BEFORE_DEFAULTS } from '../support/old-jobs.ts';
import { openStoreReader } from '../../runtime/state/store/open-store-reader.ts';
import { openStore } from '../../runtime/state/store/open-store.ts';
import { createWriter } from '../../runtime/state/store/engine/writer.ts';
import { collect, createDataFolder, rejectionOf } from './data-folder.ts';

const test = suite<{ folder: string; remove(): void }>('the store');
test.before.each((context) => void Object.assign(context, createDataFolder()));
test.after.each(({ remove }) => remove());

test('a folder is opened by one process; a second one gets an error that names the first', async ({ folder }) => {
  const store = await openStore(folder);
  const error = await rejectionOf(openStore(folder));
  assert.is(error.name, 'DataFolderLocked');
  assert.match(error.message, folder);
  await store.close();
  await (await openStore(folder)).close();
});

test('the lock excludes other processes and ends with its process', async ({ folder }) => {
  const script = join(folder, 'hold.ts');
  const storeUrl = new URL('../../runtime/state/store/open-store.ts', import.meta.url).href;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    script,
    `import { openStore } from ${JSON.stringify(storeUrl)};\nawait openStore(process.argv[2] ?? '');\nconsole.log('held');\nsetInterval(() => {}, 1000);\n`,
  );
  const data = join(folder, 'data');
  const holder = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  assert.is((await rejectionOf(openStore(data))).name, 'DataFolderLocked');
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('exit', resolve));
  await (await openStore(data)).close();
});

test('a database of a newer version is left unchanged', async ({ folder }) => {
  await (await openStore(folder)).close();
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 0 });
  await connection.exec('PRAGMA user_version = 99');
  await connection.close();
  assert.is((await rejectionOf(openStore(folder))).name, 'UnknownDataFolder');
  assert.is((await rejectionOf(openStoreReader(folder))).name, 'UnknownDataFolder');
});

test('a reader reports a database of an older version, and a writer upgrades it', async ({ folder }) => {
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 0 });
  await migrate(connection, 2);
  await connection.close();
  assert.is((await rejectionOf(openStoreReader(folder))).name, 'OutdatedDataFolder');
  await (await openStore(folder)).close();
  await (await openStoreReader(folder)).close();
});

test('stored jobs of an older version get the defaults that they had, and keep what they set', async ({ folder }) => {
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 0 });
  // The tables before the step that writes the defaults.
  await migrate(connection, STEPS_BEFORE_DEFAULTS);
  for (const [id, body] of Object.entries(OLD_JOBS))
    await connection.run('INSERT INTO jobs (id, name, body, created_at, updated_at) VALUES (?, ?, ?, 1, 1)', [
      ...[id, id, JSON.stringify(body)],
    ]);
  await connection.close();
  const store = await openStore(folder);
  const jobs = await store.jobs.definitions.list();
  await store.close();
  assert.equal(Object.fromEntries(jobs.map(({ id, body }) => [id, JSON.parse(body)])), MIGRATED_JOBS);
});

test('an empty folder is read as an empty store and stays unchanged', async ({ folder }) => {
  for (const data of [folder, join(folder, 'no')]) {
    const reader = await openStoreReader(data);
    assert.equal(
      [
        await reader.topics.list(),
        await reader.topics.find('t'),
        await collect(reader.topics.messages('t', { from: 0, limit: 1 })),
      ],
      [[], null, []],
    );
    await reader.close();
  }
  assert.not(existsSync(join(folder, 'no')));
});

test('a path that is not a folder fails with the error of the system', async ({ folder }) => {
  writeFileSync(join(folder, 'file'), '');
  assert.ok(
    ['EEXIST', 'ENOTDIR'].includes(
      ((await rejectionOf(openStore(join(folder, 'file')))) as NodeJS.ErrnoException).code ?? '',
    ),
  );
  mkdirSync(join(folder, 'data/specmill.sqlite'), { recursive: true });
  assert.match((await rejectionOf(openStore(join(folder, 'data')))).message, /EISDIR|SQLITE_CANTOPEN/);
  // The failed attempt released the lock.
  assert.match((await rejectionOf(openStore(join(folder, 'data')))).message, /EISDIR|SQLITE_CANTOPEN/);
});

test('transactions do not interleave: each is complete or absent, whatever is read meanwhile', async ({ folder }) => {
  const path = join(folder, 'w.sqlite');
  const writer = createWriter(await openConnection(path, { mode: 'write', busyMs: 0 }));
  await writer.transaction((connection) =>
    connection.exec('CREATE TABLE n (id INTEGER PRIMARY KEY, count INTEGER); INSERT INTO n VALUES (1, 0)'),
  );
  const add = (fails: boolean) =>
    writer.transaction(async (connection) => {
      const [row] = await connection.all<{ count: number }>('SELECT count FROM n');
      await connection.run('UPDATE n SET count = ?', [(row?.count ?? 0) + 1]);
      await new Promise((resolve) => setImmediate(resolve));
      if (fails) throw new Error('changed its mind');
    });
  const all = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => add(index % 3 === 0)));
  assert.is(all.filter(({ status }) => status === 'rejected').length, 20);
  const [row] = await writer.transaction((connection) => connection.all<{ count: number }>('SELECT count FROM n'));
  assert.is(row?.count, 40);
  await writer.close();
});

test('a reader sees committed data without waiting for the writer', async ({ folder }) => {
  const path = join(folder, 'w.sqlite');
  const connection = await openConnection(path, { mode: 'write', busyMs: 0 });
  await connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE n (count INTEGER)');
  const writer = createWriter(connection);
  const reader = await openConnection(path, { mode: 'read', busyMs: 0 });
  const count = async () => (await reader.all<{ count: number }>('SELECT count(*) AS count FROM n'))[0]?.count;
  await writer.transaction(async (writing) => {
    await writing.run('INSERT INTO n VALUES (1)');
    assert.is(await count(), 0);
  });
  assert.is(await count(), 1);
  assert.match((await rejectionOf(reader.run('INSERT INTO n VALUES (2)'))).message, /readonly/);
  await reader.close();
  await writer.close();
});

test.run();
