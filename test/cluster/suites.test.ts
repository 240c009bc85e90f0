import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { requireServer } from '../connectors/install/require-server.ts';
import type { DatabaseServer } from '../connectors/servers/database-server.ts';
import { startPostgres } from '../connectors/servers/postgresql.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Tests of the store, of runs and of jobs, which open the store themselves. */
const STORES = [
  'runtime/store-specs.test.ts',
  'runtime/store-topics.test.ts',
  'runtime/store-progress.test.ts',
  'runtime/runs.test.ts',
  'runtime/runs-rejects.test.ts',
  'runtime/retention.test.ts',
  'runtime/sink-contract.test.ts',
  'jobs/alerts.test.ts',
  'jobs/crashes.slow.test.ts',
  'jobs/file-destination.slow.test.ts',
  'jobs/jobs.slow.test.ts',
  'jobs/jobs-api.slow.test.ts',
];

/** Tests of the service as a process. */
const SERVICE = [
  'runtime/server-drafts.test.ts',
  'runtime/server-events.test.ts',
  'runtime/server-http.test.ts',
  'runtime/server-limits.test.ts',
  'runtime/server-metrics.test.ts',
  'runtime/server-runs.test.ts',
  'runtime/server-specs.test.ts',
  'runtime/server-upload.test.ts',
  'runtime/server-lifecycle.slow.test.ts',
  'runtime/server-life.slow.test.ts',
  'runtime/record-types-service.test.ts',
];

const test = suite<{ server: DatabaseServer }>('suites on PostgreSQL');
test.before(async (context) => {
  context.server = await startPostgres();
});
test.after(({ server }) => server.close());

async function runFiles(server: DatabaseServer, files: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/run.ts', ...files], {
    cwd: ROOT,
    env: {
      ...process.env,
      SPECMILL_TEST_POSTGRESQL_PORT: String(server.port),
      SPECMILL_TEST_EMBEDDED_BROKER: 'on',
      SPECMILL_STORE_PASSWORD: server.settings.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.is(code, 0, output);
  const [, passed = '0'] = /^(\d+) passed, 0 failed, 0 skipped$/m.exec(output) ?? [];
  assert.ok(Number(passed) >= files.length, output);
  console.log(`note: ${passed} tests of ${files.length} files and folders passed on PostgreSQL`);
}

test('the tests of stores, runs and jobs', ({ server }) => runFiles(server, STORES));
test('the tests of the service', ({ server }) => runFiles(server, SERVICE));

if (requireServer('PostgreSQL', 'suites on PostgreSQL')) test.run();
