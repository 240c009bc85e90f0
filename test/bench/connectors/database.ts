/** Measures writing into a table of PostgreSQL beside `\copy` of psql, and reading rows as CSV beside `\copy … TO`. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readRows } from '../../../runtime/connector/database/read-rows.ts';
import { claimChunks, compileModule, createTable, createTableRequest } from '../../servers/connectors/claims.ts';
import { startPostgres } from '../../servers/connectors/servers/postgresql.ts';
import { createDataFolder, openAll } from '../../runtime/data-folder.ts';

/** Seconds of Specmill and of psql for the same records. */
export interface DatabaseTimes {
  readonly title: string;
  readonly seconds: number;
  readonly peer: number;
}

/** Measures once with this number of records. `cache` is a folder for the file. Throws an Error if a run fails. */
export async function measureDatabase(records: number, cache: string): Promise<DatabaseTimes[]> {
  const file = join(cache, 'claims.csv');
  await pipeline(claimChunks(records), createWriteStream(file));
  const server = await startPostgres();
  const session = await server.connect();
  const { folder, remove } = createDataFolder();
  const all = await openAll(folder, { threads: 2, openDatabase: async () => server.settings });
  const module = await compileModule(folder);

  function copy(command: string): number {
    const { port, username, password, database } = server.settings;
    const started = performance.now();
    const { status, stderr } = spawnSync(
      'psql',
      ['-h', '127.0.0.1', '-p', String(port), '-U', username, database, '-c', command],
      { env: { ...process.env, PGPASSWORD: password }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return (performance.now() - started) / 1000;
  }

  async function write(table: string, key: string[] | null): Promise<number> {
    await createTable(session, { driver: 'postgresql', spec: module.spec, table, key });
    const request = await createTableRequest(folder, claimChunks(records), { module, table, key });
    const started = performance.now();
    const accepted = await all.runs.accept({ ...request, requestHash: table });
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    const { status } = await all.runs.finished(accepted.runId);
    if (status !== 'SUCCESS') throw new Error(status);
    return (performance.now() - started) / 1000;
  }

  try {
    await session.run(
      'CREATE TABLE copied (id text PRIMARY KEY, person text, pieces numeric, amount numeric, booked date, urgent boolean)',
    );
    const into = copy(`\\copy copied FROM '${file}' CSV HEADER`);
    const out = copy(`\\copy copied TO '/dev/null' CSV HEADER`);
    const withKey = await write('with_key', ['id']);
    const withId = await write('with_id', null);
    const started = performance.now();
    const selection = { kind: 'query', query: 'SELECT * FROM copied' } as const;
    for await (const _ of readRows(server.settings, { selection }));
    const read = (performance.now() - started) / 1000;
    return [
      { title: 'into a table with a key', seconds: withKey, peer: into },
      { title: 'into a table with ce_id', seconds: withId, peer: into },
      { title: 'rows as CSV', seconds: read, peer: out },
    ];
  } finally {
    await all.close();
    await session.close();
    await server.close();
    remove();
    rmSync(file);
  }
}
