/** Each thread starts from the sources, without a build. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const RUNTIME = join(import.meta.dirname, '../../runtime');

test('each thread that the program starts is a module that starts without a build', () => {
  const started = new Set<string>();
  for (const file of readdirSync(RUNTIME, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const [, name = ''] of readFileSync(join(RUNTIME, file), 'utf8').matchAll(
      /[sS]tart(?:Thread)?\('([\w/-]+-thread)'/g,
    ))
      started.add(name);
  }
  assert.equal([...started].sort(), [
    'runs/worker/run-thread',
    'state/reference/table-thread',
    'state/registry/compile/compile-thread',
  ]);
  const start = `
    const { startThread } = await import(${JSON.stringify(join(RUNTIME, 'base/program/start-thread.ts'))});
    for (const file of ${JSON.stringify([...started])}) {
      const worker = startThread(file, {});
      // A thread whose module is missing ends with an error within a moment after its start.
      await new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error(file + ' ended')));
        worker.once('online', () => setTimeout(resolve, 3000));
      });
      worker.removeAllListeners();
      await worker.terminate();
    }
    console.log('started');`;
  const { SPECMILL_TEST_PROGRAM: _, ...env } = process.env;
  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', start], {
    env,
    encoding: 'utf8',
    cwd: RUNTIME,
  });
  assert.is(printed.trim(), 'started');
});

test.run();
