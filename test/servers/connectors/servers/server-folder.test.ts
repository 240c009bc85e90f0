import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../runtime/service.ts';

const OWNER = `
import { spawn } from 'node:child_process';
import { createServerFolder } from ${JSON.stringify(join(import.meta.dirname, 'server-folder.ts'))};
const folder = createServerFolder('watched');
const server = spawn('sleep', ['1000'], { stdio: 'ignore' });
folder.watch(server);
console.log(JSON.stringify({ path: folder.path, pid: server.pid }));
setInterval(() => {}, 1000);
`;

/** A process that has ended and that no process waits for remains in /proc as Z. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

test('a server and its folder do not outlive a test process that is killed', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', OWNER];
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => owner.stdout.once('data', (bytes) => resolve(String(bytes))));
  const { path, pid } = JSON.parse(line) as { path: string; pid: number };
  assert.equal([existsSync(path), isRunning(pid)], [true, true]);
  owner.kill('SIGKILL');
  await eventually(() => !existsSync(path));
  assert.not(isRunning(pid));
});

test.run();
