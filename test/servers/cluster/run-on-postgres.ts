import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { requireServer } from '../connectors/install/require-server.ts';
import { startPostgres } from '../connectors/servers/postgresql.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Declares a test that runs the tests of `files` on PostgreSQL. None of them may fail or be skipped. */
export function runOnPostgres(title: string, files: readonly string[]): void {
  if (!requireServer('PostgreSQL', title)) return;
  const test = suite(`${title} on PostgreSQL`);
  test('every test passes', async () => {
    const server = await startPostgres();
    try {
      await runFiles({ SPECMILL_TEST_POSTGRESQL_PORT: String(server.port), password: server.settings.password }, files);
    } finally {
      await server.close();
    }
  });
  test.run();
}

async function runFiles(
  { password, ...env }: { SPECMILL_TEST_POSTGRESQL_PORT: string; password: string },
  files: readonly string[],
): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/run.ts', ...files], {
    cwd: ROOT,
    env: { ...process.env, ...env, SPECMILL_TEST_EMBEDDED_BROKER: 'on', SPECMILL_STORE_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.is(code, 0, output);
  const [, passed = '0'] = /^(\d+) passed, 0 failed, 0 skipped$/m.exec(output) ?? [];
  assert.ok(Number(passed) >= files.length, output);
  console.log(`note: ${passed} tests of ${files.length} files passed on PostgreSQL`);
}
