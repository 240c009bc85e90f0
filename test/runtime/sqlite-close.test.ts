import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';

/** More texts of statements than a connection keeps compiled. */
const STATEMENTS = 150;

async function inFolder(check: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-sqlite-'));
  try {
    await check(join(folder, 'test.sqlite'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a connection closes while statements are in progress, and they end', () =>
  inFolder(async (path) => {
    const connection = await openConnection(path, { mode: 'write', busyMs: 100 });
    await connection.exec('CREATE TABLE texts (text TEXT)');
    const large = 'x'.repeat(100_000);
    const writes = Array.from({ length: STATEMENTS }, (_, index) => [
      connection.run(`INSERT INTO texts /* ${index} */ VALUES (?)`, [large]),
      connection.run(`INSERT INTO texts /* small ${index} */ VALUES (?)`, ['y']),
    ]).flat();
    await connection.close();
    await Promise.all(writes);
    const again = await openConnection(path, { mode: 'read', busyMs: 100 });
    assert.equal(await again.all('SELECT count(*) AS count FROM texts'), [{ count: 2 * STATEMENTS }]);
    await again.close();
  }));

test('a connection closes while a statement is in progress that is not kept', () =>
  inFolder(async (path) => {
    const connection = await openConnection(path, { mode: 'write', busyMs: 100 });
    await connection.exec('CREATE TABLE texts (text TEXT)');
    const write = connection.run('INSERT INTO texts VALUES (?)', ['x'.repeat(100_000)]);
    await connection.close();
    assert.is((await write).changes, 1);
  }));

test('a connection closes while statements begin', () =>
  inFolder(async (path) => {
    const connection = await openConnection(path, { mode: 'write', busyMs: 100 });
    await connection.exec('CREATE TABLE texts (text TEXT)');
    let begun = 0;
    let isClosed = false;
    const begin = async (): Promise<void> => {
      while (!isClosed) await connection.run(`INSERT INTO texts /* ${++begun} */ VALUES (?)`, ['y']);
    };
    const ends = Promise.allSettled([begin(), begin(), begin()]);
    setTimeout(() => (isClosed = true), 200);
    await connection.close();
    await ends;
    assert.ok(begun > 3);
  }));

test('a statement after the end is an error', () =>
  inFolder(async (path) => {
    const connection = await openConnection(path, { mode: 'write', busyMs: 100 });
    await connection.close();
    const error = await connection.all('SELECT 1').then(
      () => null,
      ({ message }: Error) => message,
    );
    assert.match(String(error), 'SQLITE_MISUSE');
  }));

test.run();
