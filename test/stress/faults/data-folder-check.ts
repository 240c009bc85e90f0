import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Connection } from '../../../runtime/state/store/engine/connection.ts';
import { openConnection } from '../../../runtime/state/store/sqlite/open-connection.ts';

const DATABASES = ['specmill.sqlite', 'keys.sqlite'];
/** Files and folders of a data folder that belong to the service itself. */
const OWN = new Set([
  ...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  ...['lock.sqlite', 'messages', 'modules', 'spool', 'reserve', 'specs-in-git.json', '.gitignore'],
]);

/** Checks the databases of a data folder: SQLite finds no damage in them. */
export async function checkDatabases(data: string): Promise<void> {
  for (const name of DATABASES) {
    // A killed command can leave a journal. Only a connection that writes can undo what is in it.
    const connection = await openConnection(join(data, name), { mode: 'write', busyMs: 60_000 });
    assert.equal(await connection.all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }], name);
    assert.equal(await connection.all('PRAGMA foreign_key_check'), [], name);
    // SQLite keeps a journal that was empty when its command was killed. The next transaction uses and removes it.
    const [{ user_version: version } = { user_version: 0 }] = await connection.all<{ user_version: number }>(
      'PRAGMA user_version',
    );
    await connection.exec(`PRAGMA user_version = ${version}`);
    await connection.close();
  }
}

/** Checks that each file of a data folder belongs to the service or to one of its runs. No service may be running. */
export async function checkOwners(data: string): Promise<void> {
  const connection = await openConnection(join(data, 'specmill.sqlite'), { mode: 'read', busyMs: 60_000 });
  const runs = await connection.all<{ spool_name: string }>('SELECT spool_name FROM runs WHERE spool_name IS NOT NULL');
  const small = await connection.all<{ name: string }>('SELECT name FROM small_files');
  await checkMessageFiles(data, connection);
  await connection.close();
  assert.equal(
    [...namesIn(join(data, 'spool')), ...small.map(({ name }) => name)].sort(),
    runs.map((run) => run.spool_name).sort(),
  );
  assert.equal(
    readdirSync(data).filter((name) => !OWN.has(name)),
    [],
  );
}

/** Checks that all batches are inside of their message files, and that each such file is one of a run. */
async function checkMessageFiles(data: string, connection: Connection): Promise<void> {
  const folder = join(data, 'messages');
  const places = await connection.all<{ file: string; end: number }>(
    `SELECT value_file AS file, max(value_position + value_length + details_length) AS end
       FROM batch_contents WHERE value_file IS NOT NULL GROUP BY value_file`,
  );
  for (const { file, end } of places) assert.ok(end <= statSync(join(folder, file)).size, file);
  const runs = new Set(
    (await connection.all<{ number: number }>('SELECT number FROM runs')).map(({ number }) => number),
  );
  const files = namesIn(folder);
  assert.equal(
    files.filter((name) => !runs.has(Number(name.split('-')[0]))),
    [],
  );
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
