/**
 * A job writes a file into a table of a real database, while the service is killed. The number of records is
 * SPECMILL_RECORDS, by default 100,000; with SPECMILL_LONG 1,000,000.
 */
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as assert from 'uvu/assert';
import type { DatabaseDriver } from '../../../runtime/base/database/settings.ts';
import type { Session } from '../../../runtime/base/database/session.ts';
import type { FileView } from '../../../runtime/jobs/job-view.ts';
import { eventually, jsonInit, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { claimChunks, claimOf, compileModule, createTable, SPEC } from './claims.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';
import { type LimitedRelay, startLimitedRelay } from './servers/server-process.ts';

const isLong = Boolean(process.env['SPECMILL_LONG']);
const RECORDS = Number(process.env['SPECMILL_RECORDS'] ?? (isLong ? 1_000_000 : 100_000));
/**
 * The services that are killed, each after it has sent this number of bytes: within its first transaction, or after it.
 * A transaction has about 4 MiB. Every other one is killed before it has the answer to a COMMIT. With the transactions,
 * this is less than the file, so that each service has something to write.
 */
const KILLS = isLong ? [1e6, 6e6, 12e6, 2e6, 5e6, 9e6, 1e5, 7e6, 3e6, 5e6] : [1e6, 1e5, 3e6, 1e6];
/** Longer than this is a hang, even on a busy machine. */
const HANGS_MS = isLong ? 30 * 60_000 : 10 * 60_000;

await testDatabases('a job into a table, killed', ({ driver, test }) => {
  test(`a file of ${RECORDS} records, killed ${KILLS.length} times: the table equals the file`, async (server) => {
    const at = createWorkplace();
    const session = await server.connect();
    const begin = performance.now();
    try {
      await prepare(at, session, driver);
      const counts = await killEach(at, server, session);
      // The first service has committed nothing. The second one has committed, and does not know it.
      assert.ok(counts[0] === 0 && (counts[1] ?? 0) > 0, counts.join());
      await checkRows(session, driver);
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      console.log(`\nnote: ${counts.join(', ')} rows after each kill, ${RECORDS} at the end, after ${seconds} s`);
    } finally {
      await session.close();
      at.remove();
    }
  });
});

/** Creates the spec, the file and the empty table. */
async function prepare(at: Workplace, session: Session, driver: DatabaseDriver): Promise<void> {
  at.write('specs/claims.yaml', SPEC);
  mkdirSync(at.path('files'));
  await pipeline(claimChunks(RECORDS), createWriteStream(at.path('files/claims.csv')));
  const { spec } = await compileModule(at.path('.data'));
  await createTable(session, { driver, spec, table: 'killed', key: null });
}

/** Kills each service, and lets the last one complete the job. Returns the number of rows after each kill. */
async function killEach(at: Workplace, server: DatabaseServer, session: Session): Promise<number[]> {
  const counts: number[] = [];
  let port = 0;
  for (const [index, maxBytes] of [...KILLS, Infinity].entries()) {
    const losesAnswer = index % 2 === 1;
    const relay: LimitedRelay = await startLimitedRelay(server.port, { maxBytes, losesAnswer, port });
    const service = await start(at);
    if (port === 0) await createJob(service, { at, server, port: relay.port });
    port = relay.port;
    if (maxBytes === Infinity) {
      await eventually(async () => (await filesOf(service)).some(({ state }) => state === 'done'), HANGS_MS);
      await checkLedger(service, at);
      await service.stop();
    } else {
      // The relay forwards nothing more, so the service cannot finish before it is killed.
      await relay.reached;
      service.signal('SIGKILL');
      assert.is(await service.exited, null, service.stderr());
    }
    await relay.close();
    if (maxBytes < Infinity) counts.push(await countRows(session));
  }
  return counts;
}

const start = (at: Workplace): Promise<Service> =>
  startService(at, ['--integration-hosts', '127.0.0.1', '--local-roots', at.path('files'), '--threads', '2']);

async function createJob(
  service: Service,
  { at, server, port }: { at: Workplace; server: DatabaseServer; port: number },
): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const response = await service.fetch(path, jsonInit('POST', body));
    assert.is(response.status, 201, await response.text());
  };
  const { driver, host, database, username, password } = server.settings;
  await post('/credentials', { name: 'key', type: 'PASSWORD', secret: { password }, metadata: { username } });
  const config = { driver, host, port, database };
  await post('/integrations', { name: 'database', type: 'DATABASE', credentialId: 'key', config });
  await post('/integrations', { name: 'folder', type: 'LOCAL_FS', config: { root: at.path('files') } });
  await post('/jobs', {
    name: 'claims',
    source: { integration: 'folder', path: '/', pattern: '*.csv' },
    spec: 'claims',
    schedule: { every: '1s' },
    ready: { unchangedFor: '0s', minAge: '0s' },
    to: { integration: 'database', table: 'killed' },
    then: { done: { move: 'archive/{name}' } },
  });
}

const filesOf = async (service: Service): Promise<FileView[]> =>
  (await (await service.fetch('/jobs/claims/files')).json()) as FileView[];

/** Throws unless the file was read by one run, which published all of its records, and is in the archive. */
async function checkLedger(service: Service, at: Workplace): Promise<void> {
  const files = await filesOf(service);
  const runs = (await (await service.fetch('/runs')).json()) as Record<string, unknown>[];
  assert.equal(
    files.map(({ location, runId }) => ({ location, runId })),
    [{ location: 'archive/claims.csv', runId: runs[0]?.['runId'] }],
  );
  assert.equal(
    runs.map(({ status, processedRecords }) => ({ status, processedRecords })),
    [{ status: 'SUCCESS', processedRecords: RECORDS }],
  );
  assert.ok(existsSync(at.path('files/archive/claims.csv')));
}

async function countRows(session: Session): Promise<number> {
  const [row] = await session.rows<{ n: string | number }>('SELECT count(*) AS n FROM killed');
  return Number(row?.n);
}

/** Compares every row with the line of its record. */
async function checkRows(session: Session, driver: DatabaseDriver): Promise<void> {
  assert.is(await countRows(session), RECORDS);
  const number = driver === 'postgresql' ? 'substring(id FROM 2)::int' : 'CAST(substring(id, 2) AS UNSIGNED)';
  for (let from = 1; from <= RECORDS; from += 50_000) {
    const page = await session.rows<Record<string, string | number | boolean>>(
      `SELECT id, person, CAST(pieces AS CHAR(20)) AS pieces, CAST(amount AS CHAR(60)) AS amount, CAST(booked AS CHAR(20)) AS booked, urgent, ce_id
       FROM killed WHERE ${number} BETWEEN ${from} AND ${from + 49_999} ORDER BY ${number}`,
    );
    assert.is(page.length, Math.min(50_000, RECORDS - from + 1));
    page.forEach((row, index) => {
      const [id, person, pieces, amount, booked, urgent] = claimOf(from + index).split(',');
      const same =
        row['id'] === id &&
        row['person'] === person &&
        Number(row['pieces']) === Number(pieces) &&
        Number(row['amount']) === Number(amount) &&
        String(row['booked']).trim() === booked &&
        Boolean(Number(row['urgent'])) === (urgent === 'true') &&
        String(row['ce_id']).endsWith(`:${from + index}`);
      assert.ok(same, `${claimOf(from + index)} became ${JSON.stringify(row)}`);
    });
  }
}
